"""The records of a ladder, each with the match that set it. Who first did it holds a record until it is beaten."""

from collections.abc import Iterator
from typing import NamedTuple

from ladder.ratings import format_fixed
from ladder.story.honours.badges import KNOWN_MATCHES
from ladder.story.moments import Words
from ladder.story.moments.base import join_names
from ladder.story.walk import StoryMatch

SETTLED_MATCHES = 10  # of a season, before which a rating may be anything


class Mark(NamedTuple):
    """What a match brings for a record: how much, as a page prints it, and whose it is."""

    amount: float
    text: str
    whose: Words


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
            winners, losers = ([seat.player for seat in side] for side in (told.winners, told.losers))
            whose = (*join_names(winners), " over ", *join_names(losers))
            yield Mark(-chance, f"chance {format_fixed(100 * chance)} %", whose)


class LongestRun(Record):
    """The most matches won in a row."""

    key, label = "run", "Longest run"
    is_of_season = False

    def list_marks(self, told: StoryMatch) -> Iterator[Mark]:
        for seat in told.winners:
            if seat.past.run > 1:
                yield Mark(seat.past.run, f"{seat.past.run} wins", (seat.player,))


class LongestReign(Record):
    """The most days in the first place, up to a match that was played in them."""

    key, label = "reign", "Longest reign"

    def list_marks(self, told: StoryMatch) -> Iterator[Mark]:
        if told.reign and (days := (told.match.day - told.reign.since).days):
            yield Mark(days, f"{days:,} day{'' if days == 1 else 's'}", (told.reign.player,))


class HighestRating(Record):
    """The highest rating after ten matches of a season or more; for each rating system its own."""

    key, label = "rating", "Highest rating"

    def list_marks(self, told: StoryMatch) -> Iterator[Mark]:
        for seat in told.seats:
            if seat.season.matches >= SETTLED_MATCHES:
                yield Mark(seat.after.points, told.system.shown(seat.after), (seat.player,))


class BusiestDay(Record):
    """The most matches of a player on one day."""

    key, label = "day", "Most matches in a day"

    def list_marks(self, told: StoryMatch) -> Iterator[Mark]:
        for seat in told.seats:
            if seat.past.today > 1:
                yield Mark(seat.past.today, f"{seat.past.today} matches", (seat.player,))


class GreatestRivalry(Record):
    """The most matches of two players against each other."""

    key, label = "rivalry", "Greatest rivalry"
    is_of_season = False

    def list_marks(self, told: StoryMatch) -> Iterator[Mark]:
        if told.is_duel:
            first, second = told.seats
            if (count := first.past.met[second.player][0]) > 1:
                yield Mark(count, f"{count} matches", (first.player, " and ", second.player))


class GreatestLeap(Record):
    """The most players passed with one match, after ten matches or more on the ladder."""

    key, label = "leap", "Greatest leap"

    def list_marks(self, told: StoryMatch) -> Iterator[Mark]:
        for seat in told.seats:
            if len(seat.passed) > 1 and seat.past.matches > SETTLED_MATCHES:
                yield Mark(len(seat.passed), f"{len(seat.passed)} places", (seat.player,))


ALL_RECORDS: tuple[Record, ...] = (
    BiggestUpset(),
    LongestRun(),
    LongestReign(),
    HighestRating(),
    BusiestDay(),
    GreatestRivalry(),
    GreatestLeap(),
)
