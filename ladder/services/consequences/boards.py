"""What a plan does on each board: matches recalculated, players and places moved, who wins."""

from collections.abc import Mapping
from typing import NamedTuple

from ladder.models import Season
from ladder.ratings import Result
from ladder.services.consequences.moves import PlayerMove, list_player_moves, select_shown_moves
from ladder.services.consequences.remade import (
    RecalculatedMatch,
    describe_recalculated_matches,
    list_recalculated_matches,
)
from ladder.services.consequences.tables import BoardTables, load_board_tables
from ladder.services.ledger import BoardPlan, Plan


class BoardConsequences(NamedTuple):
    """What changes on one board; `season` names a later one, which opens from the season that changes."""

    season: str
    label: str
    matches: int
    ratings: int
    places: int
    biggest: PlayerMove | None
    moves: list[PlayerMove]
    more: int  # moves that are not named
    unseen: int  # ratings that move by less than is printed
    openings: int  # players who bring something else into the later season
    winner: str  # who stands first instead of whom
    is_won: bool  # the season is closed, so that is who has won it
    remade: list[RecalculatedMatch]
    barred: list[str]  # matches that would not have been allowed (W-9)


def describe_consequences(
    plan: Plan, names: Mapping[int, str], results: Mapping[int, Result] | None = None
) -> list[BoardConsequences]:
    """Return what the plan does, board by board, later seasons last.

    `names` adds players who are new; `results` says what the matches are that change and count.
    """
    return [describe_board_consequences(plan.season, one, names, results or {}) for one in plan.boards]


def describe_board_consequences(
    season: Season, plan: BoardPlan, new: Mapping[int, str], results: Mapping[int, Result]
) -> BoardConsequences:
    """Return what the plan does on one board."""
    seen = load_board_tables(plan, new)
    found = list_player_moves(seen)
    named = select_shown_moves(found)
    later = plan.board.season.pk != season.pk
    results = {} if later else results
    return BoardConsequences(
        plan.board.season.name if later else "",
        seen.label,
        len(list_recalculated_matches(plan, results)),
        sum(one.is_seen for one in found),
        sum(one.place != one.place_before for one in found),
        max((one for one in found if one.change), key=lambda one: abs(one.moved), default=None),
        named,
        len([one for one in found if one.differs]) - len(named),
        sum(one.is_unseen for one in found),
        len(plan.brought.changed) + len(plan.brought.gone) if plan.brought else 0,
        describe_new_winner(plan.board.season, seen) if is_main_board(plan) else "",
        plan.board.season.closed_at is not None,
        describe_recalculated_matches(plan, seen.names, results),
        describe_ineligible_matches(plan, seen.names),
    )


def is_main_board(plan: BoardPlan) -> bool:
    """Say whether the board is its season's main one."""
    first = plan.board.season.boards.first()
    return first is not None and first.pk == plan.board.pk


def describe_new_winner(season: Season, seen: BoardTables) -> str:
    """Return who has the first rank instead of whom; nothing where it stays or nobody had it."""
    was, will = (next(iter(ranks), None) for ranks in (seen.ranks_were, seen.ranks_will))
    if was == will or was is None:
        return ""
    verb = "wins" if season.closed_at else "leads"
    who = seen.names[will] if will else "Nobody"
    return f"{who} {verb} {season.name} instead of {seen.names[was]}."


def describe_ineligible_matches(plan: BoardPlan, names: Mapping[int, str]) -> list[str]:
    """Return the matches, of those that are rated anew, that would not have been allowed, and why."""
    return [f"Match {note.match}: {note.message.text(lambda one: names.get(one, '?'))}" for note in plan.barred]
