"""Who belongs to the fictional club, and their accounts."""

import secrets
from collections.abc import Sequence
from datetime import date, datetime, time
from typing import NamedTuple

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.utils import timezone

from players.models import Player
from players.services import players_named

NIGHTS = 105  # two a week, for a year


class Member(NamedTuple):
    """Somebody of the club: how well and how often he plays, and during which of the nights."""

    name: str
    strength: float
    attendance: float
    joined: int = 0
    left: int = NIGHTS


CLUB = (
    Member("Amara", 2040, 0.55),
    Member("Bastien", 1985, 0.35),
    Member("Cosmo", 1690, 0.60),
    Member("Dagny", 1870, 0.45),
    Member("Elif", 1920, 0.50),
    Member("Femi", 1765, 0.40),
    Member("Gaspar", 1830, 0.30, left=62),
    Member("Hinata", 1955, 0.40),
    Member("Ilse", 1740, 0.45),
    Member("Jorun", 1805, 0.25),
    Member("Kofi", 1895, 0.50),
    Member("Leilani", 1660, 0.30, joined=20),
    Member("Mirek", 1850, 0.55),
    Member("Noor", 1810, 0.60),
    Member("Odile", 1720, 0.35),
    Member("Paavo", 1930, 0.30, joined=34),
    Member("Quim", 1780, 0.25),
    Member("Rukmini", 1880, 0.35, joined=8),
    Member("Sorcha", 1705, 0.40),
    Member("Tariq", 1840, 0.45),
    Member("Ulla", 1630, 0.30, joined=55),
    Member("Vesna", 1900, 0.50),
    Member("Wen", 1860, 0.40, joined=71),
    Member("Yaretzi", 1750, 0.70, joined=103),
)
MEMBER, ORGANISER = "Noor", "Vesna"


class Account(NamedTuple):
    """An account to sign in with."""

    name: str
    password: str
    role: str


def make_accounts() -> list[Account]:
    """Return the two accounts that have a password, a new one each time."""
    roles = {MEMBER: "member", ORGANISER: "organiser"}
    return [Account(name, secrets.token_urlsafe(12), role) for name, role in roles.items()]


def sign_up(accounts: Sequence[Account], nights: Sequence[date]) -> dict[str, Player]:
    """Make the players with an account each; only these accounts have a password."""
    passwords = {account.name: account.password for account in accounts}
    users = User.objects.bulk_create(new_user(one.name, passwords.get(one.name)) for one in CLUB)
    players = {player.name: player for player in players_named(one.name for one in CLUB).values()}
    for member, user in zip(CLUB, users, strict=True):
        player = players[member.name]
        player.user, player.joined_at = user, evening(nights[member.joined])
    Player.objects.bulk_update(players.values(), ["user", "joined_at"])
    return players


def new_user(name: str, password: str | None) -> User:
    rights = {"is_staff": name == ORGANISER, "is_superuser": name == ORGANISER}
    return User(username=name, password=make_password(password), **rights)


def evening(night: date) -> datetime:
    """Return when a club night begins."""
    return datetime.combine(night, time(19, 30), timezone.get_default_timezone())
