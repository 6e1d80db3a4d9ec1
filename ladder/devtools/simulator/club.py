"""The club that plays: five ladders with boards of every system, people who are signed in, and what they type.

What is typed into the forms is mostly what may be, and sometimes what is refused.
"""

import random
from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import Count
from django.utils import timezone

from ladder.club.actions import create_ladder
from ladder.devtools.demonstration.members import NAMES
from ladder.devtools.simulator.browser import PageForm, SimulatedBrowser
from ladder.models import Ladder, Season
from players.models import Player
from players.people.actions import find_or_create_players

NEW = 0.06  # how often somebody comes who never played
LEFT = ("dead", "surrendered")
REASONS = ("The score sheet says otherwise.", "Mixed up the players.", "Entered on the wrong day.", "Asked by both.")

PASSWORD = "scratch"  # noqa: S105 - of a database that is thrown away
LADDERS: dict[str, Sequence[str]] = {
    "rated": ("match-length-elo", "points-exchange", "nardgammon-elo", "chips-total", "chips-daily"),
    "drawn": ("provisional-elo", "elo"),
    "battles": ("warlocks-score", "warlocks-elo"),
    "evenings": ("tournament-points", "points-exchange"),
    "asked": ("points-exchange", "fibs", "rungs"),
}
ASKED = "asked"  # the ladder whose results count only when confirmed
FIRST = 12  # players at the start; the other names join while they play
PAST = timedelta(days=700)
HOURS = 24  # until silence confirms
SPAN = 20  # days of a season in which matches are played


class Typist:
    """Fills in forms at random."""

    def __init__(self, luck: random.Random, names: Sequence[str], regulars: int) -> None:
        self.luck, self.names, self.regulars = luck, names, regulars

    def some(self, count: int) -> list[str]:
        """Return the names of `count` different players; now and then one is new."""
        found = self.luck.sample(self.names[: self.regulars], count)
        if self.luck.random() < NEW:
            found[0] = self.luck.choice(self.names[self.regulars :])
        return found

    def reason(self) -> dict[str, str]:
        """Return a reason."""
        return {"reason": self.luck.choice(REASONS)}

    def match(self, form: PageForm, day: date) -> dict[str, str]:
        """Return what is typed for a new match, whatever its form."""
        typed = self.when(form, day)
        for name, values in form.choices.items():
            if name in ("winner", "length", "exit"):
                typed[name] = self.luck.choice(values)
        if "chips" in form.values:
            typed["chips"] = f"{self.luck.uniform(0.5, 40):.2f}"
        if "field" in form.values:
            return typed | self.places()
        if "winner" in form.choices and "player_1" in form.values:
            return typed | self.sides(form)
        if "player_0" in form.values:
            return typed | self.exits(form)
        return typed | dict(zip(self.pair(form), self.some(2), strict=False))

    def pair(self, form: PageForm) -> tuple[str, ...]:
        """Return the fields with the names of the two players; a member types the opponent only."""
        return ("first", "second") if "first" in form.values else ("newcomer",)

    def when(self, form: PageForm, day: date) -> dict[str, str]:
        """Return when the match ended; for a battle sometimes also when it began."""
        clock = f"{self.luck.randrange(8, 24):02}:{self.luck.randrange(60):02}"
        typed = {"day": "other", "date": f"{day}", "time": self.luck.choice([clock, clock, ""])}
        if "started_at" in form.values and self.luck.random() < 0.4:
            typed["started_at"] = f"{day - timedelta(days=self.luck.randrange(3))}T{self.luck.randrange(8):02}:00"
        return typed

    def sides(self, form: PageForm) -> dict[str, str]:
        """Return the players of both sides; a member's own name is not asked for."""
        seats = [name for name in form.values if name.startswith("player_")]
        return dict(zip(seats, self.some(len(seats)), strict=True))

    def exits(self, form: PageForm) -> dict[str, str]:
        """Return how each player left a battle: the first row stands, the others left in some round."""
        typed: dict[str, str] = {}
        own = [form.values["player_0"]] if form.values["player_0"] else []
        others = [name for name in self.some(self.luck.randint(3, 5)) if name not in own]
        for seat, name in enumerate([*own, *others[1:]]):
            left = self.luck.choice(LEFT) if seat else "standing"
            typed |= {f"player_{seat}": name, f"exit_{seat}": left}
            typed[f"round_{seat}"] = str(self.luck.randint(1, 3)) if seat else ""
        return typed

    def places(self) -> dict[str, str]:
        """Return the finishing places of a tournament, and the size of its field."""
        people = self.some(self.luck.randint(3, 8))
        typed: dict[str, str] = {"field": str(len(people) + self.luck.randint(0, 4))}
        for seat, name in enumerate(people):
            typed |= {f"player_{seat}": name, f"place_{seat}": str(seat + 1)}
        return typed

    def correction(self, form: PageForm, day: date) -> dict[str, str]:
        """Return one field of a correction with another value."""
        field = self.luck.choice([name for name in form.values if self.value(name, form, day) is not None])
        return {field: self.value(field, form, day) or ""}

    def value(self, name: str, form: PageForm, day: date) -> str | None:
        """Return another value for a field of a correction; None for a field that is left alone."""
        if name in ("winner", "kind"):
            return self.luck.choice(form.choices[name])
        if name == "date":
            return f"{day}"
        if name.startswith("player_"):
            return self.some(1)[0]
        if name in ("length_other", "chips", "field") or name.startswith(("round_", "place_")):
            return str(self.luck.randint(1, 12))
        return None


