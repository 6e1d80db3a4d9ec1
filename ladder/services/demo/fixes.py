"""What the organiser put right on each ladder, and why; counted back from the season's last match."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from ladder.models import Match
from ladder.ratings import Result
from ladder.services.results import load_participant_results

Given = Mapping[str, Any]


class PlannedFix(NamedTuple):
    """A match that was corrected, or without `what` voided and perhaps restored: which one, and why.

    `twice` lets it be reported a second time first, and is about that report.
    """

    number: int
    reason: str
    what: Callable[[Match], Given] | None = None
    restored: str = ""
    twice: bool = False
    among: Callable[[Result], bool] = lambda result: True


def exchange_players(one: int, other: int) -> Callable[[Match], Given]:
    """Return what lets the players of two seats change places."""

    def sides(match: Match) -> Given:
        new = load_participant_results(match)
        new[one], new[other] = new[one]._replace(player=new[other].player), new[other]._replace(player=new[one].player)
        return {"sides": new}

    return sides


def spare_first_dead(match: Match) -> Given:
    """Let the first of the dead have surrendered."""
    sides = load_participant_results(match)
    seat = [side.exit for side in sides].index("dead")
    sides[seat] = sides[seat]._replace(exit="surrendered")
    return {"sides": sides}


def make_drawn(match: Match) -> Given:
    return {"sides": [side._replace(score=0.5) for side in load_participant_results(match)]}


def move_day_back(match: Match) -> Given:
    return {"played_at": match.played_at - timedelta(days=1)}


def set_fact(name: str, value: float) -> Callable[[Match], Given]:
    """Return what sets one fact of a match."""
    return lambda match: {"facts": {**match.facts, name: value}}


def set_kind(key: str) -> Callable[[Match], Given]:
    """Return what makes a match one of that kind."""
    return lambda match: {"kind": key}


def make_kind_test(key: str) -> Callable[[Result], bool]:
    return lambda result: result.kind.key == key


is_rated, is_ladder, is_friendly = make_kind_test("rated"), make_kind_test("ladder"), make_kind_test("friendly")


def is_tournament_result(result: Result) -> bool:
    return bool(result.places)


def is_deadly_duel(result: Result) -> bool:
    """Say whether it was a friendly duel with one dead."""
    return is_friendly(result) and sorted(left.how for left in result.exits) == ["dead", "standing"]


REPORTED_TWICE = "It was reported twice."
SWAPPED = "The winner and the loser were swapped."
BACKGAMMON_FIXES = (
    PlannedFix(140, "They played to 9.", set_fact("length", 9)),
    PlannedFix(105, "The scoreboard was lost.", restored="Both remember the result, so it counts."),
    PlannedFix(75, "It was practice and wasn't to count."),
    PlannedFix(31, SWAPPED, exchange_players(0, 1)),
    PlannedFix(24, "It was played on the day before.", move_day_back),
    PlannedFix(10, REPORTED_TWICE, twice=True),
)
CHESS_FIXES = (
    PlannedFix(120, "It was drawn: both score sheets end in repetition.", make_drawn, among=is_rated),
    PlannedFix(95, "They had agreed on a friendly game.", set_kind("unrated"), among=is_rated),
    PlannedFix(60, "A score sheet is missing.", restored="The score sheet was found.", among=is_rated),
    PlannedFix(22, SWAPPED, exchange_players(0, 1), among=is_rated),
    PlannedFix(10, REPORTED_TWICE, twice=True, among=is_rated),
)
TABLE_TENNIS_FIXES = (
    PlannedFix(150, "It was a warm-up.", among=is_rated),
    PlannedFix(80, SWAPPED, exchange_players(0, 1)),
    PlannedFix(64, "Reported on the wrong ladder.", restored="It was the right ladder after all."),
    PlannedFix(26, "It was played on the day before.", move_day_back),
    PlannedFix(10, REPORTED_TWICE, twice=True),
)
WARLOCKS_FIXES = (
    PlannedFix(4, "The surrender came in time: the orders show it.", spare_first_dead, among=is_deadly_duel),
    PlannedFix(8, "The challenge was a very friendly one.", set_kind("very-friendly"), among=is_friendly),
    PlannedFix(4, "The orders of the last round are missing.", restored="The orders were found.", among=is_friendly),
    PlannedFix(3, REPORTED_TWICE, twice=True, among=is_friendly),
    PlannedFix(1, "The challenge was a friendly one.", set_kind("friendly"), among=is_ladder),
)  # all but the last leave the scores alone, and so who was within reach of whom
SITE_FIXES = (
    PlannedFix(120, "The stake was 40 chips.", set_fact("chips", 40), among=is_rated),
    PlannedFix(90, "The clock stopped.", restored="They agreed on the result.", among=is_rated),
    PlannedFix(33, "They played to 7.", set_fact("length", 7), among=is_rated),
    PlannedFix(4, "Second and third were swapped.", exchange_players(1, 2), among=is_tournament_result),
    PlannedFix(
        2, "Too few of the field had paid.", restored="The treasurer has all fees now.", among=is_tournament_result
    ),
    PlannedFix(10, REPORTED_TWICE, twice=True, among=is_rated),
)
