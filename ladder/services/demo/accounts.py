"""The players of the fictional club and their accounts; three of them can be signed in with."""

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db.models import Min

from ladder.models import Ladder, Participant, Role
from players.models import Player
from players.services import players_named

from ..club.roles import give
from .people import MEMBER, NAMES, ORGANISER, RECORDER, USERNAMES


class Account(NamedTuple):
    """An account to sign in with."""

    name: str
    password: str
    role: str


def make_accounts() -> list[Account]:
    """Return the accounts that have a password, a new one each time."""
    roles = {MEMBER: "member", RECORDER: "recorder", ORGANISER: "organiser"}
    return [Account(USERNAMES[name], secrets.token_urlsafe(12), role) for name, role in roles.items()]


def sign_up(accounts: Sequence[Account]) -> list[Player]:
    """Make the players with an account each; only these accounts have a password."""
    passwords = {account.name: account.password for account in accounts}
    users = User.objects.bulk_create(new_user(name, passwords.get(username_of(name))) for name in NAMES)
    by_name = {player.name: player for player in players_named(NAMES).values()}
    players = [by_name[name] for name in NAMES]
    for player, user in zip(players, users, strict=True):
        player.user = user
    Player.objects.bulk_update(players, ["user"])
    return players


def appoint() -> None:
    """Let the recorder enter results for others on every ladder."""
    user = User.objects.get(username=username_of(RECORDER))
    for ladder in Ladder.objects.all():
        give(ladder=ladder, user=user, role=Role.Kind.RECORDER, by=None)


def new_user(name: str, password: str | None) -> User:
    rights = {"is_staff": name == ORGANISER, "is_superuser": name == ORGANISER}
    return User(username=username_of(name), password=make_password(password), **rights)


def username_of(name: str) -> str:
    """Return what a player signs in with: a short name where there is a password, else the name with underscores."""
    return USERNAMES.get(name) or name.casefold().replace(" ", "_")


def date_joining(players: Sequence[Player]) -> None:
    """Let everybody have joined on the evening of their first match."""
    firsts = Participant.objects.order_by().values("player").annotate(first=Min("match__played_at"))
    joined = dict(firsts.values_list("player", "first"))
    for player in players:
        player.joined_at = joined.get(player.pk, player.joined_at)
    Player.objects.bulk_update(players, ["joined_at"])
