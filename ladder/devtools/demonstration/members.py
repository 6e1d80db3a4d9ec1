"""Who belongs to the fictional club, on which nights they play, and the accounts that can be signed in with."""

import random
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import accumulate
from typing import NamedTuple

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db.models import Min
from django.utils import timezone

from ladder.club.actions import give_role
from ladder.ledger.settlement import set_last_activity
from ladder.models import Ladder, Participant, Role, Standing
from players.models import Player
from players.people.actions import find_or_create_players

DEMO_NAMES = (
    *("Amara Okonkwo", "Anouk Lefebvre", "Bartholomew Featherstone", "Bram van der Heijden", "Chiara Bellandi"),
    *("Cosmo Pritchard", "Dagny Thorvaldsdottir", "Dmitri Volkonin", "Elif Karadeniz", "Emeka Nwachukwu"),
    *("Femi Adeyemi", "Freya Lindqvist", "Gaspar Etxeberria", "Goran Petrovski", "Hannelore Breitenbacher"),
    *("Hinata Kurosawa", "Ilse Grünewald", "Ilse Novotná", "Jacinta Figueiredo", "Jorun Haugland", "Kenji Matsuda"),
    *("Kofi Asantewaa", "Leilani Kealoha", "Lupe Villaseñor", "Maximiliane Hohenstauffen", "Mirek Dvořáček"),
    *("Nils Österberg", "Noor Haddad", "Odile Marchand", "Oluwaseun Adeyemi-Bright", "Paavo Rautiainen"),
    *("Priya Raghunathan", "Quim", "Ruben Castellanos", "Rukmini Deshpande", "Saoirse Gallagher", "Sorcha MacEachern"),
    *("Tariq Al-Mansouri", "Thandi Mokoena", "Ulla Feddersen", "Umar Siddiqui", "Vesna Marušić", "Viggo Falkenborg"),
    *("Wanjiru Kamau", "Wen Liang", "Xiomara Santisteban", "Yaretzi Montemayor", "Zsófia Halmos"),
)
MEMBER, RECORDER, ORGANISER = "Noor Haddad", "Wen Liang", "Vesna Marušić"
DEMO_USERNAMES = {MEMBER: "Noor", RECORDER: "Wen", ORGANISER: "Vesna"}  # of those who can be signed in with
COME, GONE, NEW = 5, 4, 1  # how many of a ladder come during the year, stop during it, and are quite new

DEMO_WEEKS = 52
FIRST_START = time(19, 30)


class ClubMember(NamedTuple):
    """A player of one ladder: how well and how often they play, and in which part of the year."""

    player: int
    skill: float  # 0 is the middle of the ladder, 1 a standard deviation
    attendance: float
    joined: float = 0.0
    left: float = 1.0

    def plays(self, passed: float) -> bool:
        """Return whether they play when this share of the year has passed."""
        return self.joined <= passed <= self.left


def make_roster(luck: random.Random, players: Mapping[str, int], size: int) -> list[ClubMember]:
    """Return the members of a ladder; the member and the organiser who sign in play on every ladder, and often."""
    others = luck.sample([name for name in DEMO_NAMES if name not in (MEMBER, ORGANISER)], size - 2)
    members = [ClubMember(players[name], luck.gauss(0.4, 0.5), 0.75) for name in (MEMBER, ORGANISER)]
    members += [ClubMember(players[name], luck.gauss(0, 1), luck.uniform(0.25, 0.65)) for name in others]
    for seat in range(2, 2 + COME):
        members[seat] = members[seat]._replace(joined=luck.uniform(0.2, 0.8), attendance=0.6)
    for seat in range(2 + COME, 2 + COME + GONE):
        members[seat] = members[seat]._replace(left=luck.uniform(0.3, 0.8))
    for seat in range(size - NEW, size):
        members[seat] = members[seat]._replace(joined=0.94, attendance=0.9)
    return members


