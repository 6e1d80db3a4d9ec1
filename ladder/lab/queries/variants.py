"""The systems that the lab compares: every registered one, its variants, and those that boards use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ladder.ratings import RatingSystem, create_system, list_system_choices

SEPARATOR = "~"  # in addresses: `elo~fide`


class Candidate(NamedTuple):
    """A system with options, as the lab compares it; `key` is its name in addresses."""

    key: str
    label: str
    system: RatingSystem

    @property
    def is_usual(self) -> bool:
        """Whether its options are the usual ones."""
        return self.key == self.system.key


def list_candidates(in_use: Iterable[RatingSystem] = ()) -> list[Candidate]:
    """Return the systems in use with their options, then every system and variant that is not among them."""
    known = list_known_candidates()
    found: dict[RatingSystem, Candidate] = {}
    for system in in_use:
        named = next((one for one in known if one.system == system), None)
        found[system] = named or Candidate(
            f"{system.key}{SEPARATOR}here", f"{system.about.label} as on the board", system
        )
    return [*found.values(), *(one for one in known if one.system not in found)]


def list_known_candidates() -> list[Candidate]:
    """Return every registered system with its usual options, each followed by its variants."""
    found = []
    for key, label in list_system_choices():
        usual = create_system(key)
        found.append(Candidate(key, label, usual))
        found += [
            Candidate(f"{key}{SEPARATOR}{one.key}", one.label, create_system(key, one.options))
            for one in usual.about.variants
        ]
    return found


def find_candidate(key: str) -> Candidate | None:
    """Return the registered system or variant with this key in addresses; None if there is none."""
    return next((one for one in list_known_candidates() if one.key == key), None)
