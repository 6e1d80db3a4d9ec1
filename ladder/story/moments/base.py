"""What a moment is, and the register of all kinds."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import NamedTuple

from ladder.story.walk import StoryMatch, StorySeat


class Telling(NamedTuple):
    """A sentence with named placeholders, without its full stop.

    `players` has the keys of those whom a placeholder stands for: each reader reads their names as the club shows them.
    `texts` has what is put into the others.
    """

    template: str
    players: Mapping[str, Sequence[int]]
    texts: Mapping[str, str] = {}

    def list_players(self) -> list[int]:
        """Return the keys of all who are named."""
        return [player for keys in self.players.values() for player in keys]

    def split(self) -> Iterator[str | int]:
        """Yield the sentence in pieces: texts, and the keys of players, of several with commas and an "and"."""
        for text, name, _, _ in Formatter().parse(self.template):
            if text:
                yield text
            if name and name in self.players:
                yield from join_keys(self.players[name])
            elif name:
                yield self.texts[name]

    def fill(self, name_player: Callable[[int], str]) -> str:
        """Return the sentence with the names of its players."""
        return "".join(name_player(piece) if isinstance(piece, int) else piece for piece in self.split())


class Moment(NamedTuple):
    """Something worth telling. `weight` is from 1, which only a quiet day tells, to 100, which every day tells."""

    weight: int
    telling: Telling
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


def list_side(side: Sequence[StorySeat]) -> list[int]:
    """Return the keys of the players of a side."""
    return [seat.player for seat in side]


def join_keys(players: Sequence[int]) -> Iterator[str | int]:
    """Yield some players with what stands between them: "Ana", "Ana and Ben", "Ana, Ben and Cem"."""
    for place, player in enumerate(players):
        if place:
            yield " and " if place == len(players) - 1 else ", "
        yield player
