"""What people read about the nardgammon Elo: formula, rules and check values (N-1 to N-9)."""

from __future__ import annotations

from .about import About, Column, Example
from .examples import Question
from .samples import sample
from .values import Rating

SPREAD = 400  # N-4: FIBS has 2000
STAKE = 10  # N-3


def veterans(length: int, moved: int) -> Example:
    """Return the check value free of R: equal ratings and R = 1 move 5 × √L each way."""
    says = f"Two veterans at 1500 play to {length}: 5 × √{length} = {moved} each way."
    return Example(
        "N-9", says, sample(length=length), (Rating(1500, 400), Rating(1500, 400)), (f"+{moved}", f"-{moved}")
    )


ABOUT = About(
    label="Nardgammon Elo",
    summary="A steep Elo for backgammon. New players move up to five times as fast.",
    formula=(
        "E = R × 10 × √L ÷ (1 + 10^(D × √L ÷ 400))",
        "R = max(1, 5 − G ÷ 100), our assumption",
        "The winner gains their own E, the loser loses theirs",
    ),
    rules=(
        "Everyone starts at 1500 (N-1).",
        "L is the match length in points, 1 for a money game (N-2).",
        "Each player has their own E: the winner adds it, the loser subtracts it (N-3).",
        "With a scale of 400, long matches are steep (N-4).",
        "D is the winner's rating minus the loser's, for both players (N-5, our choice).",
        "G is the number of rated games a player had completed before. R falls from 5 to 1 over 400 games: "
        "this is an assumption, since the source breaks off where it defines R (N-6, our choice).",
        "Each player has their own R, so gains and losses differ (N-7).",
        "There are no draws (N-8, our choice).",
        "Between equals with R = 1 a match moves 5 × √L each way (N-9).",
    ),
    columns=(Column("rating", "Rating"), Column("change", "Last"), Column("experience", "Games")),
    examples=(
        veterans(1, 5),
        veterans(9, 15),
        veterans(25, 25),
        Example(
            "N-6",
            "A first game to 9 at 1500: the newcomer, with R = 5, gains 75, and the veteran, with R = 1, loses 15.",
            sample(length=9),
            (Rating(1500), Rating(1500, 400)),
            ("+75", "-15"),
            ("1,575", "1,485"),
        ),
    ),
    how_to_report="A money game counts as a match of length 1.",  # N-2
    suits="Backgammon clubs that play matches of many lengths and want newcomers to find their level fast.",
    questions=(
        Question(
            "N-6",
            "You have 1500 from 200 games and play a veteran at 1500 to 25. What is R, and what can you win?",
            sample(length=25),
            (Rating(1500, 200), Rating(1500, 400)),
        ),
        Question(
            "N-4",
            "You are 200 ahead and play to 9. How likely are you to win, and how much would a loss cost?",
            sample(length=9),
            (Rating(1700, 400), Rating(1500, 400)),
        ),
    ),
    experience="completed games",
)
