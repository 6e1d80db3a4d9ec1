"""Who met whom in a season, and the pair whose wins are closest."""

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from ladder.ratings import WON
from ladder.story.walk import StoryMatch

FEWEST_MEETINGS = 3

Pair = tuple[int, int]
"""Two players by their keys, the smaller one first."""


@dataclass(slots=True)
class Meetings:
    """How often two players met, how often each of the pair won, and their last match with its day."""

    met: int = 0
    won: int = 0
    lost: int = 0
    match: int = 0
    day: date = date.min


class ClosestRivalry(NamedTuple):
    """The rivalry of a season whose wins are closest; `first` has won as often as `second`, or more."""

    first: int
    second: int
    meetings: Meetings

    @property
    def text(self) -> str:
        """How it stands: "7–6", "2–2, 3 drawn"."""
        one = self.meetings
        drawn = one.met - one.won - one.lost
        wins = f"{max(one.won, one.lost)}–{min(one.won, one.lost)}"
        return f"{wins}, {drawn} drawn" if drawn else wins


def note_meeting(pairs: dict[Pair, Meetings], told: StoryMatch) -> None:
    """Count a match of two players."""
    (first, score), (second, other) = sorted((seat.player, seat.score) for seat in told.seats)
    rivalry = pairs.setdefault((first, second), Meetings())
    rivalry.met += 1
    rivalry.won += score == WON
    rivalry.lost += other == WON
    rivalry.match, rivalry.day = told.match.key, told.match.day


def find_closest_rivalry(pairs: dict[Pair, Meetings]) -> ClosestRivalry | None:
    """Return the closest of those who met three times, and half as often as the two who met most.

    Of pairs that are as close, it is the one that met most often, then who met first.
    """
    found = list(pairs.items())
    fewest = max(FEWEST_MEETINGS, *((rivalry.met + 1) // 2 for _, rivalry in found)) if found else 0
    known = [(pair, rivalry) for pair, rivalry in found if rivalry.met >= fewest]
    if not known:
        return None
    pair, rivalry = min(known, key=lambda one: (abs(one[1].won - one[1].lost), -one[1].met))
    return ClosestRivalry(*(pair if rivalry.won >= rivalry.lost else pair[::-1]), rivalry)
