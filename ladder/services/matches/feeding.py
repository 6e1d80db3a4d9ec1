"""Which boards a match would feed, and how to say so before it is stored."""

from collections.abc import Sequence

from ladder.models import Board, Season
from ladder.ratings import RatingError, RatingSystem, Result, check_result
from ladder.selectors.results import listed

from ..concern import concerned


def feeding(season: Season, result: Result) -> list[Board]:
    """Return the boards that would count the match."""
    return [board for board in season.boards.all() if feeds(board.rating_system, result)]


def feeds(system: RatingSystem, result: Result) -> bool:
    """Say whether a system would count the match as it is."""
    try:
        check_result(system, result)
    except RatingError:
        return False
    return concerned(system, result)


def counts_for(season: Season, result: Result) -> str:
    """Return which boards the match feeds, and what is missing for others, as a sentence or two."""
    systems = [board.rating_system for board in season.boards.all()]
    fed = [system for system in systems if feeds(system, result)]
    lacking = [system for system in systems if result.kind in system.kinds and lacks(system, result)]
    said = [f"Counts for {labels(fed)}."] if fed else []
    if lacking:
        facts = dict.fromkeys(name for system in lacking for name in lacks(system, result))
        said.append(f"Enter {listed(list(facts))}, and it counts for {labels(lacking)}.")
    if said:
        return " ".join(said)
    if any(result.kind in system.uncounted for system in systems):
        return "Doesn’t count, as you chose."
    return "Counts on no board. Choose Unrated to keep it anyway."


def lacks(system: RatingSystem, result: Result) -> list[str]:
    """Return the facts that the system asks for and the match doesn't have."""
    return [fact.label.lower() for fact in system.facts if fact.required and fact.name not in result.facts]


def labels(systems: Sequence[RatingSystem]) -> str:
    """Return the systems' names in a row."""
    return listed([system.about.label for system in systems])
