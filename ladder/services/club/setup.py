"""Setting up a new site: its first owner, proved by the code that the installer was shown, and the club."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.crypto import constant_time_compare

from ladder.models import FirstStep, Ladder
from players import tokens
from players.models import Club
from players.names import name_key
from players.services import claims, owners, players_named

from .first_steps import mark_done
from .settings import change

OWNED = "This site already has an owner. Sign in instead."


def is_code(typed: str) -> bool:
    """Say whether this is the code that this start of the site printed, however typed; without one nothing is."""
    wanted, given = (tokens.digest(code) for code in (settings.SETUP_CODE, typed))
    return bool(settings.SETUP_CODE) and constant_time_compare(given, wanted)


def is_begun(user: User | None) -> bool:
    """Say whether this owner has a club without a ladder, as after leaving the demonstration."""
    return bool(user and user.is_active and user.is_staff and not Ladder.objects.exists())


def found(*, club: Mapping[str, Any], owner: User, password: str = "", player: str = "") -> User:
    """Give the site its club, with these settings, and its owner, who may be a player too.

    An owner who has begun keeps their password.

    Raises: ValidationError, such as "This site already has an owner. Sign in instead."
    """
    with transaction.atomic():
        Club.objects.get_or_create(pk=Club.ONLY)
        Club.objects.select_for_update().get(pk=Club.ONLY)  # the second of two waits here, and finds an owner
        if owners.is_owned() and not is_begun(owner):
            raise ValidationError(OWNED)
        owners.appoint(owner=owner, password=password)
        change(values=club, by=owner)
        mark_done(FirstStep.Key.NAMES)
        if player:
            claims.link(player=players_named([player])[name_key(player)], user=owner)
    return owner
