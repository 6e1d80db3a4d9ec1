"""What players bring from before the first match, from a player file or from a backup."""

from collections.abc import Mapping
from typing import Protocol

from ladder.models import Board, Opening, Season
from ladder.ratings import Counts, Rating, RatingSystem
from ladder.services.ledger.apply import COUNT_COLUMNS
from ladder.services.ledger.bulk import delete_rows, insert_rows
from ladder.services.ledger.stored import STATE_COLUMNS, normalise_rating

OPENING_COLUMNS = ("board", "player", "source", *STATE_COLUMNS, *COUNT_COLUMNS)


class StartingRating(Protocol):
    """What somebody brings, for a board of any system."""

    def opening(self, system: RatingSystem) -> Rating: ...
    def counts(self) -> Counts: ...


def store_starting_ratings(season: Season, people: Mapping[int, StartingRating]) -> int:
    """Give the players these openings on every board of the season; return how many are new or other ones.

    The ladder must be locked, and the ledger settled from the start where there are any.
    Raises: RatingError for a rating that a board's system can't take.
    """
    return sum(store_board_starting_ratings(board, people) for board in season.boards.all())


def store_board_starting_ratings(board: Board, people: Mapping[int, StartingRating]) -> int:
    """Give the players these openings on one board; one that was carried over gives way."""
    system = board.rating_system
    wanted = {player: (normalise_rating(one.opening(system)), one.counts()) for player, one in people.items()}
    given = Opening.objects.filter(board=board, source=Opening.Source.GIVEN)
    same = {row.player_id for row in given if wanted.get(row.player_id) == (row.rating, row.counts)}
    new = {player: state for player, state in wanted.items() if player not in same}
    delete_rows(Opening.objects.filter(board=board), list(new), by="player")
    rows = (
        (board.pk, player, Opening.Source.GIVEN.value, *rating, *counts) for player, (rating, counts) in new.items()
    )
    insert_rows(Opening, OPENING_COLUMNS, rows)
    return len(new)
