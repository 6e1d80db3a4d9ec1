"""The columns of the standings: what each prints of a player, and how it is sorted."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, Literal, NamedTuple

from ladder.formats import format_ordinal

from .values import Counts, Rating

NONE_THIS_SEASON = "none this season"


class PlayerFigures(NamedTuple):
    """What the functions of a column get: a player's rating and counts on a board on a day."""

    rating: Rating
    counts: Counts  # of the matches that were rated here, without any from before the first one
    gained: int  # the experience of these matches
    best_place: int | None = None  # in the tournaments of this board; None where it has none, and in files


class Column(NamedTuple):
    """A column of the standings beside the rating and the last change."""

    key: str  # in addresses: `?sort=played`
    label: str
    value: Callable[[PlayerFigures], str]
    sort: Callable[[PlayerFigures], Any]
    unit: str | None = None  # printed after the figure in a narrow list; None for the label in lower case
    note: Callable[[PlayerFigures], str] | None = None  # printed small below the figure
    low_first: bool = False  # sorted from the low end, where someone chooses this column
    shown_on: Literal["everywhere", "pages", "files"] = "everywhere"

    @classmethod
    def counted(cls, key: str, label: str, shown_on: Literal["everywhere", "pages", "files"] = "everywhere") -> Column:
        """Return a column of one of `Counts`: played, won, drawn, lost or died."""

        def read_count(one: PlayerFigures) -> int:
            return int(getattr(one.counts, key))

        return cls(key, label, lambda one: f"{read_count(one):,}", read_count, shown_on=shown_on)

    @classmethod
    def record(cls, label: str, draws: bool | None = False) -> Column:
        """Return the column of matches won and lost: 7–3, or 7–1–3 where there are draws.

        None is for systems that a ladder may use with draws or without: only a player who drew has draws.
        """
        return cls(
            "record",
            label,
            lambda one: format_record(one.counts, one.counts.drawn > 0 if draws is None else draws),
            lambda one: (one.counts.won - one.counts.lost, one.counts.won),
            unit="",
        )

    @classmethod
    def experience(cls, label: str) -> Column:
        """Return the column of the whole experience, with that of this season if there was some before it."""
        return cls(
            "experience",
            label,
            lambda one: f"{one.rating.experience:,}",
            lambda one: one.rating.experience,
            note=describe_gain,
        )

    @classmethod
    def best_place(cls, label: str = "Best place") -> Column:
        """Return the column of the best finishing place; only pages have it."""
        return cls(
            "best",
            label,
            lambda one: format_ordinal(one.best_place) if one.best_place else "",
            lambda one: one.best_place or inf,
            unit="at best",
            low_first=True,
            shown_on="pages",
        )


def describe_gain(one: PlayerFigures) -> str:
    """Return how much of the experience is of this season; an empty text where all is."""
    if one.gained == one.rating.experience:
        return ""
    return f"{one.gained:,} this season" if one.gained else NONE_THIS_SEASON


def format_record(counts: Counts, draws: bool) -> str:
    """Return matches won and lost, with the draws between them if the system has draws: 7–3.

    Where some have finishing places instead, it is how often a player was first: "firsts in 4 of 8".
    """
    if counts.played > counts.won + counts.drawn + counts.lost:
        return f"firsts in {counts.won:,} of {counts.played:,}"
    parts = (counts.won, counts.drawn, counts.lost) if draws else (counts.won, counts.lost)
    return "–".join(map(str, parts))
