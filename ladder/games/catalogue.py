"""Read, check and find the games.

Of a game whose file says that it is played in doubles too there are three: singles, doubles, and both.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from ladder.ratings import RatingError, RatingSystem, create_system, list_options
from ladder.ratings.sides import BOTH, SINGLES, TEAMS_ONLY

GAME_GROUPS = ("Racket sports", "Board games", "Tables and boards", "Cards, screens and others")
SIDES, SEVERAL = "sides", "several"
FORMATS_BY_PLAYERS = {"two": {"duel"}, SIDES: {"teams"}, SEVERAL: {"battle", "tournament"}}
"""The formats of match that can be meant by each way of entering a game."""

OTHER_GAME = "other"  # the game of whoever finds theirs nowhere
MOST_ALTERNATIVES = 2
FROM_THE_GAME = {"draws", "takes"}  # options that follow from how the game is played
CHALLENGE_SETTINGS = ("challenge_reach", "answer_days", "play_days")  # for those who climb by challenges

SIDES_QUESTIONS = {
    TEAMS_ONLY: ("two against two", "Any of the four reports, just once."),
    BOTH: ("singles and doubles", "One of those who played reports, just once."),
}
"""How a game is played and who reports, where it is played with these sides."""


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
    doubles: bool = False  # it is played in doubles too, so a new ladder asks who plays
    sides: str = SINGLES  # of a game that asks: singles, teams for doubles, or both
    family: str = ""  # the key of the game's file

    @property
    def systems(self) -> tuple[SystemAdvice, ...]:
        """The recommended system, and then the alternatives."""
        return (self.system, *self.alternatives)

    def choose_options(self, system: str) -> Mapping[str, Any]:
        """Return the options that the game gives a system; one that it doesn't advise has what follows from the game.

        Raises: RatingError for a system that there isn't.
        """
        advised = next((one.options for one in self.systems if one.key == system), None)
        if advised is not None:
            return advised
        known = {one.name for one in list_options(create_system(system))}
        return {name: self.system.options[name] for name in FROM_THE_GAME & known & self.system.options.keys()}

    @property
    def words(self) -> str:
        """All words by which it is found, in small letters."""
        return " ".join((self.label, *self.also, *(("doubles", "mixed") if self.doubles else ()))).casefold()

    @property
    def ladder_name(self) -> str:
        """What its ladder is called, unless somebody has a better name: the label without what follows a comma."""
        return self.label.partition(",")[0]

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
    game = Game(key=key, family=key, system=system, alternatives=alternatives, also=also, lengths=lengths, **read)
    check_game(game)
    return game


def build_side_games(game: Game) -> list[Game]:
    """Return a game of two as it is played in doubles, and as singles and doubles on one ladder.

    Raises: ValueError or RatingError where it doesn't hold together.
    """
    found = [
        build_side_game(game, TEAMS_ONLY, "doubles", f"{game.label}{',' if game.key == OTHER_GAME else ''} doubles"),
        build_side_game(game, BOTH, "both", f"{game.label}, singles and doubles"),
    ]
    for one in found:
        check_game(one)
    return found


def build_side_game(game: Game, sides: str, ending: str, label: str) -> Game:
    """Return a game of two as it is played with these sides: rated by systems that know them, two on a side."""
    key = f"{game.key.removesuffix('-singles')}-{ending}"
    how_played, who_reports = SIDES_QUESTIONS[sides]
    systems = list_side_systems(game, sides)
    kept = {name: value for name, value in game.settings.items() if name not in CHALLENGE_SETTINGS}
    settings = {**kept, "fewest_a_side": 2, "most_a_side": 2, "how_to_report": who_reports}
    first, others = systems[0], tuple(systems[1:])
    return replace(
        game,
        key=key,
        label=label,
        match=f"{game.match}, {how_played}",
        entry=SIDES,
        sides=sides,
        system=first,
        alternatives=others,
        settings=settings,
    )


def list_side_systems(game: Game, sides: str) -> list[SystemAdvice]:
    """Return the systems that suit a game in doubles: its own first, where it counts sides, then those of any game."""
    usual = [
        SystemAdvice("elo", "each side counts as the mean of its two players, whatever the pairs"),
        SystemAdvice("openskill", "partners change all the time and ratings should settle fast"),
        SystemAdvice("points-exchange", "anybody should be able to check a rating by hand"),
        SystemAdvice("glicko-2", "some play often and others seldom, and the ratings should say how sure they are"),
    ]
    own = [] if game.system.key in {one.key for one in usual} else [game.system]
    found = []
    for advice in (*own, *usual):
        options = {one.name for one in list_options(advice.create())}
        draws = {"draws": game.draws} if "draws" in options and not game.draws else {}
        if "takes" in options:
            found.append(replace(advice, options={**advice.options, **draws, "takes": sides}))
    return [one for one in found if one.create().draws == game.draws][: 1 + MOST_ALTERNATIVES]


def check_game(game: Game) -> None:
    """Refuse a game that doesn't hold together. Raises: ValueError or RatingError."""
    if game.group not in GAME_GROUPS:
        raise ValueError(f"There is no group {game.group}.")
    if len({one.key for one in game.systems}) != 1 + MOST_ALTERNATIVES:
        raise ValueError(f"A game has a recommended system and {MOST_ALTERNATIVES} others.")
    for one in game.systems:
        found = one.create()
        if not FORMATS_BY_PLAYERS[game.entry] & {kind.format.key for kind in found.kinds}:
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
            game = build_game(path.stem, tomllib.loads(path.read_text(encoding="utf-8")))
            found += [game, *(build_side_games(game) if game.doubles else ())]
        except (ValueError, TypeError, KeyError, RatingError) as error:
            raise ValueError(f"{path.name}: {error}") from error
    found.sort(key=lambda one: (one.family == OTHER_GAME, GAME_GROUPS.index(one.group), one.label.casefold()))
    return {one.key: one for one in found}


def list_games() -> list[Game]:
    """Return every game once, by group and name: of one that is played in doubles too, the singles."""
    return [game for game in load_games().values() if game.key == game.family]


def list_ladder_games() -> list[Game]:
    """Return every game that a ladder can have, by group and name: also doubles, and both."""
    return list(load_games().values())


def list_side_choices(game: Game) -> list[Game]:
    """Return a game in singles, in doubles and in both, where it is played in doubles too; else none."""
    return [one for one in load_games().values() if game.doubles and one.family == game.family]


def find_doubles_game(key: str) -> Game:
    """Return the game with this key as it is played in doubles; of one that isn't, another game in doubles."""
    game = find_game(key)
    if game and game.entry == SIDES and not game.doubles:
        return game
    choices = (game and list_side_choices(game)) or list_side_choices(find_other_game())
    return next(one for one in choices if one.sides == TEAMS_ONLY)


def find_game(key: str) -> Game | None:
    """Return the game with this key."""
    return load_games().get(key)


def find_other_game() -> Game:
    """Return the game of whoever finds theirs nowhere."""
    return load_games()[OTHER_GAME]


def search_games(text: str) -> list[Game]:
    """Return the games that have all of these words, or their beginnings, among theirs."""
    wanted = text.casefold().split()
    return [one for one in list_games() if all(f" {word}" in f" {one.words}" for word in wanted)]