class SimulatedPerson(NamedTuple):
    """One person at the site: a member who plays, a rival and an organiser, each with a browser; luck decides."""

    player: Player
    member: SimulatedBrowser
    rival: Player
    answers: SimulatedBrowser  # of the rival
    organiser: SimulatedBrowser
    luck: random.Random


class SimulatedClub:
    """The ladders, and the people who play on them."""

    def __init__(self, seed: int, clients: int) -> None:
        for slug, boards in LADDERS.items():
            create_ladder(slug=slug, name=slug.capitalize(), boards=[(key, {}) for key in boards])
        Ladder.objects.filter(slug=ASKED).update(confirm_hours=HOURS, counts_when_confirmed=True)
        self.people = [self.make_person(seed, number) for number in range(clients)]

    def make_person(self, seed: int, number: int) -> SimulatedPerson:
        """Create the accounts of one person, and sign them in."""
        luck = random.Random(f"{seed} {number}")  # noqa: S311 - a fixed seed, the same season each time
        people = create_member(NAMES[number], f"member {number}"), create_member(f"Rival {number}", f"rival {number}")
        User.objects.create_user(f"organiser {number}", password=PASSWORD, is_staff=True, is_superuser=True)
        own, rivals, organiser = (open_signed_in(f"{who} {number}") for who in ("member", "rival", "organiser"))
        return SimulatedPerson(people[0], own, people[1], rivals, organiser, luck)


def create_member(name: str, account: str) -> Player:
    """Return the player with this name, who gets an account."""
    player = next(iter(find_or_create_players([name]).values()))
    player.user = User.objects.create_user(account, password=PASSWORD)
    player.save()
    return player


def open_signed_in(name: str) -> SimulatedBrowser:
    """Return a browser in which this account is signed in."""
    browser = SimulatedBrowser()
    browser.sign_in(name, PASSWORD)
    return browser


def pick_open_season(luck: random.Random) -> Season:
    """Return the newest season of one of two random ladders, of that with fewer matches, so that all are played."""
    played = Ladder.objects.annotate(matches=Count("seasons__matches")).order_by("pk")
    ladder = min(luck.sample(list(played), 2), key=lambda one: one.matches)
    return Season.objects.select_related("ladder").prefetch_related("boards").filter(ladder=ladder).order_by("-pk")[0]


def pick_day_in_season(season: Season, luck: random.Random) -> date:
    """Return a random day of a season up to today; a season without dates begins long ago."""
    first = season.starts_on or timezone.localdate() - PAST
    return min(first + timedelta(days=luck.randrange(SPAN)), timezone.localdate())
