"""Equal ratings: which tie-break separated them (W-10, G-4)."""

from collections.abc import Sequence
from itertools import pairwise

from ladder.ratings import RatingSystem

from .stood import Stood

EARLIER = ", counting earlier matches, too"


def ties(system: RatingSystem, placed: Sequence[Stood]) -> dict[int, str]:
    """Return, for everybody level with the player above, what put the other one there; first place first."""
    found = {}
    for above, one in pairwise(placed):
        if above.rating.points == one.rating.points:
            found[one.player] = f"Level with {above.name}{reason(system, above, one)}"
    return found


def reason(system: RatingSystem, above: Stood, one: Stood) -> str:
    """Return what separates two players with equal ratings, to be added to the name of the first."""
    keys = zip(system.order(above.rating, above.counts)[1:], system.order(one.rating, one.counts)[1:], strict=True)
    for words, (first, second) in zip(system.tie_breaks, keys, strict=True):
        if first != second:
            return f", who has {words}{EARLIER if above.brought.counts.played or one.brought.counts.played else ''}."
    return "; the names decide."
