"""What the calendar of a ladder of places does to standings, also when nobody plays (L-13, L-15).

The ledger has it as a part of the next match. Until then a standing has the rating as of the morning `settled_on` of
its board, and beside it the one after the last match, with which every replay goes on.
"""

from datetime import date

from ladder.ledger.ranking import find_standings_day
from ladder.ledger.storage.tables import StateTable
from ladder.models import Board
from ladder.ratings import TableSystem
from ladder.ratings.idle_calendar import Breaks
from players.people.breaks import load_breaks
from players.people.queries import Identities, load_identities


def find_settled_morning(board: Board) -> date | None:
    """Return the morning as of which the calendar moves the stored standings of a board; None without a calendar."""
    system = board.rating_system
    has_calendar = isinstance(system, TableSystem) and system.has_calendar
    return (board.settled_on or find_standings_day(board.season)) if has_calendar else None


def load_board_breaks(board: Board, identities: Identities | None = None) -> Breaks:
    """Return the breaks whose days don't count on a board that counts days, by player; two queries there, else none.

    Merges are the given ones, or else the stored.
    """
    system = board.rating_system
    if not isinstance(system, TableSystem) or not system.keeps_days:
        return {}
    return load_breaks(board.season.starts_on, load_identities() if identities is None else identities)


def advance_states(board: Board, table: StateTable, morning: date | None, breaks: Breaks) -> StateTable:
    """Return the states with what the calendar did since the last match up to a morning; None is for no calendar."""
    system = board.rating_system
    if morning is None or not isinstance(system, TableSystem):
        return table
    moved = system.advance_table({player: state.rating for player, state in table.items()}, morning, breaks)
    return {player: state._replace(moved_on=moved.get(player)) for player, state in table.items()}
