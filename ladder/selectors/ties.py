"""Equal ratings: which tie-break separated them (W-10, G-4)."""

from collections.abc import Sequence
from itertools import pairwise

from ladder.ratings import RatingSystem
from ladder.selectors.stood import PlayerStanding

EARLIER = ", counting earlier matches, too"


def describe_ties(system: RatingSystem, placed: Sequence[PlayerStanding]) -> dict[int, str]:
    """Return, for those whose rating equals that of the player above, which tie-break put the other one there.

    Players who are level in all tie-breaks share a rank instead.
    """
    found = {}
    for above, one in pairwise(placed):
        if above.rating.points == one.rating.points and (words := find_tie_break(system, above, one)):
            found[one.player] = f"Level with {above.name}, who has {words}."
    return found


def find_tie_break(system: RatingSystem, above: PlayerStanding, one: PlayerStanding) -> str:
    """Return what separates two players with equal ratings; nothing where they are level in everything."""
    keys = zip(system.order(above.rating, above.counts)[1:], system.order(one.rating, one.counts)[1:], strict=True)
    for words, (first, second) in zip(system.tie_breaks, keys, strict=True):
        if first != second:
            return f"{words}{EARLIER if above.brought.counts.played or one.brought.counts.played else ''}"
    return ""
