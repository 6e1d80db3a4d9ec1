"""What players bring from before the first match, from a player file or from a backup."""

from collections.abc import Mapping
from typing import Protocol

from ladder.models import Board, Opening, Season
from ladder.ratings import Counts, Rating, RatingSystem

from ..ledger import bulk
from ..ledger.apply import COUNTS
from ..ledger.stored import STATE, plain

COLUMNS = ("board", "player", "source", *STATE, *COUNTS)


class Brought(Protocol):
    """What somebody brings, for a board of any system."""

    def opening(self, system: RatingSystem) -> Rating: ...
    def counts(self) -> Counts: ...


def bring(season: Season, people: Mapping[int, Brought]) -> int:
    """Give the players these openings on every board of the season; return how many are new or other ones.

    The ladder must be locked, and the ledger settled from the start where there are any.
    Raises: RatingError for a rating that a board's system can't take.
    """
    return sum(bring_to(board, people) for board in season.boards.all())


def bring_to(board: Board, people: Mapping[int, Brought]) -> int:
    """Give the players these openings on one board; one that was carried over gives way."""
    system = board.rating_system
    wanted = {player: (plain(one.opening(system)), one.counts()) for player, one in people.items()}
    given = Opening.objects.filter(board=board, source=Opening.Source.GIVEN)
    same = {row.player_id for row in given if wanted.get(row.player_id) == (row.rating, row.counts)}
    new = {player: state for player, state in wanted.items() if player not in same}
    bulk.delete(Opening.objects.filter(board=board), list(new), by="player")
    rows = (
        (board.pk, player, Opening.Source.GIVEN.value, *rating, *counts) for player, (rating, counts) in new.items()
    )
    bulk.insert(Opening, COLUMNS, rows)
    return len(new)
