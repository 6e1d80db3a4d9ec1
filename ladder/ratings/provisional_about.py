"""What people read about the provisional Elo: formula, rules and the printed games (R-1 to R-13)."""

from __future__ import annotations

from math import fsum

from .about import About, Column, Example
from .examples import Question
from .provisional_series import SERIES
from .samples import sample
from .values import Rating


def seen(*scores: float) -> Rating:
    """Return a provisional player with these scores so far."""
    return Rating(fsum(scores) / len(scores), len(scores), scores)


def example(
    rule: str, says: str, winner: Rating, loser: Rating, changes: tuple[str, str], ratings: tuple[str, str]
) -> Example:
    """Return a printed game between these two."""
    return Example(rule, says, sample(), (winner, loser), changes, ratings)


EXAMPLES = (
    example(
        "R-3",
        "Scores of 1600, 600, 1800 and 1800 make 1450. A win over a player at 1000 scores 1400, so it costs 10 points.",
        seen(1600, 600, 1800, 1800),
        Rating(1000, 20),
        ("-10", "-3.8"),
        ("1,440", "996"),
    ),
    example(
        "R-3",
        "After 1287, 1939, 1870 and 1200 a win over a player at 1413 scores 1813: the mean is 1621.8, shown 1622.",
        seen(1287, 1939, 1870, 1200),
        Rating(1413, 20),
        ("+47.8", "-12.4"),
        ("1,622", "1,401"),
    ),
    example(
        "R-5",
        "Scores of 1800, 600, 1400, 1300 and 1300 make 1280. A win over a provisional 800 scores 1000: 1233.",
        seen(1800, 600, 1400, 1300, 1300),
        seen(*[800] * 10),
        ("-46.7", "+25.5"),
        ("1,233", "825"),
    ),
    example(
        "R-5",
        "Two provisional players: the winner goes from 1388 to 1384, the loser from 1129 to 1132.",
        seen(*[1388] * 14),
        seen(*[1129] * 18),
        ("-3.9", "+3.1"),
        ("1,384", "1,132"),
    ),
    example(
        "R-6",
        "Two newcomers: each counts as 1200, so they come out at 1400 and 1000.",
        Rating(1200),
        Rating(1200),
        ("+200", "-200"),
        ("1,400", "1,000"),
    ),
    example(
        "R-8",
        "A player 200 above is expected to score 0.76, so a win gains 32 × 0.24.",
        Rating(1700, 20),
        Rating(1500, 20),
        ("+7.7", "-7.7"),
        ("1,708", "1,492"),
    ),
)

ABOUT = About(
    label="Provisional, then Elo",
    summary="The first 20 games are averaged, so newcomers find their level quickly. Then Elo.",
    formula=(
        "Up to game 20: the mean of opponent's rating + 400 for a win, + 0 for a draw, − 400 for a loss",
        "We = 1 ÷ (10^((opponent − own) ÷ 400) + 1)",
        "From game 21: new = old + K × (S − We), K = 32, from 2100 24, from 2400 16",
    ),
    rules=(
        "Everyone starts at 1200 (R-1); the starting rating is not part of the mean (R-3).",
        "A game counts when both players have made two moves (R-2).",
        "Until 20 games are completed the rating is provisional: the mean of all scores (R-3, R-7).",
        "A score is fixed when the game ends (R-4).",
        "Against a provisional opponent 200 replaces 400 (R-5).",
        "An opponent with fewer than five completed games counts as 1200 (R-6, R-11).",
        "Games are counted before the current one (R-6, our choice).",
        "From game 21 the Elo formula applies (R-8); K depends on the player's own rating (R-9).",
        "Against a provisional opponent an established player's rating changes by half (R-10).",
        "Ratings are stored unrounded and shown as whole numbers (R-12, our choice).",
        "Draws count half (R-13).",
    ),
    columns=(
        Column("rating", "Rating"),
        Column("change", "Last"),
        Column("experience", "Games"),
        Column("record", "W–D–L"),
    ),
    examples=EXAMPLES,
    suits="Chess and other two-player games with draws, in clubs that newcomers of every strength join often.",
    series=SERIES,
    questions=(
        Question(
            "R-3",
            "You have 1450 from four games and beat an established 1000. Why does your rating drop?",
            sample(),
            (seen(1600, 600, 1800, 1800), Rating(1000, 20)),
        ),
        Question(
            "R-8",
            "Both of you are established and you are 200 above. What are you expected to score?",
            sample(),
            (Rating(1700, 20), Rating(1500, 20)),
        ),
    ),
    experience="completed games",
)
