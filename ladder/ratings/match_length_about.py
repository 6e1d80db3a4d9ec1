"""What people read about the match-length Elo: formula, rules, examples (B-1 to B-16)."""

from __future__ import annotations

from .about import About, Column, Example
from .examples import Question
from .samples import sample
from .values import Rating

ABOUT = About(
    label="Match-length Elo",
    summary="Longer matches count for more. Good for backgammon, pool and darts.",
    formula=(
        "P = 1 ÷ (1 + 10^(−(A − B) × √N ÷ 2000)), the winner's chance",
        "Change = (1 − P) × 4 × √N, gained by the winner, lost by the loser",
    ),
    rules=(
        "Everyone starts at 1,800 with the first match (B-4).",
        "A is the winner's rating, B the loser's, N the match length in points (B-1).",
        "The stake is 4 × √N (B-2); what the winner gains the loser loses (B-3).",
        "The standings are sorted by the unrounded rating, and the ranks are consecutive (B-5). "
        "Ratings are shown whole (B-6), the change of the last match with one decimal (B-7).",
        "Exp is the total length of all matches played, won or lost (B-8).",
        "Nobody can play against themselves (B-9).",
        "A corrected match changes everything after it, as if it had been right from the start (B-10).",
        "Upper and lower case make no difference in names (B-11).",
        "A match counts only if it was played live and both agreed beforehand that it counts (B-13).",
    ),
    columns=(Column("rating", "Rating"), Column("change", "Last"), Column("experience", "Exp")),
    examples=(
        Example(
            "B-3",
            "Two players at 1,800 play to 25: each has a chance of one half, and half of 4 × √25 moves.",
            sample(length=25),
            (Rating(1800), Rating(1800)),
            ("+10", "-10"),
        ),
        Example(
            "B-1",
            "1,700 beats 1,900 in 1 point: the chance was 0.443, so the winner takes 0.557 of the stake of 4.",
            sample(length=1),
            (Rating(1700), Rating(1900)),
            ("+2.2", "-2.2"),
        ),
    ),
    how_to_report=(  # B-13
        "A match counts only if it was played live and both players agreed beforehand that it counts. "
        "Money games and chouettes don't count."
    ),
    suits="Backgammon, pool, darts and other matches to a number of points, without draws.",
    questions=(
        Question(
            "B-1",
            "You have 1,900, your opponent 1,700. What is your chance to 9 points, and how much could you lose?",
            sample(length=9),
            (Rating(1900), Rating(1700)),
        ),
    ),
)
