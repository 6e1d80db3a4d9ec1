"""The next boxes from how the last ones ended: who goes up and down, and why. Plain Python.

From the top, for each two levels: the last ones of the upper level go down, and as many of the lower one come up as
there is room then. Players of boxes side by side count in turns (B4). In a new box those who came down are first, then
those who stay, then those who came up; newcomers are the last of the lowest level.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from ladder.formats.words import format_ordinal
from ladder.models.box import BOX_LETTERS

SMALLEST_BOX = 3
UP, DOWN, STAYS, NEW, OUT = "up", "down", "stays", "new", "out"


class BoxEnd(NamedTuple):
    """How a player ended in a box; `reason` says why they are not in the next boxes, and is empty for all others."""

    player: int
    level: int
    letter: str
    rank: int
    size: int  # of the box
    played: int
    reason: str = ""

    @property
    def place(self) -> str:
        """Such as "2nd of 5 in Box 2A"."""
        return f"{format_ordinal(self.rank)} of {self.size} in Box {self.level}{self.letter}"


class BoxMove(NamedTuple):
    """Where a player goes: up, down, in, out, or nowhere; and why."""

    player: int
    how: str
    reason: str


class BoxOrder(NamedTuple):
    """The rules that a proposal follows, as the ladder has them."""

    size: int
    parallel: int = 1
    up: int = 1
    down: int = 1
    least: int = 0  # matches to play to go up

    def count_places(self, level: int) -> int:
        """Return how many players a level has, counted from 0, when its boxes are full."""
        return self.size * self.count_boxes(level)

    def count_boxes(self, level: int) -> int:
        """Return how many boxes a level has, counted from 0."""
        return 1 if level == 0 else self.parallel


class BoxProposal(NamedTuple):
    """The next boxes: of each level its boxes, and of each box its players in their order; and all moves."""

    levels: list[list[list[int]]]
    moves: list[BoxMove]

    def list_boxes(self) -> list[tuple[int, str, list[int]]]:
        """Return level, letter and players of each box."""
        return [
            (number, BOX_LETTERS[place] if len(boxes) > 1 else "", box)
            for number, boxes in enumerate(self.levels, start=1)
            for place, box in enumerate(boxes)
        ]


def propose_boxes(ends: Sequence[BoxEnd], newcomers: Sequence[int], order: BoxOrder) -> BoxProposal:
    """Return the next boxes for those who were in the last ones, and for newcomers in their order."""
    moves = [BoxMove(one.player, OUT, one.reason) for one in ends if one.reason]
    levels = sort_by_level([one for one in ends if not one.reason])
    after: list[list[BoxMove]] = [[] for _ in levels]
    for number, here in enumerate(levels):
        below = levels[number + 1] if number + 1 < len(levels) else []
        down = pick_down(here, below, order)
        staying = [one for one in here if one not in down]
        stay_or_come_down = [*after[number], *[BoxMove(one.player, STAYS, explain_stay(one, order)) for one in staying]]
        room = order.count_places(number) - len(stay_or_come_down)
        up = pick_up(below, room, order)
        if not below:
            up, down = [], []
        kept = down[: max(room - len(up), 0)]
        stay_or_come_down += [BoxMove(one.player, STAYS, f"{one.place}; nobody comes up") for one in kept]
        after[number] = [*stay_or_come_down, *[explain_up(one, order) for one in up]]
        if below:
            after[number + 1] = [BoxMove(one.player, DOWN, one.place) for one in down[len(kept) :]]
            levels[number + 1] = [one for one in below if one not in up]
    arranged = after or [[]]
    arranged[-1] += [BoxMove(player, NEW, "new") for player in newcomers]
    moves += [move for level in arranged for move in level]
    return BoxProposal(cut_into_boxes([[move.player for move in level] for level in arranged], order), moves)


def sort_by_level(ends: Sequence[BoxEnd]) -> list[list[BoxEnd]]:
    """Return the players of each level, those of boxes side by side in turns."""
    found: dict[int, list[BoxEnd]] = {}
    for one in ends:
        found.setdefault(one.level, []).append(one)
    return [take_turns(found[level]) for level in sorted(found)]


def take_turns(ends: Sequence[BoxEnd]) -> list[BoxEnd]:
    """Return players of one level in turns: first of 2A, of 2B, second of 2A; only those who are given are counted."""
    boxes: dict[str, list[BoxEnd]] = {}
    for one in sorted(ends, key=lambda one: (one.letter, one.rank)):
        boxes.setdefault(one.letter, []).append(one)
    return [one for turn in zip_longest(*boxes.values()) for one in turn if one]


def pick_down(here: Sequence[BoxEnd], below: Sequence[BoxEnd], order: BoxOrder) -> list[BoxEnd]:
    """Return who of a level goes down: the last ones of each box, as many as the rule says."""
    if not below or not order.down:
        return []
    boxes: dict[str, list[BoxEnd]] = {}
    for one in here:
        boxes.setdefault(one.letter, []).append(one)
    last = [one for box in boxes.values() for one in box[-order.down :]]
    return [one for one in here if one in last]


def pick_up(below: Sequence[BoxEnd], room: int, order: BoxOrder) -> list[BoxEnd]:
    """Return the first ones of the level below who may go up, as many as there is room."""
    able = take_turns([one for one in below if one.played >= order.least])
    return able[: max(room, 0)] if order.up else []


def explain_stay(one: BoxEnd, order: BoxOrder) -> str:
    """Return why somebody stays who would have gone up; their place for all others."""
    if one.level > 1 and one.rank <= order.up and one.played < order.least:
        return f"{one.place}; played {one.played}, and {order.least} are asked to go up"
    return one.place


def explain_up(one: BoxEnd, order: BoxOrder) -> BoxMove:
    """Return the move of somebody who goes up, by the rule or since there is room."""
    return BoxMove(one.player, UP, one.place if one.rank <= order.up else f"{one.place}, and there is room above")


def cut_into_boxes(levels: Sequence[Sequence[int]], order: BoxOrder) -> list[list[list[int]]]:
    """Return the boxes of each level: the lowest is cut again where it has too many players, and joined if too few."""
    rest = [list(level) for level in levels if level]
    while rest and len(rest[-1]) > order.count_places(len(rest) - 1) + order.count_boxes(len(rest) - 1):
        full = order.count_places(len(rest) - 1)
        rest.append(rest[-1][full:])
        rest[-2] = rest[-2][:full]
    if len(rest) > 1 and len(rest[-1]) < SMALLEST_BOX:
        *rest, above, last = rest
        rest.append(above + last)
    return [deal_into_boxes(level, order, number) for number, level in enumerate(rest)]


def deal_into_boxes(players: Sequence[int], order: BoxOrder, level: int) -> list[list[int]]:
    """Return the boxes of a level, its players dealt in turns; no more boxes than can be filled."""
    fit = -(-len(players) // (order.size + 1))
    count = max(1, min(order.count_boxes(level), max(fit, len(players) // order.size)))
    return [list(players[number::count]) for number in range(count)]
