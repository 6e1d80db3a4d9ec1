"""Points exchange: the loser pays the winner by a printed table of rating differences.

Units: whole points. Zero-sum. No draws, no provisional period, no clock. Source: rules P-1 to P-9.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import ClassVar

from .about import RATED, About, Column, Example, Kind, Message, Step, option
from .base import Facts, Rating, Ratings, Result, fixed
from .duel import DuelSystem
from .registry import register
from .results import duel

BAND = 20  # P-3
FAVOURITE_WON = (10, 9, 8, 7, 6, 5, 4, 3, 2, 1)  # P-4, by band: 0-19, 20-39, ... 180 and more
UNDERDOG_WON = (10, 11, 12, 13, 14, 15, 16, 17, 18, 19)


def example(winner: int, loser: int, moved: int, says: str) -> Example:
    """Return a printed example: this winner takes that many points from this loser."""
    result = duel("winner", "loser", ended=datetime(2026, 1, 1, tzinfo=UTC))
    return Example("P-4", says, result, (Rating(winner), Rating(loser)), (f"+{moved}", f"-{moved}"))


ABOUT = About(
    label="Points exchange",
    summary="Look the change up by the gap in points. Anyone can check it by hand.",
    formula=(
        "Band = difference ÷ 20, rounded down, at most 9",
        "Higher-rated winner: 10 − band. Lower-rated winner: 10 + band",
    ),
    rules=(
        "Everyone starts at 1000 (P-1).",
        "The loser pays the winner whole points; what one gains the other loses (P-2).",
        "Only the difference before the game counts, in bands 20 wide (P-3, P-4).",
        "There are no draws (P-7, our choice) and no floor (P-8, our choice).",
    ),
    columns=(Column("rating", "Points"), Column("change", "Last"), Column("record", "Won–lost")),
    examples=(
        example(1020, 1039, 10, "1020 beats 1039, a difference of 19: 10 points move."),
        example(1201, 980, 1, "1201 beats 980: the favourite gains 1."),
        example(1010, 1120, 15, "1010 beats 1120: the underdog gains 15."),
        example(1150, 750, 1, "1150 beats 750: 1 point moves."),
        example(1220, 1640, 19, "1220 beats 1640: 19 points move."),
        example(1640, 1220, 1, "1640 beats 1220: 1 point moves."),
        example(1620, 1620, 10, "1620 beats 1620: 10 either way (P-5)."),
    ),
    unit="points",
)


@register
@dataclass(frozen=True)
class PointsExchange(DuelSystem):
    """The table of seed 000."""

    key: ClassVar[str] = "points-exchange"
    about: ClassVar[About] = ABOUT
    kinds: ClassVar[tuple[Kind, ...]] = (RATED,)
    zero_sum: ClassVar[bool] = True
    start: int = option(1000, label="Starting points", rule="P-1", low=-100_000, high=100_000)

    def stake(self, winner: float, loser: float) -> int:
        """Return the points that the loser pays."""
        band = min(int(abs(winner - loser) // BAND), 9)  # P-3, P-6
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
            {"mine": fixed(mine, 0), "theirs": fixed(theirs, 0)},
            who,
        )
        return Step("P-3", "Take the difference before the match", sentence, f"|{mine:g} − {theirs:g}| = {gap:g}", gap)

    def row(self, winner: float, loser: float, moved: int, who: dict[str, object]) -> Step:
        band = min(int(abs(winner - loser) // BAND), 9)
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
