"""What a season takes as the result of a game: whether a tap on the winner is enough, and whether it may be level."""

from ladder.ledger.admission import list_required_facts
from ladder.models import Ladder, Season
from ladder.ratings import RatingSystem


def list_counting_systems(season: Season, kind: str) -> list[RatingSystem]:
    """Return the systems of the boards that count this kind of match."""
    systems = [board.rating_system for board in season.boards.all()]
    return [system for system in systems if any(one.key == kind for one in system.kinds)]


def takes_draws(season: Season, kind: str) -> bool:
    """Return whether every board that counts this kind of match has draws."""
    counting = list_counting_systems(season, kind)
    return bool(counting) and all(system.draws for system in counting)


def asks_more_than_winner(season: Season, kind: str, *, has_points: bool = False) -> bool:
    """Return whether a tap is not enough: the ladder asks for a score, or each board that counts it for some fact."""
    asks_facts = all(list_required_facts(system.facts) for system in list_counting_systems(season, kind))
    return asks_facts or (season.ladder.scores == Ladder.Scores.REQUIRED and not has_points)
