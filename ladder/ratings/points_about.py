"""What people read about the points exchange: the printed table, its examples, the self-test (P-1 to P-9)."""

from __future__ import annotations

from .about import About, Column, Example
from .examples import Question, Series, Table
from .results import LOST
from .samples import sample
from .values import Rating

BAND = 20  # P-3
FAVOURITE_WON = (10, 9, 8, 7, 6, 5, 4, 3, 2, 1)  # P-4, by band: 0-19, 20-39, ... 180 and more
UNDERDOG_WON = (10, 11, 12, 13, 14, 15, 16, 17, 18, 19)


def example(winner: int, loser: int, moved: int, says: str) -> Example:
    """Return a printed example: this winner takes that many points from this loser."""
    return Example("P-4", says, sample(), (Rating(winner), Rating(loser)), (f"+{moved}", f"-{moved}"))


def question(own: int, opponent: int) -> Question:
    """Return a question of the self-test."""
    asks = f"You have {own}, your opponent {opponent}. What would you gain by winning, and lose by losing?"
    return Question("P-4", asks, sample(), (Rating(own), Rating(opponent)))


def span(band: int) -> str:
    """Return a band as the table prints it: 20–39."""
    return "180+" if band == 9 else f"{band * BAND}–{band * BAND + BAND - 1}"


TABLE = Table(
    "Points that move, by the difference before the game (P-3, P-4)",
    ("Difference", "The higher-rated wins", "The lower-rated wins"),
    tuple((span(band), str(FAVOURITE_WON[band]), str(UNDERDOG_WON[band])) for band in range(10)),
)
FARMING = Series(
    "P-9",
    "Twenty wins over players 180 or more below bring 20 points. One loss takes 19 of them: 1 point from 21 games.",
    Rating(1200),
    ((sample(), Rating(1000)),) * 20 + ((sample(LOST), Rating(1000)),),
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
    suits="Clubs that want a points table on the wall and no arithmetic. For any two-player game without draws.",
    tables=(TABLE,),
    series=(FARMING,),
    questions=(question(1220, 1640), question(1620, 1620)),
)
