"""What people read about the two chip ratings: formula, rules, an example (C-1 to C-7)."""

from __future__ import annotations

from .about import About, Column, Example
from .examples import Question
from .samples import sample
from .values import Rating

FORMULA = ("Winner: + chips", "Loser: − 80% of the chips")
RULES = (
    "Everyone starts at 0 (C-1, our choice).",
    "The winner gains the chips won (C-2).",
    "The loser loses 80% of the same chips (C-3), so each match adds a fifth of its chips.",
    "Chips must be more than 0, and a rating may fall below 0 (C-6, our choice).",
    "The other chip rating counts the same matches on a board of its own (C-1, C-7).",
)
HUNDRED = sample(chips=100)
EXAMPLE = Example(
    "C-3",
    "100 chips change hands: the winner gains 100 and the loser loses 80, so 20 are new.",
    HUNDRED,
    (Rating(0), Rating(0)),
    ("+100", "-80"),
    ("100", "-80"),
)
QUESTION = Question(
    "C-3",
    "Two players at 250 play for 100 chips. What does each of them gain or lose?",
    HUNDRED,
    (Rating(250), Rating(250)),
)
COLUMNS = (Column("rating", "Chips"), Column("change", "Last"), Column("record", "Won–lost"))
TOTAL = About(
    label="Chips, total",
    summary="Chips won and lost, added up for good.",
    formula=FORMULA,
    rules=(*RULES, "The total never falls on its own (C-4, our choice)."),
    columns=COLUMNS,
    examples=(EXAMPLE,),
    unit="chips",
    suits="Games for chips or points, where how much you win matters more than whom you beat.",
    questions=(QUESTION,),
    related=("chips-daily",),
)
DAILY = About(
    label="Chips, daily",
    summary="Recent play counts most: every day takes 5% off.",
    formula=(*FORMULA, "Each midnight: rating × 0.95"),
    rules=(
        *RULES,
        "Each midnight in the club's time zone takes 5% off, whether you play or not (C-4; C-5, our choice).",
    ),
    columns=COLUMNS,
    examples=(EXAMPLE,),
    unit="chips",
    suits="Clubs that want to see who is winning now, and to give people a reason to come often.",
    questions=(QUESTION,),
    related=("chips-total",),
)
