"""The club that plays: five ladders with boards of every system, members and organisers who are signed in."""

import random
from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import Count
from django.utils import timezone

from ladder.models import Ladder, Season
from ladder.services.demo.people import NAMES
from ladder.services.ladders import create_ladder
from ladder.simulator.browser import SimulatedBrowser
from players.models import Player
from players.services import find_or_create_players

PASSWORD = "scratch"  # noqa: S105 - of a database that is thrown away
LADDERS: dict[str, Sequence[str]] = {
    "rated": ("match-length-elo", "points-exchange", "nardgammon-elo", "chips-total", "chips-daily"),
    "drawn": ("provisional-elo",),
    "battles": ("warlocks-score", "warlocks-elo"),
    "evenings": ("tournament-points", "points-exchange"),
    "asked": ("points-exchange", "match-length-elo"),
}
ASKED = "asked"  # the ladder whose results count only when confirmed
FIRST = 12  # players at the start; the other names join while they play
PAST = timedelta(days=700)
HOURS = 24  # until silence confirms
SPAN = 20  # days of a season in which matches are played


class SimulatedPerson(NamedTuple):
    """One client: a member, with the player they are, a rival, and an organiser; luck decides what they do."""

    player: Player
    member: SimulatedBrowser
    rival: Player
    answers: SimulatedBrowser  # of the rival
    organiser: SimulatedBrowser
    luck: random.Random


class SimulatedClub:
    """The ladders, and as many people as there are clients."""

    def __init__(self, seed: int, clients: int) -> None:
        for slug, boards in LADDERS.items():
            create_ladder(slug=slug, name=slug.capitalize(), boards=[(key, {}) for key in boards])
        Ladder.objects.filter(slug=ASKED).update(confirm_hours=HOURS, counts_when_confirmed=True)
        self.people = [self.person(seed, number) for number in range(clients)]

    def person(self, seed: int, number: int) -> SimulatedPerson:
        luck = random.Random(f"{seed} {number}")  # noqa: S311 - a fixed seed, the same season each time
        people = create_member(NAMES[number], f"member {number}"), create_member(f"Rival {number}", f"rival {number}")
        User.objects.create_user(f"organiser {number}", password=PASSWORD, is_staff=True, is_superuser=True)
        own, rivals, organiser = (open_signed_in(f"{who} {number}") for who in ("member", "rival", "organiser"))
        return SimulatedPerson(people[0], own, people[1], rivals, organiser, luck)


def create_member(name: str, account: str) -> Player:
    """Return the player of this name, with an account."""
    player = next(iter(find_or_create_players([name]).values()))
    player.user = User.objects.create_user(account, password=PASSWORD)
    player.save()
    return player


def open_signed_in(name: str) -> SimulatedBrowser:
    browser = SimulatedBrowser()
    browser.sign_in(name, PASSWORD)
    return browser


def pick_open_season(luck: random.Random) -> Season:
    """Return the newest season of a ladder; of two ladders that with fewer matches, so that all are played."""
    played = Ladder.objects.annotate(matches=Count("seasons__matches")).order_by("pk")
    ladder = min(luck.sample(list(played), 2), key=lambda one: one.matches)
    return Season.objects.select_related("ladder").prefetch_related("boards").filter(ladder=ladder).order_by("-pk")[0]


def pick_day_in_season(season: Season, luck: random.Random) -> date:
    """Return a day of the season on which a match may have been played: seasons follow one another in the past."""
    first = season.starts_on or timezone.localdate() - PAST
    return min(first + timedelta(days=luck.randrange(SPAN)), timezone.localdate())
