"""Setting up a new site: its first owner, proved by the code that the installer was shown, and the club."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.crypto import constant_time_compare

from ladder.models import FirstStep, Ladder
from ladder.services.club.first_steps import mark_step_done
from ladder.services.club.settings import change_club
from players.models import Club
from players.names import build_name_key
from players.services import find_or_create_players
from players.services.claims import link_account
from players.services.owners import appoint_owner, is_club_owned
from players.tokens import digest_code

ALREADY_OWNED = "This site already has an owner. Sign in instead."


def is_setup_code(typed: str) -> bool:
    """Say whether this is the code that this start of the site printed, however typed; without one nothing is."""
    wanted, given = (digest_code(code) for code in (settings.SETUP_CODE, typed))
    return bool(settings.SETUP_CODE) and constant_time_compare(given, wanted)


def is_setup_unfinished(user: User | None) -> bool:
    """Say whether this owner has a club without a ladder, as after leaving the demonstration."""
    return bool(user and user.is_active and user.is_staff and not Ladder.objects.exists())


def found_club(*, club: Mapping[str, Any], owner: User, password: str = "", player: str = "") -> User:
    """Give the site its club, with these settings, and its owner, who may be a player too.

    An owner who has begun keeps their password.

    Raises: ValidationError, such as "This site already has an owner. Sign in instead."
    """
    with transaction.atomic():
        Club.objects.get_or_create(pk=Club.ONLY)
        Club.objects.select_for_update().get(pk=Club.ONLY)  # the second of two waits here, and finds an owner
        if is_club_owned() and not is_setup_unfinished(owner):
            raise ValidationError(ALREADY_OWNED)
        appoint_owner(owner=owner, password=password)
        change_club(values=club, by=owner)
        mark_step_done(FirstStep.Key.NAMES)
        if player:
            link_account(player=find_or_create_players([player])[build_name_key(player)], user=owner)
    return owner
