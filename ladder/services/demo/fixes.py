"""What the organiser put right on each ladder, and why; counted back from the season's last match."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from ladder.models import Match
from ladder.ratings import Result

from ..results import sides_of

Given = Mapping[str, Any]


class Fix(NamedTuple):
    """A match that was corrected, or without `what` voided and perhaps restored: which one, and why.

    `twice` lets it be reported a second time first, and is about that report.
    """

    number: int
    reason: str
    what: Callable[[Match], Given] | None = None
    restored: str = ""
    twice: bool = False
    among: Callable[[Result], bool] = lambda result: True


def exchanged(one: int, other: int) -> Callable[[Match], Given]:
    """Return what lets the players of two seats change places."""

    def sides(match: Match) -> Given:
        new = sides_of(match)
        new[one], new[other] = new[one]._replace(player=new[other].player), new[other]._replace(player=new[one].player)
        return {"sides": new}

    return sides


def spared(match: Match) -> Given:
    """Let the first of the dead have surrendered."""
    sides = sides_of(match)
    seat = [side.exit for side in sides].index("dead")
    sides[seat] = sides[seat]._replace(exit="surrendered")
    return {"sides": sides}


def drawn(match: Match) -> Given:
    return {"sides": [side._replace(score=0.5) for side in sides_of(match)]}


def day_before(match: Match) -> Given:
    return {"played_at": match.played_at - timedelta(days=1)}


def fact(name: str, value: float) -> Callable[[Match], Given]:
    """Return what sets one fact of a match."""
    return lambda match: {"facts": {**match.facts, name: value}}


def of_kind(key: str) -> Callable[[Match], Given]:
    """Return what makes a match one of that kind."""
    return lambda match: {"kind": key}


def is_kind(key: str) -> Callable[[Result], bool]:
    return lambda result: result.kind.key == key


is_rated, is_ladder, is_friendly = is_kind("rated"), is_kind("ladder"), is_kind("friendly")


def is_tournament(result: Result) -> bool:
    return bool(result.places)


def is_deadly(result: Result) -> bool:
    """Say whether it was a friendly duel with one dead."""
    return is_friendly(result) and sorted(left.how for left in result.exits) == ["dead", "standing"]


REPORTED_TWICE = "It was reported twice."
SWAPPED = "The winner and the loser were swapped."
BACKGAMMON = (
    Fix(140, "They played to 9.", fact("length", 9)),
    Fix(105, "The scoreboard was lost.", restored="Both remember the result, so it counts."),
    Fix(75, "It was practice and wasn't to count."),
    Fix(31, SWAPPED, exchanged(0, 1)),
    Fix(24, "It was played on the day before.", day_before),
    Fix(10, REPORTED_TWICE, twice=True),
)
CHESS = (
    Fix(120, "It was drawn: both score sheets end in repetition.", drawn, among=is_rated),
    Fix(95, "They had agreed on a friendly game.", of_kind("unrated"), among=is_rated),
    Fix(60, "A score sheet is missing.", restored="The score sheet was found.", among=is_rated),
    Fix(22, SWAPPED, exchanged(0, 1), among=is_rated),
    Fix(10, REPORTED_TWICE, twice=True, among=is_rated),
)
TABLE_TENNIS = (
    Fix(150, "It was a warm-up.", among=is_rated),
    Fix(80, SWAPPED, exchanged(0, 1)),
    Fix(64, "Reported on the wrong ladder.", restored="It was the right ladder after all."),
    Fix(26, "It was played on the day before.", day_before),
    Fix(10, REPORTED_TWICE, twice=True),
)
WARLOCKS = (
    Fix(4, "The surrender came in time: the orders show it.", spared, among=is_deadly),
    Fix(8, "The challenge was a very friendly one.", of_kind("very-friendly"), among=is_friendly),
    Fix(4, "The orders of the last round are missing.", restored="The orders were found.", among=is_friendly),
    Fix(3, REPORTED_TWICE, twice=True, among=is_friendly),
    Fix(1, "The challenge was a friendly one.", of_kind("friendly"), among=is_ladder),
)  # all but the last leave the scores alone, and so who was within reach of whom
SITE = (
    Fix(120, "The stake was 40 chips.", fact("chips", 40), among=is_rated),
    Fix(90, "The clock stopped.", restored="They agreed on the result.", among=is_rated),
    Fix(33, "They played to 7.", fact("length", 7), among=is_rated),
    Fix(4, "Second and third were swapped.", exchanged(1, 2), among=is_tournament),
    Fix(2, "Too few of the field had paid.", restored="The treasurer has all fees now.", among=is_tournament),
    Fix(10, REPORTED_TWICE, twice=True, among=is_rated),
)
