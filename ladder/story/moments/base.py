"""What a moment is, and the register of all kinds."""

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from ladder.story.walk import StoryMatch, StorySeat

Words = tuple[str | int, ...]
"""A sentence in pieces: texts, and the keys of players, whose names each reader reads as the club shows them."""


class Moment(NamedTuple):
    """Something worth telling. `weight` is from 1, which only a quiet day tells, to 100, which every day tells."""

    weight: int
    words: Words
    label: str = ""


class MomentKind:
    """A kind of moments: a rule on a match and its past, with the sentence and the weight of what it finds.

    The rule looks at nothing else, so a correction before the match changes what is told of it.
    """

    label: str
    """What stands before the sentence, such as "Upset"."""

    def tell(self, told: StoryMatch) -> Iterator[Moment]:
        """Yield the moments of this kind in a match, without their label."""
        raise NotImplementedError


MOMENT_KINDS: list[MomentKind] = []


def register_moment[K: type[MomentKind]](kind: K) -> K:
    """Register a kind of moments, and return it."""
    MOMENT_KINDS.append(kind())
    return kind


@cache
def list_moment_kinds() -> tuple[MomentKind, ...]:
    """Return all kinds of moments, in the order of the modules and classes here."""
    for module in sorted(info.name for info in pkgutil.iter_modules(importlib.import_module(__package__).__path__)):
        importlib.import_module(f"{__package__}.{module}")
    return tuple(MOMENT_KINDS)


def tell_moments(told: StoryMatch) -> list[Moment]:
    """Return what is worth telling of a match, the greatest first."""
    found = [moment._replace(label=kind.label) for kind in list_moment_kinds() for moment in kind.tell(told)]
    return sorted(found, key=lambda moment: -moment.weight)


def name_side(side: list[StorySeat]) -> Words:
    """Return the words for a side of players: "Ana", "Ana and Ben", "Ana, Ben and Cem"."""
    return join_names([seat.player for seat in side])


def join_names(players: list[int]) -> Words:
    """Return the words for some players, with commas and an "and"."""
    words: list[str | int] = []
    for place, player in enumerate(players):
        words += [" and " if place == len(players) - 1 else ", ", player] if place else [player]
    return tuple(words)
