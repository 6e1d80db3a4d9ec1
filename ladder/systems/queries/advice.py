"""Which rating systems suit a game, and which games suit a rating system."""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from ladder.games import Game, SystemAdvice, list_games
from ladder.pages.options import list_option_lines
from ladder.ratings import RatingSystem
from ladder.systems.queries.system_page import SystemCard, build_system_card


class AdvisedSystem(NamedTuple):
    """A rating system that suits a game, and one sentence why."""

    card: SystemCard
    sentence: str
    is_recommended: bool


class GameGroup(NamedTuple):
    """Games of one sort."""

    label: str
    games: list[Game]


def list_advised_systems(game: Game) -> list[AdvisedSystem]:
    """Return the systems that suit a game, the recommended one first."""
    first = AdvisedSystem(build_system_card(game.system.key), f"Recommended, because {game.system.why}.", True)
    others = [AdvisedSystem(build_system_card(one.key), f"Better if {one.why}.", False) for one in game.alternatives]
    return [first, *others]


def group_games(games: Iterable[Game]) -> list[GameGroup]:
    """Return these games by group; they are in that order already."""
    return [GameGroup(label, list(found)) for label, found in groupby(games, key=lambda one: one.group)]


def describe_advice(game: Game) -> str:
    """Return how a game is played and rated, in words.

    Such as "a match to a number of legs, usually 3 or 5. Match-length Elo, because a longer match says more."
    """
    *most, last = game.lengths or ("",)
    usually = f", usually {', '.join(map(str, most))} or {last}" if most else ""
    return f"{game.match}{usually}. {describe_system(game.system)}, because {game.system.why}."


def describe_system(advice: SystemAdvice) -> str:
    """Return a system with the options that differ from the usual ones, in words."""
    system = advice.create()
    options = ", ".join(
        f"{one.label[0].lower()}{one.label[1:]} {one.value}" for one in list_option_lines(system) if one.differs
    )
    return f"{system.about.label} with {options}" if options else system.about.label


def list_games_rated_by(system: RatingSystem) -> list[Game]:
    """Return the games for which a system is recommended."""
    return [one for one in list_games() if one.system.key == system.key]
