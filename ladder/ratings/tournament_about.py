"""What people read about tournament points: formula, rules, examples (T-1 to T-5)."""

from __future__ import annotations

from .about import About, Column, Example
from .examples import Question
from .results import tournament
from .samples import DAY
from .values import Rating

ABOUT = About(
    label="Tournament points",
    summary="Finishing well in large tournaments counts, and all ratings are halved every month.",
    formula=("Points = 10 × log₂(N) ÷ M", "Each new month: rating ÷ 2"),
    rules=(
        "N players took part and M is your finishing place, 1 for the winner (T-1).",
        "Players may share a finishing place, and each gets its full points (T-1, our choice).",
        "A tournament with one player is worth nothing (T-1).",
        "The points are added to your rating, which starts at 0 (T-2, our choice).",
        "The rating is halved when a calendar month begins in the club's time zone, before that month's "
        "tournaments, also for those who did not play (T-3, the moment is our choice).",
        "A corrected tournament changes the rating as if it had been right from the start (T-4, our choice).",
        "Ratings are shown with two decimals (T-5, our choice).",
    ),
    columns=(Column("rating", "Rating"), Column("change", "Last"), Column("played", "Events"), Column("won", "Won")),
    examples=(
        Example(
            "T-1",
            "With 8 players the first three places are worth 30, 15 and 10.",
            tournament(("first", "second", "third"), (1, 2, 3), field=8, ended=DAY),
            (Rating(0), Rating(0), Rating(0)),
            ("+30", "+15", "+10"),
            ("30.00", "15.00", "10.00"),
        ),
        Example(
            "T-1",
            "A tournament with one player is worth 0.",
            tournament(("alone",), (1,), ended=DAY),
            (Rating(0),),
            ("+0",),
            ("0.00",),
        ),
    ),
    unit="points",
    suits="Tournaments with finishing places, in clubs that want everybody to keep coming.",
    questions=(
        Question(
            "T-1",
            "You finish second of 16. How many points do you get?",
            tournament(("me",), (2,), field=16, ended=DAY),
            (Rating(0),),
        ),
    ),
)
