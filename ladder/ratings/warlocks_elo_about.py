"""What people read about the Warlocks Elo: rules, the printed points of the curve, examples (E-1 to E-7)."""

from __future__ import annotations

from .about import LADDER, About, Column, Example
from .examples import Question, Table
from .results import DEAD, SURRENDERED, duel
from .rounding import fixed
from .samples import DAY
from .values import Rating, Result
from .warlocks_curve import PRINTED, bell, between


def won(way: str) -> Result:
    """Return a ladder duel whose loser leaves that way."""
    return duel("winner", "loser", ended=DAY, kind=LADDER, exit=way)


def example(rule: str, lead: int, way: str, change: str, says: str) -> Example:
    """Return an example: the player that far ahead wins."""
    back = change.translate(str.maketrans("+-", "-+")) if change != "+0" else change
    return Example(rule, says, won(way), (Rating(1500 + lead), Rating(1500)), (change, back))


def question(rule: str, lead: int, way: str, asks: str) -> Question:
    """Return a question about a duel that the player that far ahead wins or loses."""
    return Question(rule, asks, won(way), (Rating(1500 + lead), Rating(1500)))


TABLE = Table(
    "The expected score of the higher-rated, as printed and by our two curves (E-5)",
    ("Ahead by", "Printed", "Bell curve", "Straight lines"),
    tuple(
        (str(lead), fixed(percent / 100, 2), fixed(bell(lead), 3), fixed(between(lead), 3)) for lead, percent in PRINTED
    ),
)


ABOUT = About(
    label="Warlocks Elo",
    summary="How well you duel, whatever the score: a kill counts 1, a defeat by surrender 0.9.",
    formula=(
        "New = old + 25 × (W − We)",
        "We = ½ × (1 + erf(D ÷ (σ × √2))), σ = 2000 ÷ 7, D = own rating − opponent's",
    ),
    rules=(
        "Everyone starts at 1500, and the first duel counts like any other (E-1).",
        "Ladder and friendly battles of two players count. Very friendly ones and those of three or more don't (E-2).",
        "W is 1 for a kill and 0 for a death, 0.9 for a defeat and 0.1 for a surrender (E-3).",
        "The new rating is the old one + 25 × (W − We) (E-4).",
        "Surrendering to a corpse is a kill (E-3). If nobody wins, both get 0.5 (E-3, our choice).",
        "We is what was expected from the two ratings before. Which curve runs through the printed points "
        "is our choice (E-5).",
        "The table ends at 677. Beyond it the straight lines stay at 0.99 (E-5, our choice).",
        "A surrender pays only 0.9: about 366 ahead or more, winning by it gains nothing or costs rating (E-6).",
        "Ratings are stored unrounded and shown as whole numbers (E-7, our choice).",
    ),
    columns=(Column("rating", "Elo"), Column("change", "Last"), Column("record", "Won–lost")),
    examples=(
        example("E-4", 0, DEAD, "+12.5", "Level players: a kill moves half of 25."),
        example("E-6", 366, SURRENDERED, "+0", "366 ahead, expected 0.90: a surrender worth 0.9 gains nothing."),
        example("E-6", 677, SURRENDERED, "-2.3", "677 ahead, expected 0.99: winning by surrender costs 2.3."),
    ),
    suits="Two-player games where giving up is not the same as being beaten. Fits beside the Warlocks score.",
    tables=(TABLE,),
    questions=(
        question("E-5", 72, DEAD, "You are 72 ahead. What score is expected of you, and how much does a kill gain?"),
        question("E-6", 470, SURRENDERED, "You are 470 ahead and your opponent surrenders. Do you gain?"),
    ),
    related=("warlocks-score",),
)
