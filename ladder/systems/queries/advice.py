"""Which rating systems suit a game, and why."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any, NamedTuple

from ladder.games import FROM_THE_GAME, Game, SystemAdvice
from ladder.pages.figures import format_alternatives
from ladder.pages.options import OWN, USUAL, find_preset, format_option, name_presets
from ladder.ratings import Option, list_options
from ladder.systems.queries.system_page import SystemCard, build_system_card, list_system_cards


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


def list_other_cards(game: Game | None) -> list[SystemCard]:
    """Return the systems that a game has nothing to say about; without a game, all of them."""
    advised = {one.key for one in game.systems} if game else set()
    return [card for card in list_system_cards() if card.key not in advised]


def group_games(games: Iterable[Game]) -> list[GameGroup]:
    """Return these games by group; they are in that order already."""
    return [GameGroup(label, list(found)) for label, found in groupby(games, key=lambda one: one.group)]


def describe_advice(game: Game) -> str:
    """Return how a game is played and rated, in words.

    Such as "a match to a number of legs, usually 3 or 5. Match-length Elo, because a longer match says more."
    """
    usually = f", usually {format_alternatives(game.lengths)}" if game.lengths else ""
    return f"{game.match}{usually}. {describe_system(game.system)}, because {game.system.why}."


def describe_system(advice: SystemAdvice) -> str:
    """Return a system as a game has it, in words: "Elo (K for everybody 24)", or "Elo as in chess (FIDE)"."""
    system = advice.create()
    preset = find_preset(system)
    if preset not in (OWN, USUAL):
        return name_presets(system)[preset]
    chosen = [one for one in list_options(system) if one.name in advice.options.keys() - FROM_THE_GAME]
    words = "; ".join(describe_chosen_option(one, getattr(system, one.name)) for one in chosen)
    return f"{system.about.label} ({words})" if words else system.about.label


def describe_chosen_option(one: Option, value: Any) -> str:
    """Return the value of an option in words, with its label unless the value says enough."""
    text = format_option(one, value)
    return text if one.choices else f"{one.label} {text}"
