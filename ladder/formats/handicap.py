"""The handicap of a match: points that the players agreed on, for one of them.

The fact `handicap` has the points for the first-named player or side; below zero the second one gets them.
"""

from __future__ import annotations

from collections.abc import Sequence

from .values import Fact, Facts, ParticipantResult
from .words import join_names

HANDICAP = Fact("handicap", "Handicap", low=-2_000, high=2_000, required=False)


def get_handicap(facts: Facts) -> float:
    """Return the points for the first player or side; below zero they are for the second, 0 for none."""
    return facts.get(HANDICAP.name, 0)


def turn_handicap(facts: Facts) -> dict[str, float]:
    """Return the facts of a match whose players or sides are named the other way round."""
    return {name: -value if name == HANDICAP.name else value for name, value in facts.items()}


def describe_handicap(facts: Facts, participants: Sequence[ParticipantResult]) -> str:
    """Return "100 points for Ann", from participants in the order of their seats, whose players are names."""
    points = get_handicap(facts)
    if not points:
        return ""
    first, second = name_both_sides(participants)
    return f"{abs(points):g} {'point' if abs(points) == 1 else 'points'} for {first if points > 0 else second}"


def name_both_sides(participants: Sequence[ParticipantResult]) -> tuple[str, str]:
    """Return the names of the first and of the second player or side."""
    sides = [one.side or seat for seat, one in enumerate(participants, start=1)]
    first, second = (
        join_names([one.player for one, side in zip(participants, sides, strict=True) if side == number])
        for number in (1, 2)
    )
    return first, second
