"""The register of all rating systems by key. To add one, add a file to `ladder/ratings/systems/`."""

from __future__ import annotations

import importlib
import math
import pkgutil
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

from .about import Option, list_options
from .base import RatingSystem
from .values import WALKOVER, Kind, RatingError

SYSTEMS: dict[str, type[RatingSystem]] = {}
MOST_SYSTEMS_KEPT = 256
"""So many different systems with their options are kept, since one request asks for the same again and again."""


def register_system[S: type[RatingSystem]](system: S) -> S:
    """Register a system under its key, and return it."""
    if system.key in SYSTEMS and SYSTEMS[system.key].__qualname__ != system.__qualname__:
        raise TypeError(f"Two rating systems have the key {system.key}.")
    SYSTEMS[system.key] = system
    return system


@cache
def import_systems() -> None:
    """Import every module of `systems` once, so that each system registers itself."""
    package = importlib.import_module(f"{__package__}.systems")
    for module in sorted(info.name for info in pkgutil.iter_modules(package.__path__)):
        importlib.import_module(f"{package.__name__}.{module}")


def create_system(key: str, values: Mapping[str, Any] | None = None) -> RatingSystem:
    """Return the system with this key and these options.

    Values may be texts, as they come from a command line or a form. Equal values give the same object.
    Raises: RatingError, "There is no rating system called chess. Choose one of: ..." or what is
    wrong with an option.
    """
    import_systems()
    if key not in SYSTEMS:
        raise RatingError(f"There is no rating system called {key}. Choose one of: {', '.join(sorted(SYSTEMS))}.")
    system: Any = SYSTEMS[key]
    known, given = map_options(system), values or {}
    for name in given:
        if name not in known:
            hint = f" It has: {', '.join(known)}." if known else " It has none."
            raise RatingError(f"{key} has no option called {name}.{hint}", name)
    clean = {name: clean_option(known[name], value) for name, value in given.items()}
    return build_system(system, tuple(sorted(clean.items())))


@cache
def map_options(system: type[Any]) -> dict[str, Option]:
    """Return the options of a system class by name."""
    return {one.name: one for one in list_options(system)}


@lru_cache(MOST_SYSTEMS_KEPT)
def build_system(system: Callable[..., RatingSystem], values: tuple[tuple[str, Any], ...]) -> RatingSystem:
    """Return the system of this class with these clean values of its options."""
    return system(**dict(values))


def list_system_choices() -> list[tuple[str, str]]:
    """Return (key, label) of every system, for a form or a model field."""
    import_systems()
    return [(key, SYSTEMS[key].about.label) for key in sorted(SYSTEMS)]


@cache
def load_kinds() -> dict[str, Kind]:
    """Return every kind of match that some system knows, by key."""
    import_systems()
    known = ((*one.kinds, *one.team_kinds, *one.uncounted, WALKOVER) for one in SYSTEMS.values())
    return {kind.key: kind for kinds in known for kind in kinds}


def clean_option(one: Option, value: Any) -> Any:
    """Return an option's value in its type.

    Raises: RatingError, such as "The option start must be a number from 0 to 10000."
    """
    if one.choices:
        if value not in dict(one.choices):
            allowed = ", ".join(key for key, _ in one.choices)
            raise RatingError(f"The option {one.name} must be one of: {allowed}.", one.name)
        return value
    if one.type is bool:
        return parse_boolean_option(one, value)
    return parse_number_option(one, value)


def parse_boolean_option(one: Option, value: Any) -> bool:
    words = {"yes": True, "no": False, "true": True, "false": False, "1": True, "0": False}
    if str(value).lower() not in words:
        raise RatingError(f"The option {one.name} must be yes or no.", one.name)
    return words[str(value).lower()]


def parse_number_option(one: Option, value: Any) -> float:
    low, high = one.low or 0, one.high if one.high is not None else 1_000_000
    noun = "a whole number" if one.type is int else "a number"
    try:
        if isinstance(value, bool) or not str(value).isascii() or "_" in str(value):
            raise ValueError
        number: float = one.type(str(value).strip())
    except ValueError:
        number = math.nan
    if not low <= number <= high:
        raise RatingError(f"The option {one.name} must be {noun} from {low:.12g} to {high:.12g}.", one.name)
    return number
