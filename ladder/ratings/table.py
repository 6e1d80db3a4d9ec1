"""The standings of a fold as printed: ranked, with decay up to a day."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from .base import RatingSystem
from .clock import decayed
from .replay import Fold
from .values import Counts, Rating


class Line(NamedTuple):
    """One player's line of the standings."""

    rank: int
    name: str
    rating: float
    shown: str
    change: float | None  # the most recent counting match's, without decay
    change_shown: str
    provisional: bool
    played: int
    won: int
    drawn: int
    lost: int
    died: int
    experience: int


def standings(system: RatingSystem, fold: Fold, as_of: date | None = None) -> list[Line]:
    """Return everyone in the fold's table, ranked on the unrounded rating as of the end of that day (G-4).

    Players are keyed by their names.
    """
    rows = []
    for player, rating in fold.table.items():
        counts = fold.counts.get(player, Counts())
        current = decayed(system, rating, as_of) if as_of else rating
        rows.append((system.order(current, counts), player.casefold(), player, current, counts))
    rows.sort(key=lambda row: row[:3])
    return [
        line(system, rank, player, rating, last_change(fold, player), counts)
        for rank, (_, _, player, rating, counts) in enumerate(rows, start=1)
    ]


def line(system: RatingSystem, rank: int, name: str, rating: Rating, change: float | None, counts: Counts) -> Line:
    """Return one line, its figures as the system prints them."""
    provisional = system.provisional_left(rating) > 0
    shown = system.shown(rating.points) + ("?" if provisional else "")
    moved = "" if change is None else system.change_shown(change).replace("−", "-")
    gained = experience(system, rating, counts)
    return Line(rank, name, rating.points + 0, shown, change, moved, provisional, *counts, gained)


def last_change(fold: Fold, player: str) -> float | None:
    """Return what the player's most recent counting match was worth; zero is never minus zero."""
    row = fold.last.get(player)
    if row is None:
        return None
    return fold.history.after_points[row] - fold.history.before_points[row] + 0


def experience(system: RatingSystem, rating: Rating, counts: Counts) -> int:
    """Return the sum of match lengths where the list prints that (B-8), else the number of counted matches."""
    return rating.experience if system.key == "match-length-elo" else counts.played
