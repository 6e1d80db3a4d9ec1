"""Points exchange: the loser pays the winner by a printed table of rating differences.

Units: whole points. Zero-sum. No draws, no provisional period, no clock. Source: rules P-1 to P-9.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .about import RATED, About, Kind, Message, Step, option
from .duel import DuelSystem
from .points_about import ABOUT, BAND, FAVOURITE_WON, UNDERDOG_WON
from .registry import register
from .rounding import fixed
from .values import Facts, Ratings, Result

HAIR = 1e-6  # as floats, 1040.1 − 1000.1 is a hair below 40


def band_of(winner: float, loser: float) -> int:
    """Return the row of the table for a difference, 0 to 9 (P-3); a fraction is rounded down (P-6)."""
    return min(int((abs(winner - loser) + HAIR) // BAND), 9)


def counted(points: float) -> str:
    """Return points with a decimal only where a fraction came in (P-6)."""
    return fixed(points, 1).removesuffix(".0")


@register
@dataclass(frozen=True)
class PointsExchange(DuelSystem):
    """The table of seed 000."""

    key: ClassVar[str] = "points-exchange"
    about: ClassVar[About] = ABOUT
    kinds: ClassVar[tuple[Kind, ...]] = (RATED,)
    zero_sum: ClassVar[bool] = True
    spreads: ClassVar[bool] = False  # few points more or less leave most stakes as they are
    start: int = option(1000, label="Starting points", rule="P-1", low=-100_000, high=100_000)

    def stake(self, winner: float, loser: float) -> int:
        """Return the points that the loser pays."""
        band = band_of(winner, loser)
        return FAVOURITE_WON[band] if winner >= loser else UNDERDOG_WON[band]  # P-4

    def gains(self, a: float, b: float, score: float, facts: Facts) -> tuple[float, float]:
        gain = self.stake(a, b) if score else -self.stake(b, a)
        return gain, -gain

    def explain(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        won = result.scores[seat] == 1
        mine, theirs = before[seat].points, before[1 - seat].points
        winner, loser = (mine, theirs) if won else (theirs, mine)
        moved = self.stake(winner, loser)
        who = {"me": result.players[seat], "other": result.players[1 - seat]}
        return (
            self.difference(mine, theirs, who),
            self.row(winner, loser, moved, who),
            self.payment(won, moved, self.change(result, before, seat), who),
        )

    def difference(self, mine: float, theirs: float, who: dict[str, object]) -> Step:
        gap = abs(mine - theirs)
        sentence = Message(
            "{me} had {mine} points, {other} {theirs}. Only the difference counts.",
            {"mine": counted(mine), "theirs": counted(theirs)},
            who,
        )
        total = f"|{mine:g} − {theirs:g}| = {gap:g}".replace("-", "−")
        return Step("P-3", "Take the difference before the match", sentence, total, gap)

    def row(self, winner: float, loser: float, moved: int, who: dict[str, object]) -> Step:
        band = band_of(winner, loser)
        span = "180 and more" if band == 9 else f"{band * BAND} to {band * BAND + BAND - 1}"
        if band == 0:
            sentence = Message("The first row of the table, {span}: 10 either way.", {"span": span}, who)
        elif winner >= loser:
            sentence = Message("Row {span}: the higher-rated player won, so the stake is small.", {"span": span}, who)
        else:
            sentence = Message("Row {span}: the lower-rated player won, so the stake is large.", {"span": span}, who)
        sign = "−" if winner >= loser else "+"
        return Step("P-4", "Find the row of the table", sentence, f"10 {sign} {band} = {moved}", moved)

    def payment(self, won: bool, moved: int, change: float, who: dict[str, object]) -> Step:
        words = "{other} pays {me} {moved}." if won else "{me} pays {other} {moved}."
        total = f"+{moved}" if won else f"−{moved}"
        sentence = Message(f"{words} What one gains the other loses.", {"moved": str(moved)}, who)
        return Step("P-2", "The loser pays the winner", sentence, total, change)
