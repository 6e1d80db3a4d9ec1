"""Rows that are there twice in a row of rows, as when a part of a sheet was pasted again."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from typing import NamedTuple

SHORTEST_BLOCK = 3  # rows; two equal ones may well be two matches
DIFFERENT = 3  # of them: of two players in an evening, each wins now and then, and that repeats by chance
MOST_BLOCKS = 50  # blocks that are asked about
TRIED = 20  # earlier places where a block may have begun
ALIKE = 100  # rows of fewer contents with which no block begins: comparing them to one another would take minutes


class RepeatedBlock(NamedTuple):
    """Rows from `start` on that say the same as those from `first` on; places in the sequence."""

    first: int
    start: int
    length: int


def find_repeated_blocks(contents: Sequence[Hashable]) -> list[RepeatedBlock]:
    """Return the repeated blocks, as long as they go; none overlaps what it repeats."""
    seen: dict[Hashable, list[int]] = defaultdict(list)
    found: list[RepeatedBlock] = []
    enough = count_rows_until_different(contents)
    at = 0
    while at < len(contents) and len(found) < MOST_BLOCKS:
        earlier = seen[contents[at]][:TRIED] if enough[at] <= ALIKE else ()
        best = max(
            (RepeatedBlock(first, at, count_equal_rows(contents, first, at)) for first in earlier),
            key=get_block_length,
            default=None,
        )
        if best and best.length >= max(SHORTEST_BLOCK, enough[at]):
            found.append(best)
            at += best.length
            continue
        seen[contents[at]].append(at)
        at += 1
    return found


def count_rows_until_different(contents: Sequence[Hashable]) -> list[int]:
    """Return how many rows from each place on there are until enough of them differ; more than all where none do."""
    held: Counter[Hashable] = Counter()
    found, end = [], 0
    for start, content in enumerate(contents):
        while len(held) < DIFFERENT and end < len(contents):
            held[contents[end]] += 1
            end += 1
        found.append(end - start if len(held) == DIFFERENT else len(contents) + 1)
        held[content] -= 1
        if not held[content]:
            del held[content]
    return found


def get_block_length(block: RepeatedBlock) -> int:
    return block.length


def count_equal_rows(contents: Sequence[Hashable], first: int, start: int) -> int:
    """Return for how many rows the two places say the same, without running into each other."""
    most = min(len(contents) - start, start - first)
    return next((step for step in range(most) if contents[first + step] != contents[start + step]), most)
