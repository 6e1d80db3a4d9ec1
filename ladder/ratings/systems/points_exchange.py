"""Points exchange: the loser pays the winner by a printed table of rating differences.

Units: whole points. Zero-sum. No draws, no provisional period, no clock. Source: rules P-1 to P-9.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ladder.ratings import (
    LOST,
    RATED,
    About,
    Column,
    DuelSystem,
    Example,
    Facts,
    Kind,
    Message,
    PrintedSeries,
    PrintedTable,
    Rating,
    Ratings,
    Result,
    SelfTestQuestion,
    Step,
    build_sample,
    declare_start,
    format_fixed,
    register_system,
)

BAND = 20  # P-3
FAVOURITE_WON = (10, 9, 8, 7, 6, 5, 4, 3, 2, 1)  # P-4, by band: 0-19, 20-39, ... 180 and more
UNDERDOG_WON = (10, 11, 12, 13, 14, 15, 16, 17, 18, 19)


def build_example(winner: int, loser: int, moved: int, says: str) -> Example:
    """Return a printed example: this winner takes that many points from this loser."""
    return Example("P-4", says, build_sample(), (Rating(winner), Rating(loser)), (f"+{moved}", f"-{moved}"))


def build_question(own: int, opponent: int) -> SelfTestQuestion:
    """Return a question of the self-test."""
    asks = f"You have {own}, your opponent {opponent}. What would you gain by winning, and lose by losing?"
    return SelfTestQuestion("P-4", asks, build_sample(), (Rating(own), Rating(opponent)))


def format_band(band: int) -> str:
    """Return a band as the table prints it: 20–39."""
    return "180+" if band == 9 else f"{band * BAND}–{band * BAND + BAND - 1}"


TABLE = PrintedTable(
    "Points that move, by the difference before the game (P-3, P-4)",
    ("Difference", "The higher-rated wins", "The lower-rated wins"),
    tuple((format_band(band), str(FAVOURITE_WON[band]), str(UNDERDOG_WON[band])) for band in range(10)),
)
FARMING = PrintedSeries(
    "P-9",
    "Twenty wins over players 180 or more below bring 20 points. One loss takes 19 of them: 1 point from 21 games.",
    Rating(1200),
    ((build_sample(), Rating(1000)),) * 20 + ((build_sample(LOST), Rating(1000)),),
    ("",) * 19 + ("1,220", "1,201"),
)
ABOUT = About(
    label="Points exchange",
    summary="The gap in points decides the change. Anyone can check it by hand.",
    formula=(
        "Band = difference ÷ 20, rounded down, at most 9",
        "Higher-rated winner: 10 − band. Lower-rated winner: 10 + band",
    ),
    rules=(
        "Everyone starts at 1000 (P-1).",
        "The loser pays the winner whole points; what one gains the other loses (P-2).",
        "Only the difference before the game counts, in bands 20 wide (P-3, P-4).",
        "Between equals 10 points move either way (P-5).",
        "Points stay whole. If a fraction comes in from elsewhere, the band is rounded down: "
        "a difference of 19.5 is in the first (P-6, our choice).",
        "There are no draws (P-7, our choice) and no floor (P-8, our choice).",
        "Anyone may play anyone. Easy wins hardly pay: 1 point to win, 19 to lose (P-9).",
    ),
    rating_label="Points",
    columns=(Column.record("Won–lost"),),
    examples=(
        build_example(1020, 1039, 10, "1020 beats 1039, a difference of 19: 10 points move."),
        build_example(1201, 980, 1, "1201 beats 980: the favourite gains 1."),
        build_example(1010, 1120, 15, "1010 beats 1120: the underdog gains 15."),
        build_example(1150, 750, 1, "1150 beats 750: 1 point moves."),
        build_example(1220, 1640, 19, "1220 beats 1640: 19 points move."),
        build_example(1640, 1220, 1, "1640 beats 1220: 1 point moves."),
        build_example(1620, 1620, 10, "1620 beats 1620: 10 either way (P-5)."),
    ),
    unit="points",
    suits="Clubs that want a points table on the wall and no arithmetic. For any two-player game without draws.",
    tables=(TABLE,),
    series=(FARMING,),
    questions=(build_question(1220, 1640), build_question(1620, 1620)),
)

HAIR = 1e-6  # as floats, 1040.1 − 1000.1 is a hair below 40


def find_band(winner: float, loser: float) -> int:
    """Return the row of the table for a difference, 0 to 9 (P-3); a fraction is rounded down (P-6)."""
    return min(int((abs(winner - loser) + HAIR) // BAND), 9)


def format_points(points: float) -> str:
    """Return points with a decimal only where a fraction came in (P-6)."""
    return format_fixed(points, 1).removesuffix(".0")


@register_system
@dataclass(frozen=True)
class PointsExchange(DuelSystem):
    """The table of seed 000."""

    key: ClassVar[str] = "points-exchange"
    about: ClassVar[About] = ABOUT
    kinds: ClassVar[tuple[Kind, ...]] = (RATED,)
    zero_sum: ClassVar[bool] = True
    start: int = declare_start(1000, "P-1", label="Starting points")

    def stake(self, winner: float, loser: float) -> int:
        """Return the points that the loser pays."""
        band = find_band(winner, loser)
        return FAVOURITE_WON[band] if winner >= loser else UNDERDOG_WON[band]  # P-4

    def gains(self, a: Rating, b: Rating, score: float, facts: Facts) -> tuple[float, float]:
        gain = self.stake(a.points, b.points) if score else -self.stake(b.points, a.points)
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
            {"mine": format_points(mine), "theirs": format_points(theirs)},
            who,
        )
        total = f"|{mine:g} − {theirs:g}| = {gap:g}".replace("-", "−")
        return Step("P-3", "Take the difference before the match", sentence, total, gap)

    def row(self, winner: float, loser: float, moved: int, who: dict[str, object]) -> Step:
        band = find_band(winner, loser)
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
