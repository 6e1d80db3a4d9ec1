"""What people read about the Warlocks score: who wins, what it brings, what it costs (W-1 to W-12)."""

from __future__ import annotations

from .about import LADDER, About, Column, Example
from .examples import Question
from .results import DEAD, STANDING, SURRENDERED, battle, duel
from .samples import DAY
from .values import Exit, Rating

WON_IT = duel("winner", "loser", ended=DAY, kind=LADDER)

ABOUT = About(
    label="Warlocks score",
    summary="Beat those around you, surrender in time, and stay alive.",
    formula=("Winner: + number of opponents", "Surrendered: − 1, not below 0", "Dead: back to 0"),
    rules=(
        "Everyone starts at 0 points (W-12, our choice).",
        "A battle ends when at most one player is standing, and the last one standing wins (W-1, W-2).",
        "In a ladder battle the winner gains a point for each opponent, a player who surrendered loses 1 but never "
        "falls below 0, and a dead player's score becomes 0 (W-3).",
        "If nobody is left standing, nobody gains; losses are the same (W-4; the floor of 0 is our choice here).",
        "Exception: the only player to surrender in the last round wins if all others still in it die (W-5).",
        "Friendly battles leave scores alone but count as played, won and died (W-6, W-11); "
        "very friendly ones leave no trace (W-7).",
        "In a duel the winner gains nothing with a score already 5 or more above the mean of the two scores at the "
        "start, rounded down (W-8; counting 5 itself and the score before the gain are our choice).",
        "Ladder battles are for players at most 5 points apart when the challenge is accepted (W-9; "
        "in a melee that every two must be is our choice).",
        "Equal scores: fewer deaths a game come first, then more wins a game (W-10; 0 without a game is our choice).",
    ),
    columns=(Column("rating", "Score"), Column("played", "Played"), Column("won", "Won"), Column("died", "Died")),
    examples=(
        Example(
            "W-3",
            "The last of four gains 3, one surrender costs 1, and two deaths cost everything.",
            battle(
                ("winner", "careful", "bold", "bolder"),
                (Exit(STANDING), Exit(SURRENDERED, 2), Exit(DEAD, 1), Exit(DEAD, 3)),
                ended=DAY,
            ),
            (Rating(4), Rating(6), Rating(2), Rating(5)),
            ("+3", "-1", "-2", "-5"),
            ("7", "5", "0", "0"),
        ),
        Example(
            "W-5",
            "One surrenders as the other dies: a win for the one who lives.",
            battle(("winner", "loser"), (Exit(SURRENDERED, 4), Exit(DEAD, 4)), ended=DAY),
            (Rating(2), Rating(3)),
            ("+1", "-3"),
            ("3", "0"),
        ),
        Example(
            "W-8",
            "Begun at 3 and 4, the mean is 3. A winner who has reached 8 meanwhile gains nothing.",
            battle(("winner", "loser"), (Exit(STANDING), Exit(SURRENDERED, 2)), ended=DAY, started=DAY)._replace(
                at_start=(Rating(3), Rating(4))
            ),
            (Rating(8), Rating(4)),
            ("+0", "-1"),
            ("8", "3"),
        ),
    ),
    unit="score",
    suits="Games of two or more in which everybody ends standing, surrendered or dead.",
    questions=(
        Question(
            "W-9", "You have 2 and your opponent 7. May you play a ladder battle?", WON_IT, (Rating(2), Rating(7))
        ),
        Question(
            "W-9", "You have 2 and your opponent 8. May you play a ladder battle?", WON_IT, (Rating(2), Rating(8))
        ),
        Question(
            "W-3",
            "Four players have 3 each. How much does the last one standing gain, and how much does a surrender cost?",
            battle(("me", "b", "c", "d"), (Exit(STANDING), *[Exit(SURRENDERED, 1)] * 3), ended=DAY),
            (Rating(3),) * 4,
        ),
    ),
    related=("warlocks-elo",),
)
