"""Ranks: who shares one, and how long a player may go without a match before they lose it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from datetime import date
from typing import NamedTuple

INACTIVE_AFTER = 60  # days without a match, where nothing else is set


class Rank(NamedTuple):
    """A rank: one more than there are ranked players ahead. Players who are level in everything share it."""

    number: int
    is_shared: bool = False

    def __str__(self) -> str:
        return f"{self.number}=" if self.is_shared else f"{self.number}"


def number_ranks(keys: Sequence[Hashable], ranked: Sequence[bool]) -> list[Rank]:
    """Return the rank of each player, first place first; equal keys share one, and the next rank skips.

    Whoever is not ranked takes no number from the others, and gets the rank that they would have.
    """
    sizes: dict[Hashable, int] = {}
    for key, counts in zip(keys, ranked, strict=True):
        sizes[key] = sizes.get(key, 0) + counts
    found, ahead, last = [], 0, None
    for key, counts in zip(keys, ranked, strict=True):
        if last is not None and key != last:
            ahead += sizes[last]
        found.append(Rank(ahead + 1, bool(counts) and sizes[key] > 1))
        last = key
    return found


def find_last_counted_day(day: date, newest: date | None, limit: int) -> date:
    """Return the day up to which days without a match are counted.

    Where nobody has played for longer than the limit, ranks stand as on the day of the last match.
    """
    return newest if newest and (day - newest).days > limit else day


def explain_silence(last: date, counted: date, day: date, limit: int) -> str:
    """Return that a player's last match is too long ago; nothing where it is not."""
    return f"no match for {(day - last).days:,} days" if (counted - last).days > limit else ""
