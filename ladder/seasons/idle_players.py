"""What the site's clock does each morning on ladders of places: whoever plays too little moves down (L-13, L-15)."""

import logging

from ladder import ledger
from ladder.models import Board
from ladder.ratings import TableSystem
from players.models import Notice
from players.notices.actions import NewNotice, notify_players
from players.notices.queries import find_readers

logger = logging.getLogger(__name__)


def move_idle_players() -> int:
    """Move the players of each board whose calendar says so, and tell them; return how many moved.

    A ladder that is busy waits for the next minute.
    """
    moved = 0
    for board in ledger.list_boards_to_settle():
        try:
            moves = ledger.settle_calendar(board)
        except ledger.Busy:
            logger.info("The calendar of %s waits: the ladder is busy.", board)
            continue
        tell_who_moved_down(board, moves)
        moved += len(moves)
    return moved


def tell_who_moved_down(board: Board, moves: list[ledger.CalendarMove]) -> None:
    """Tell whom the calendar moved down: "You moved from rung 5 to 6 on Squash: no match for 14 days."."""
    system = board.rating_system
    fallen = {one.player: one for one in moves if one.after.points < one.before.points}
    if not fallen or not isinstance(system, TableSystem):
        return
    told = []
    for reader in find_readers(fallen.keys()):
        move = fallen[reader.player]
        before, after = system.shown(move.before), system.shown(move.after)
        why = system.explain_shift(move.before, move.after)
        text = f"You moved from {system.about.unit} {before} to {after} on {board.season.ladder}: {why}."
        told.append(NewNotice(reader, text, board.season.get_absolute_url()))
    notify_players(kind=Notice.Kind.CORRECTION, told=told)
