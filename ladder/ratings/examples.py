"""What a page about a system shows besides its rules: questions, runs of games, tables."""

from __future__ import annotations

from typing import Any, NamedTuple


class Question(NamedTuple):
    """A question to test oneself with; the system works out the answer for the first player."""

    rule: str
    asks: str
    result: Any  # a Result
    before: tuple[Any, ...]  # its Ratings


class Series(NamedTuple):
    """A printed run of games of one player, who has the first seat in each."""

    rule: str
    says: str
    start: Any  # the player's Rating before the first game
    games: tuple[tuple[Any, Any], ...]  # each game's Result and the opponent's Rating
    ratings: tuple[str, ...] = ()  # after each game, as `shown` prints them; empty where nothing is printed


class Table(NamedTuple):
    """A printed table: its caption, the heads of its columns, its rows."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
