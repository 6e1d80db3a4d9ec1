"""The records of a ladder, each with the match that set it. Who first did it holds a record until it is beaten."""

from collections.abc import Iterator
from typing import NamedTuple

from ladder.formats import format_count
from ladder.ratings import format_fixed
from ladder.story.honours.badges import KNOWN_MATCHES
from ladder.story.moments import Telling
from ladder.story.moments.base import list_side
from ladder.story.walk import StoryMatch

SETTLED_MATCHES = 10  # of a season, before which a rating may be anything


class Mark(NamedTuple):
    """What a match brings for a record: how much, as a page prints it, and whose it is."""

    amount: float
    text: str
    whose: Telling


def name_holders(*players: int) -> Telling:
    """Return the words for who holds a record."""
    return Telling("{holders}", {"holders": players})


class Record:
    """A record: `list_marks` looks at a match after its players have been through it.

    `is_of_season` says whether it counts within a season; others go on from one season to the next.
    """

    key: str
    label: str
    is_of_season = True

    def list_marks(self, told: StoryMatch) -> Iterator[Mark]:
        raise NotImplementedError


class BiggestUpset(Record):
    """The smallest chance with which a match was won, when all of it had played five matches before."""

    key, label = "upset", "Biggest upset"

    def list_marks(self, told: StoryMatch) -> Iterator[Mark]:
        if not told.winners or min(seat.past.matches for seat in told.seats) < KNOWN_MATCHES:
            return
        if (chance := told.calculate_chance()) is not None and chance < 0.5:
            sides = {"winners": list_side(told.winners), "losers": list_side(told.losers)}
            yield Mark(-chance, f"{format_fixed(100 * chance)}% chance", Telling("{winners} over {losers}", sides))


class LongestRun(Record):
    """The most matches won in a row."""

    key, label = "run", "Longest run"
    is_of_season = False

    def list_marks(self, told: StoryMatch) -> Iterator[Mark]:
        for seat in told.winners:
            if seat.past.run > 1:
                yield Mark(seat.past.run, f"{seat.past.run} wins", name_holders(seat.player))


class LongestReign(Record):
    """The most days in the first place, up to a match that was played in them."""

    key, label = "reign", "Longest reign"

    def list_marks(self, told: StoryMatch) -> Iterator[Mark]:
        if told.reign and (days := (told.match.day - told.reign.since).days):
            yield Mark(days, format_count(days, "day"), name_holders(told.reign.player))


class HighestRating(Record):
    """The highest rating after ten matches of a season or more; for each rating system its own."""

    key, label = "rating", "Highest rating"

    def list_marks(self, told: StoryMatch) -> Iterator[Mark]:
        for seat in told.seats:
            if seat.season.matches >= SETTLED_MATCHES:
                yield Mark(seat.after.points, told.system.shown(seat.after), name_holders(seat.player))


class BusiestDay(Record):
    """The most matches of a player on one day."""

    key, label = "day", "Most matches in a day"

    def list_marks(self, told: StoryMatch) -> Iterator[Mark]:
        for seat in told.seats:
            if seat.past.today > 1:
                yield Mark(seat.past.today, f"{seat.past.today} matches", name_holders(seat.player))


class GreatestRivalry(Record):
    """The most matches of two players against each other."""

    key, label = "rivalry", "Greatest rivalry"
    is_of_season = False

    def list_marks(self, told: StoryMatch) -> Iterator[Mark]:
        if told.is_duel:
            first, second = told.seats
            if (count := first.past.met[second.player][0]) > 1:
                yield Mark(count, f"{count} matches", name_holders(first.player, second.player))


class GreatestLeap(Record):
    """The most players passed with one match, after ten matches or more on the ladder."""

    key, label = "leap", "Greatest leap"

    def list_marks(self, told: StoryMatch) -> Iterator[Mark]:
        for seat in told.seats:
            if len(seat.passed) > 1 and seat.past.matches > SETTLED_MATCHES:
                yield Mark(len(seat.passed), f"{len(seat.passed)} places", name_holders(seat.player))


ALL_RECORDS: tuple[Record, ...] = (
    BiggestUpset(),
    LongestRun(),
    LongestReign(),
    HighestRating(),
    BusiestDay(),
    GreatestRivalry(),
    GreatestLeap(),
)
