"""Rows that are there twice in a row of rows, as when a part of a sheet was pasted again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import NamedTuple

SHORTEST = 3  # rows; two equal ones may well be two matches
DIFFERENT = 3  # of them: of two players in an evening, each wins now and then, and that repeats by chance
MOST = 50  # blocks that are asked about
TRIED = 20  # earlier places where a block may have begun


class Block(NamedTuple):
    """Rows from `start` on that say the same as those from `first` on; places in the sequence."""

    first: int
    start: int
    length: int


def blocks(contents: Sequence[Hashable]) -> list[Block]:
    """Return the repeated blocks, as long as they go; none overlaps what it repeats."""
    seen: dict[Hashable, list[int]] = defaultdict(list)
    found: list[Block] = []
    at = 0
    while at < len(contents) and len(found) < MOST:
        earlier = seen[contents[at]][:TRIED]
        best = max((Block(first, at, common(contents, first, at)) for first in earlier), key=length, default=None)
        if best and best.length >= SHORTEST and len(set(contents[at : at + best.length])) >= DIFFERENT:
            found.append(best)
            at += best.length
            continue
        seen[contents[at]].append(at)
        at += 1
    return found


def length(block: Block) -> int:
    return block.length


def common(contents: Sequence[Hashable], first: int, start: int) -> int:
    """Return for how many rows the two places say the same, without running into each other."""
    most = min(len(contents) - start, start - first)
    return next((step for step in range(most) if contents[first + step] != contents[start + step]), most)
