"""The peg board: whoever waits longest chooses who plays, from those who wait next longest.

The queue does the rest: winners go back before losers.
"""

from typing import NamedTuple

from ladder.nights.history import Key, Night, Side, list_queue

OFFERED_PLAYERS = 6


class PegChoice(NamedTuple):
    """Who chooses, and from whom."""

    chooser: Key
    offered: Side


def find_peg_choice(night: Night) -> PegChoice | None:
    """Return who chooses the next game; None while nobody waits."""
    queue = list_queue(night)
    return PegChoice(queue[0], tuple(queue[1 : 1 + OFFERED_PLAYERS])) if queue else None
