"""Read, check and find the games."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ladder.ratings import RatingError, RatingSystem, create_system

GROUPS = ("Racket sports", "Board games", "Tables and boards", "Cards, screens and others")
SIDES, SEVERAL = "sides", "several"
FORMATS = {"two": {"duel"}, SIDES: {"teams"}, SEVERAL: {"battle", "tournament"}}
"""The formats of match that can be meant by each way of entering a game."""

OTHER = "other"  # the game of whoever finds theirs nowhere
ALTERNATIVES = 2


@dataclass(frozen=True)
class SystemAdvice:
    """A rating system with its options, and why or when a game should use it: a clause after "because" or "if"."""

    key: str
    why: str
    options: Mapping[str, Any] = field(default_factory=dict)

    def create(self) -> RatingSystem:
        """Return the system with these options. Raises: RatingError."""
        return create_system(self.key, self.options)


@dataclass(frozen=True)
class Game:
    """A game: what a match is, how it is entered, the rating systems that suit it, and settings for its ladder."""

    key: str
    label: str
    group: str
    match: str
    entry: str
    draws: bool
    system: SystemAdvice
    alternatives: tuple[SystemAdvice, ...]
    settings: Mapping[str, Any]
    also: tuple[str, ...] = ()
    lengths: tuple[int, ...] = ()

    @property
    def systems(self) -> tuple[SystemAdvice, ...]:
        """The recommended system, and then the alternatives."""
        return (self.system, *self.alternatives)

    @property
    def words(self) -> str:
        """All words by which it is found, in small letters."""
        return " ".join((self.label, *self.also)).casefold()

    def __str__(self) -> str:
        return self.label


def build_game(key: str, values: Mapping[str, Any]) -> Game:
    """Return the game that a file describes.

    Raises: ValueError, TypeError, KeyError or RatingError where the file is wrong.
    """
    read = dict(values)
    first, others = dict(read.pop("system")), [dict(one) for one in read.pop("alternatives", ())]
    system = SystemAdvice(why=first.pop("because"), **first)
    alternatives = tuple(SystemAdvice(why=one.pop("when"), **one) for one in others)
    also, lengths = (tuple(read.pop(name, ())) for name in ("also", "lengths"))
    if lengths:
        read["settings"] = {**read["settings"], "match_lengths": " ".join(map(str, lengths))}
    game = Game(key=key, system=system, alternatives=alternatives, also=also, lengths=lengths, **read)
    check_game(game)
    return game


def check_game(game: Game) -> None:
    """Refuse a game that doesn't hold together. Raises: ValueError or RatingError."""
    if game.group not in GROUPS:
        raise ValueError(f"There is no group {game.group}.")
    if len({one.key for one in game.systems}) != 1 + ALTERNATIVES:
        raise ValueError(f"A game has a recommended system and {ALTERNATIVES} others.")
    for one in game.systems:
        found = one.create()
        if not FORMATS[game.entry] & {kind.format.key for kind in found.kinds}:
            raise ValueError(f"{one.key} doesn't rate a game that is entered by {game.entry}.")
        if game.draws != found.draws and game.entry != SEVERAL:
            raise ValueError(f"{one.key} has {'draws' if found.draws else 'no draws'}.")


@cache
def load_games() -> dict[str, Game]:
    """Return every game by key, in the order of their groups and names; the one for all others comes last.

    Raises: ValueError with the name of the file that is wrong.
    """
    found = []
    for path in Path(__file__).parent.glob("*.toml"):
        try:
            found.append(build_game(path.stem, tomllib.loads(path.read_text(encoding="utf-8"))))
        except (ValueError, TypeError, KeyError, RatingError) as error:
            raise ValueError(f"{path.name}: {error}") from error
    found.sort(key=lambda one: (one.key == OTHER, GROUPS.index(one.group), one.label.casefold()))
    return {one.key: one for one in found}


def list_games() -> list[Game]:
    """Return every game, by group and name."""
    return list(load_games().values())


def find_game(key: str) -> Game | None:
    """Return the game with this key."""
    return load_games().get(key)


def find_other_game() -> Game:
    """Return the game of whoever finds theirs nowhere."""
    return load_games()[OTHER]


def search_games(text: str) -> list[Game]:
    """Return the games that have all of these words, or their beginnings, among theirs."""
    wanted = text.casefold().split()
    return [one for one in list_games() if all(f" {word}" in f" {one.words}" for word in wanted)]
