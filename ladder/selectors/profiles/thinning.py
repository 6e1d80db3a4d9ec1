"""Fewer points of a line that still reaches every high and every low."""

from collections.abc import Sequence


def thin_values(values: Sequence[float], most: int) -> list[int]:
    """Return the places of at most `most` values: of each stretch the lowest and the highest, and both ends."""
    count = len(values)
    if count <= most:
        return list(range(count))
    stretches = (most - 2) // 2
    kept = {0, count - 1}
    for number in range(stretches):
        stretch = range(number * count // stretches, (number + 1) * count // stretches)
        kept |= {min(stretch, key=values.__getitem__), max(stretch, key=values.__getitem__)}
    return sorted(kept)
