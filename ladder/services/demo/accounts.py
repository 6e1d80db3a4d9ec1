"""The players of the fictional club and their accounts; three of them can be signed in with."""

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db.models import Min

from ladder.models import Ladder, Participant, Role
from ladder.services.club.roles import give_role
from ladder.services.demo.people import MEMBER, NAMES, ORGANISER, RECORDER, USERNAMES
from players.models import Player
from players.services import find_or_create_players


class DemoAccount(NamedTuple):
    """An account to sign in with."""

    name: str
    password: str
    role: str


def make_demo_accounts() -> list[DemoAccount]:
    """Return the accounts that have a password, a new one each time."""
    roles = {MEMBER: "member", RECORDER: "recorder", ORGANISER: "organiser"}
    return [DemoAccount(USERNAMES[name], secrets.token_urlsafe(12), role) for name, role in roles.items()]


def sign_up_players(accounts: Sequence[DemoAccount]) -> list[Player]:
    """Make the players with an account each; only these accounts have a password."""
    passwords = {account.name: account.password for account in accounts}
    users = User.objects.bulk_create(create_demo_user(name, passwords.get(build_demo_username(name))) for name in NAMES)
    by_name = {player.name: player for player in find_or_create_players(NAMES).values()}
    players = [by_name[name] for name in NAMES]
    for player, user in zip(players, users, strict=True):
        player.user = user
    Player.objects.bulk_update(players, ["user"])
    return players


def appoint_recorder() -> None:
    """Let the recorder enter results for others on every ladder."""
    user = User.objects.get(username=build_demo_username(RECORDER))
    for ladder in Ladder.objects.all():
        give_role(ladder=ladder, user=user, role=Role.Kind.RECORDER, by=None)


def create_demo_user(name: str, password: str | None) -> User:
    rights = {"is_staff": name == ORGANISER, "is_superuser": name == ORGANISER}
    return User(username=build_demo_username(name), password=make_password(password), **rights)


def build_demo_username(name: str) -> str:
    """Return what a player signs in with: a short name where there is a password, else the name with underscores."""
    return USERNAMES.get(name) or name.casefold().replace(" ", "_")


def date_account_creation(players: Sequence[Player]) -> None:
    """Let everybody have joined on the evening of their first match."""
    firsts = Participant.objects.order_by().values("player").annotate(first=Min("match__played_at"))
    joined = dict(firsts.values_list("player", "first"))
    for player in players:
        player.joined_at = joined.get(player.pk, player.joined_at)
    Player.objects.bulk_update(players, ["joined_at"])
