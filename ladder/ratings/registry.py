"""The register of all rating systems by key. To add one, add a file to `ladder/ratings/systems/`."""

from __future__ import annotations

import importlib
import math
import pkgutil
from collections.abc import Callable, Collection, Mapping
from dataclasses import is_dataclass
from functools import cache, lru_cache, partial
from itertools import product
from typing import Any

from ladder.formats import ANY, Format, list_formats
from ladder.formats.packages import SYSTEMS_GROUP, check_new_key, load_packages, name_class

from .about import Option, list_options
from .base import RatingSystem
from .values import WALKOVER, Kind, RatingError

RATING_SYSTEMS: dict[str, type[RatingSystem]] = {}
MOST_SYSTEMS_KEPT = 256
"""So many different systems with their options are kept, since one request asks for the same again and again."""


def register_system[S: type[RatingSystem]](system: S) -> S:
    """Register a system under its key, and return it. Raises: TypeError where another has the key."""
    check_new_key("rating systems", system.key, RATING_SYSTEMS.get(system.key), system)
    RATING_SYSTEMS[system.key] = system
    return system


@cache
def import_systems() -> None:
    """Import every module of `systems` once, so that each system registers itself; then those of packages.

    Raises: PackageFault.
    """
    package = importlib.import_module(f"{__package__}.systems")
    for module in sorted(info.name for info in pkgutil.iter_modules(package.__path__)):
        importlib.import_module(f"{package.__name__}.{module}")
    formats = list_formats()
    load_packages(SYSTEMS_GROUP, partial(register_package_system, formats=formats))


def register_package_system(found: Any, formats: Collection[Format]) -> None:
    """Register what a package brings as a rating system. Raises: TypeError where it is none, or takes another's key."""
    if not (isinstance(found, type) and issubclass(found, RatingSystem) and is_dataclass(found)):
        raise TypeError(f"{found!r} is no dataclass of RatingSystem.")
    if not found.kinds:
        raise TypeError(f"{name_class(found)} rates no kind of match.")
    for kind, other in product(list_kinds(found), [one for one in RATING_SYSTEMS.values() if one is not found]):
        if any(one.key == kind.key and one != kind for one in list_kinds(other)):
            raise TypeError(f"{name_class(found)} and {name_class(other)} have two kinds of match {kind.key}.")
        if kind.format not in (ANY, *formats):
            raise TypeError(f"its kind {kind.key} has the format {kind.format.key}, which no entry point names.")
    found().initial()
    register_system(found)


def create_system(key: str, values: Mapping[str, Any] | None = None) -> RatingSystem:
    """Return the system with this key and these options.

    Values may be texts, as they come from a command line or a form. Equal values give the same object.
    Raises: RatingError, "There is no rating system called chess. Choose one of: ..." or what is
    wrong with an option.
    """
    import_systems()
    if key not in RATING_SYSTEMS:
        raise RatingError(
            f"There is no rating system called {key}. Choose one of: {', '.join(sorted(RATING_SYSTEMS))}."
        )
    system: Any = RATING_SYSTEMS[key]
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
    return [(key, RATING_SYSTEMS[key].about.label) for key in sorted(RATING_SYSTEMS)]


@cache
def load_kinds() -> dict[str, Kind]:
    """Return every kind of match that some system knows, by key."""
    import_systems()
    return {kind.key: kind for system in RATING_SYSTEMS.values() for kind in list_kinds(system)}


def list_kinds(system: type[RatingSystem]) -> tuple[Kind, ...]:
    """Return every kind of match that boards with this system can know."""
    return (*system.kinds, *system.team_kinds, *system.uncounted, WALKOVER)


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
