"""The systems that the lab compares: every registered one, its variants, and those that boards use."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from ladder.formats import ANY, DUEL, TEAMS
from ladder.ratings import Kind, RatingSystem, create_system, list_options, list_system_choices
from ladder.ratings.sides import BOTH, SINGLES, TEAMS_ONLY

SIDES_BY_FORMATS = {frozenset({DUEL}): SINGLES, frozenset({TEAMS}): TEAMS_ONLY, frozenset({DUEL, TEAMS}): BOTH}
VARIANT_SEPARATOR = "~"  # in addresses: `elo~fide`


class Candidate(NamedTuple):
    """A system with options, as the lab compares it; `key` is its name in addresses."""

    key: str
    label: str
    system: RatingSystem


def list_candidates(kinds: Collection[Kind], in_use: Iterable[RatingSystem] = ()) -> list[Candidate]:
    """Return the systems in use with their options, then every system and variant that is not among them.

    Those that rate singles, doubles or both by an option take what matches of these kinds are.
    """
    known = list_known_candidates(kinds)
    found: dict[RatingSystem, Candidate] = {}
    for number, system in enumerate(in_use):
        named = next((one for one in known if one.system == system), None)
        found[system] = named or name_board_system(system, number)
    return [*found.values(), *(one for one in known if one.system not in found)]


def name_board_system(system: RatingSystem, number: int) -> Candidate:
    """Return the system of a board whose options are no variant; a season may have two boards of one system."""
    teams = ", teams" if getattr(system, "takes", "") == TEAMS_ONLY else ""
    return Candidate(
        f"{system.key}{VARIANT_SEPARATOR}board-{number}", f"{system.about.label} as on the board{teams}", system
    )


def list_known_candidates(kinds: Collection[Kind]) -> list[Candidate]:
    """Return every registered system with its usual options, each followed by its variants."""
    found = []
    for key, label in list_system_choices():
        about = create_system(key).about
        found.append(Candidate(key, label, build_fitting_system(key, {}, kinds)))
        found += [
            Candidate(f"{key}{VARIANT_SEPARATOR}{one.key}", one.label, build_fitting_system(key, one.options, kinds))
            for one in about.variants
        ]
    return found


def build_fitting_system(key: str, options: Mapping[str, Any], kinds: Collection[Kind]) -> RatingSystem:
    """Return a system that takes singles, teams or both, as these kinds are, where it asks for that.

    One that takes matches of other formats as well is left as it is, if there are such.
    """
    usual = create_system(key, options)
    formats = {kind.format for kind in kinds} - {ANY}
    takes = SIDES_BY_FORMATS.get(frozenset(formats & {DUEL, TEAMS}))
    is_fine = not formats <= {DUEL, TEAMS} and formats <= {kind.format for kind in usual.kinds}
    if takes is None or is_fine or all(one.name != "takes" for one in list_options(usual)):
        return usual
    return create_system(key, {**options, "takes": takes})


def find_candidate(key: str, kinds: Collection[Kind]) -> Candidate | None:
    """Return the registered system or variant with this key in addresses; None if there is none."""
    return next((one for one in list_known_candidates(kinds) if one.key == key), None)
