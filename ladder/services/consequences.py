"""What a planned change would do, in figures: matches recomputed, players moved, places."""

from collections.abc import Mapping
from typing import NamedTuple

from ladder.models import Board
from ladder.selectors.printing import change_text, direction, rating_text
from players.models import Player

from .ledger import BoardPlan, Plan
from .ledger.past import Table, standing_table


class Move(NamedTuple):
    """A player whose rating or place a change moves on one board."""

    name: str
    before: str
    after: str
    change: str
    direction: str
    place_before: int | None
    place: int | None


class Consequence(NamedTuple):
    """What changes on one board."""

    label: str
    matches: int
    ratings: int
    places: int
    moves: list[Move]


def consequences(plan: Plan, names: Mapping[int, str]) -> list[Consequence]:
    """Return what the plan does on each board of the season itself; `names` adds players who are new."""
    return [on_board(one, names) for one in plan.boards if one.board.season_id == plan.season.pk]


def on_board(plan: BoardPlan, new: Mapping[int, str]) -> Consequence:
    """Return the figures and the players moved, by the place they would have."""
    before = standing_table(plan.board)
    after = {player: past for player, past in (before | plan.table).items() if player not in plan.left}
    names = dict(Player.objects.filter(pk__in={*before, *after}).values_list("pk", "name")) | dict(new)
    was, will = ranks(plan.board, before, names), ranks(plan.board, after, names)
    players = sorted({*was, *will}, key=lambda player: will.get(player, len(names) + 1))
    moves = [move(plan.board, player, names, before, after, was, will) for player in players]
    ratings = [one for one in moves if one.before != one.after or one.change]
    places = sum(one.place != one.place_before for one in moves)
    matches = len({row.seat[0] for row in plan.rows})
    return Consequence(
        plan.board.rating_system.about.label, matches, len(ratings), places, [one for one in moves if differs(one)]
    )


def differs(move: Move) -> bool:
    return bool(move.change) or move.before != move.after or move.place != move.place_before


def ranks(board: Board, table: Table, names: Mapping[int, str]) -> dict[int, int]:
    """Return everybody's place."""
    system = board.rating_system
    keys = {
        player: (*system.order(past.rating, past.counts), names[player].casefold()) for player, past in table.items()
    }
    return {player: place for place, player in enumerate(sorted(keys, key=keys.__getitem__), 1)}


def move(
    board: Board, player: int, names: Mapping[int, str], before: Table, after: Table, was: Table, will: Table
) -> Move:
    """Return a player's line."""
    system = board.rating_system
    old, new = (table[player].rating.points if player in table else None for table in (before, after))
    change = (new or 0) - (system.initial().points if old is None else old) if new is not None else 0
    shown = [rating_text(system, points) if points is not None else "" for points in (old, new)]
    text = change_text(system, change) if change else ""
    return Move(names[player], *shown, text, direction(change), was.get(player), will.get(player))
