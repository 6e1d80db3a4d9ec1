"""What installed packages bring: formats and rating systems, which they name as entry points.

Packages are read once, when the site starts. One that does not work, or brings a key that is taken, stops the start
with a sentence that names it. A site that left it out would fail later, with the first match that needs it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any

FORMATS_GROUP = "club_ladder.formats"
SYSTEMS_GROUP = "club_ladder.rating_systems"
KEY_PATTERN = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST_KEY = 40  # characters


class PackageFault(RuntimeError):
    """An installed package that can't be used; its text is a sentence for whoever runs the site."""


def load_packages(group: str, register: Callable[[Any], object]) -> None:
    """Load what installed packages name in this group, and register it.

    Raises: PackageFault, "The package club-party can't be used: ... Update it or uninstall it."
    """
    for point in sorted(entry_points(group=group), key=lambda one: (name_package(one), one.name)):
        try:
            register(point.load())
        except Exception as error:
            sentence = f"The package {name_package(point)} can't be used: {point.name} ({point.value}) of {group}"
            told = str(error) if isinstance(error, TypeError) else f"{type(error).__name__}: {error}"
            raise PackageFault(f"{sentence} failed with “{told.rstrip('.')}”. Update it or uninstall it.") from error


def name_package(point: EntryPoint) -> str:
    """Return the name and the version of the package that an entry point belongs to."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.module


def check_new_key(noun: str, key: object, holder: type | None, other: type) -> None:
    """Refuse a key that is no word in kebab-case, or that another class has. Raises: TypeError."""
    if not isinstance(key, str) or len(key) > LONGEST_KEY or not KEY_PATTERN.fullmatch(key):
        raise TypeError(f"{name_class(other)} needs a key of small letters, digits and hyphens, not {key!r}.")
    if holder and name_class(holder) != name_class(other):
        raise TypeError(f"Two {noun} have the key {key}: {name_class(holder)} and {name_class(other)}.")


def name_class(one: type) -> str:
    """Return the full name of a class: ladder.formats.duel.Duel."""
    return f"{one.__module__}.{one.__qualname__}"
