"""What a planned change would do, in figures: matches recomputed, players moved, places."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import NamedTuple

from django.utils import timezone

from ladder.ratings import RatingSystem, decayed
from ladder.selectors.past import Table, standing_table
from ladder.selectors.printing import change_text, direction, rating_text
from ladder.selectors.ranking import State, ranks
from players.models import Player
from players.names import name_key

from .ledger import BoardPlan, Plan


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
    unseen: int


def consequences(plan: Plan, names: Mapping[int, str]) -> list[Consequence]:
    """Return what the plan does on each board of the season itself; `names` adds players who are new."""
    return [on_board(one, names) for one in plan.boards if one.board.season_id == plan.season.pk]


def on_board(plan: BoardPlan, new: Mapping[int, str]) -> Consequence:
    """Return the figures and the players moved, by the place they would have."""
    system, day = plan.board.rating_system, timezone.localdate()
    before = standing_table(plan.board)
    after = {player: past for player, past in (before | plan.table).items() if player not in plan.left}
    names = dict(Player.objects.filter(pk__in={*before, *after}).values_list("pk", "name")) | dict(new)
    was, will = (ranks(system, states(table, names), day) for table in (before, after))
    old, now = (points(system, table, day) for table in (before, after))
    players = sorted(names, key=lambda player: will.get(player, len(names) + 1))
    moves = [move(system, names[one], old.get(one), now.get(one), was.get(one), will.get(one)) for one in players]
    seen = sum(one.before != one.after or bool(one.change) for one in moves)
    unseen = sum(old.get(one) != now.get(one) for one in players) - seen
    places = sum(one.place != one.place_before for one in moves)
    matches = len({row.seat[0] for row in plan.rows})
    return Consequence(system.about.label, matches, seen, places, [one for one in moves if differs(one)], unseen)


def differs(move: Move) -> bool:
    return bool(move.change) or move.before != move.after or move.place != move.place_before


def states(table: Table, names: Mapping[int, str]) -> Iterator[State]:
    """Give a table's players as they are ranked."""
    for player, past in table.items():
        yield State(player, name_key(names[player]), past.rating, past.counts)


def points(system: RatingSystem, table: Table, day: date) -> dict[int, float]:
    """Return everybody's rating as of that day."""
    return {player: decayed(system, past.rating, day).points for player, past in table.items()}


def move(
    system: RatingSystem, name: str, old: float | None, new: float | None, was: int | None, will: int | None
) -> Move:
    """Return a player's line; a change too small to print is none."""
    start = system.initial().points if old is None else old
    change = 0 if new is None else new - start
    text = change_text(system, change)
    before, after = ("" if figure is None else rating_text(system, figure) for figure in (old, new))
    return Move(name, before, after, "" if text == system.change_shown(0) else text, direction(change), was, will)
