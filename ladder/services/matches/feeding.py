"""Which boards a match would feed, and how to say so before it is stored."""

from collections.abc import Sequence

from ladder.models import Board, Season
from ladder.ratings import RatingError, RatingSystem, Result, check_result
from ladder.selectors.results import join_names
from ladder.services.concern import is_counted


def find_rating_boards(season: Season, result: Result) -> list[Board]:
    """Return the boards that would count the match."""
    return [board for board in season.boards.all() if is_rated_by(board.rating_system, result)]


def is_rated_by(system: RatingSystem, result: Result) -> bool:
    """Say whether a system would count the match as it is."""
    try:
        check_result(system, result)
    except RatingError:
        return False
    return is_counted(system, result)


def describe_rating_boards(season: Season, result: Result) -> str:
    """Return which boards the match feeds, and what is missing for others, as a sentence or two."""
    systems = [board.rating_system for board in season.boards.all()]
    fed = [system for system in systems if is_rated_by(system, result)]
    lacking = [system for system in systems if result.kind in system.kinds and list_missing_facts(system, result)]
    said = [f"Counts for {join_system_labels(fed)}."] if fed else []
    if lacking:
        facts = dict.fromkeys(name for system in lacking for name in list_missing_facts(system, result))
        said.append(f"Enter {join_names(list(facts))}, and it counts for {join_system_labels(lacking)}.")
    if said:
        return " ".join(said)
    if any(result.kind in system.uncounted for system in systems):
        return "Doesn’t count, as you chose."
    return "Counts on no board. Choose Unrated to keep it anyway."


def list_missing_facts(system: RatingSystem, result: Result) -> list[str]:
    """Return the facts that the system asks for and the match doesn't have."""
    return [fact.label.lower() for fact in system.facts if fact.required and fact.name not in result.facts]


def join_system_labels(systems: Sequence[RatingSystem]) -> str:
    """Return the systems' names in a row."""
    return join_names([system.about.label for system in systems])