def list_present(luck: random.Random, members: list[ClubMember], passed: float, least: int = 2) -> list[ClubMember]:
    """Return who comes on a night; all who play at that time if fewer than `least` would come."""
    playing = [one for one in members if one.plays(passed)]
    here = [one for one in playing if luck.random() < one.attendance]
    return here if len(here) >= least else playing


class ClubNight(NamedTuple):
    """A day on which the club plays: the share of the year that has passed by then, and what time it is now."""

    day: date
    passed: float
    now: datetime

    @property
    def is_today(self) -> bool:
        """Whether the day is today."""
        return self.day == self.now.date()

    def moments(self, luck: random.Random, count: int, low: int, high: int) -> list[datetime]:
        """Return when `count` matches ended, `low` to `high` minutes apart: in the evening, or today, up to now."""
        gaps = [timedelta(minutes=luck.randint(low, high)) for _ in range(count)]
        if self.is_today:
            midnight, now = build_local_moment(self.day, time.min), self.now.astimezone(UTC)
            ago = reversed(list(accumulate(reversed(gaps))))
            return [max(midnight, timezone.localtime(now - passed)) for passed in ago]
        return [build_local_moment(self.day, FIRST_START) + passed for passed in accumulate(gaps)]


def list_nights(now: datetime, step: tuple[int, ...]) -> list[ClubNight]:
    """Return the nights of a year up to yesterday, and today; `step` has the days between two nights, in turns."""
    today, days = now.date(), [now.date() - timedelta(days=1)]
    while (today - days[-1]).days < 7 * DEMO_WEEKS:
        days.append(days[-1] - timedelta(days=step[len(days) % len(step)]))
    nights = [*reversed(days), today]
    return [ClubNight(day, number / (len(nights) - 1), now) for number, day in enumerate(nights)]


def build_local_moment(day: date, clock: time) -> datetime:
    """Return a moment in the club's time zone."""
    return datetime.combine(day, clock, timezone.get_current_timezone())


class DemoAccount(NamedTuple):
    """An account with a password, to sign in with."""

    name: str
    password: str
    role: str


def make_demo_accounts() -> list[DemoAccount]:
    """Return the accounts to sign in with, each with a new random password."""
    roles = {MEMBER: "member", RECORDER: "recorder", ORGANISER: "organiser"}
    return [DemoAccount(DEMO_USERNAMES[name], secrets.token_urlsafe(12), role) for name, role in roles.items()]


def sign_up_players(accounts: Sequence[DemoAccount]) -> list[Player]:
    """Create the players with an account each, and return them; only accounts in `accounts` get a password."""
    passwords = {account.name: account.password for account in accounts}
    users = User.objects.bulk_create(
        create_demo_user(name, passwords.get(build_demo_username(name))) for name in DEMO_NAMES
    )
    by_name = {player.name: player for player in find_or_create_players(DEMO_NAMES).values()}
    players = [by_name[name] for name in DEMO_NAMES]
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
    """Return the unsaved account of a player; the organiser owns the club."""
    rights = {"is_staff": name == ORGANISER, "is_superuser": name == ORGANISER}
    return User(username=build_demo_username(name), password=make_password(password), **rights)


def build_demo_username(name: str) -> str:
    """Return the name that a player signs in with: a short one for those with a password, else one with underscores."""
    return DEMO_USERNAMES.get(name) or name.casefold().replace(" ", "_")


def date_account_creation(players: Sequence[Player]) -> None:
    """Set the day on which each player joined to the evening of their first match; who only joined was active then."""
    firsts = Participant.objects.order_by().values("player").annotate(first=Min("match__played_at"))
    joined = dict(firsts.values_list("player", "first"))
    for player in players:
        player.joined_at = joined.get(player.pk, player.joined_at)
    Player.objects.bulk_update(players, ["joined_at"])
    set_last_activity(Standing.objects.all())
