"""Who played, won and gained most and met most opponents, in each week, month and year and of all time."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import NamedTuple

from ladder.boxes.queries.ended_boxes import EndedBox
from ladder.ratings import WON
from ladder.story.walk import StoryMatch

Span = tuple[str, date | None]
"""A span of time: "week", "month" or "year" with its first day, or "all"."""
ALL_TIME: Span = ("all", None)

Tally = dict[int, "PlayerTally"]
"""What every player did, by player."""


@dataclass(slots=True)
class PlayerTally:
    """What a player did in a span of time."""

    matches: int = 0
    won: int = 0
    gained: float = 0.0
    opponents: set[int] = field(default_factory=set)


class HonoursList(NamedTuple):
    """A list: its name, and the number by which players are ordered in it."""

    key: str
    label: str
    measure: Callable[[PlayerTally], float]


HONOURS_LISTS = (
    HonoursList("played", "Most matches", lambda tally: tally.matches),
    HonoursList("won", "Most wins", lambda tally: tally.won),
    HonoursList("gained", "Most improved", lambda tally: tally.gained),
    HonoursList("met", "Most opponents", lambda tally: len(tally.opponents)),
)


def list_spans(day: date) -> list[Span]:
    """Return the spans that a day is in."""
    monday = day - timedelta(day.weekday())
    return [("week", monday), ("month", day.replace(day=1)), ("year", day.replace(month=1, day=1)), ALL_TIME]


class Tallies:
    """What every player did in every span of time, and in every season by its key.

    Other threads may note matches while one reads: what is gone through is copied first.
    """

    def __init__(self) -> None:
        self.spans: dict[Span, Tally] = {}
        self.seasons: dict[int, Tally] = {}

    @property
    def known_spans(self) -> tuple[Span, ...]:
        """The spans in which somebody played."""
        return tuple(self.spans)

    def note(self, told: StoryMatch) -> None:
        """Add a match to the spans that it is in, and to its season."""
        players = [self.spans.setdefault(span, {}) for span in list_spans(told.match.day)]
        players.append(self.seasons.setdefault(told.match.season.key, {}))
        for seat in told.seats:
            opponents = {other.player for other in told.list_opponents(seat)}
            for found in players:
                tally = found.setdefault(seat.player, PlayerTally())
                tally.matches += 1
                tally.won += seat.score == WON
                tally.gained += seat.after.points - seat.before.points
                tally.opponents |= opponents


def list_best(players: Mapping[int, PlayerTally], one: HonoursList, most: int) -> list[tuple[int, float]]:
    """Return who is first in a list with their numbers; who has nothing is not in it, and who is level shares a place.

    So there may be more than `most` of them, if several share the last place.
    """
    return pick_best({player: one.measure(tally) for player, tally in list(players.items())}, most)


def pick_best(numbers: Mapping[int, float], most: int) -> list[tuple[int, float]]:
    """Return who has the greatest numbers, in the same way."""
    kept = sorted(((player, number) for player, number in numbers.items() if number > 0), key=lambda pair: -pair[1])
    return [pair for pair in kept if pair[1] >= kept[min(most, len(kept)) - 1][1]]


def count_promotions(boxes: Iterable[EndedBox]) -> Counter[int]:
    """Return how often each player went up through these boxes."""
    return Counter(place.end.player for box in boxes for place in box.places if place.went_up)
