"""The chance of a match of two who have only agreed to play: by the first board of the season that has chances."""

from collections.abc import Sequence
from datetime import date, datetime, time

from django.utils import timezone

from ladder.formats import TEAM
from ladder.ledger.player_standings import load_past_standings, load_standings_by_board
from ladder.matches.queries.stakes import list_ratings_as_of
from ladder.models import Board, Season
from ladder.ratings import RATED, PairSystem, Rating, RatingError, RatingSystem, Result, build_duel

EVEN_CHANCE = 0.5  # where no board has chances


def find_chance_board(season: Season) -> Board | None:
    """Return the first board of a season that has chances for a match of two; one query."""
    boards = sorted(season.boards.all(), key=lambda board: board.position)
    for board in boards:
        board.season = season
    return next((board for board in boards if has_match_chances(board)), None)


def load_ratings_of_day(board: Board, players: Sequence[int], day: date) -> dict[int, Rating]:
    """Return the ratings of players at the end of a day, today or past; new players have the starting rating."""
    if day < timezone.localdate():
        table = {(board.pk, row.player): row.rating for row in load_past_standings(board, day)}
    else:
        table = {(board.pk, row.player): row.rating for row in load_standings_by_board([board])[board.pk]}
    return dict(zip(players, list_ratings_as_of(board, players, table, day), strict=True))


def has_match_chances(board: Board) -> bool:
    """Return whether a board has chances for a match of two."""
    system = board.rating_system
    first = system.initial()
    return ask_expected_score(board, (1, 2), (first, first), timezone.localdate()) is not None


def ask_expected_score(board: Board, players: tuple[int, int], before: Sequence[Rating], day: date) -> float | None:
    """Return the first player's expected score in a match of two on a day; None if the board says none.

    On a board for sides alone the two are sides, each with the rating that it counts as (S-1).
    """
    system = board.rating_system
    result = build_asked_match(system, *players, day)
    if not system.concerns(result) and not (isinstance(system, PairSystem) and TEAM in system.kinds):
        return None
    try:
        expected = board.rules.expected(result, tuple(before))
    except RatingError:
        return None
    return expected[0] if expected else None


def build_asked_match(system: RatingSystem, first: int, second: int, day: date) -> Result:
    """Return a match of two whose chances a board is asked for, of the usual length where it asks for one."""
    facts = {fact.name: fact.low if fact.default is None else fact.default for fact in system.facts if fact.required}
    noon = timezone.make_aware(datetime.combine(day, time(12)))
    return build_duel(first, second, ended=noon, kind=RATED, facts=facts)
