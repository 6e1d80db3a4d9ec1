"""Printed runs of games of a provisional player (R-3 to R-7)."""

from __future__ import annotations

from .examples import Series
from .results import DRAWN, LOST, WON
from .samples import sample
from .values import Rating, Result


def game(score: float, opponent: float, games: int = 20) -> tuple[Result, Rating]:
    """Return one game of a series: its result, and the opponent with that many games."""
    return sample(score), Rating(opponent, games)


SERIES = (
    Series(
        "R-3",
        "A win over 1200, a loss to 1000, a win over 1400 and a draw with 1800 make 1450; then a win over 1000 "
        "makes 1440, so it costs 10 points.",
        Rating(1200),
        (game(WON, 1200), game(LOST, 1000), game(WON, 1400), game(DRAWN, 1800), game(WON, 1000)),
        ("", "", "", "1,450", "1,440"),
    ),
    Series(
        "R-5",
        "Lost to 1687, beat 1539, beat 1470, lost to a provisional 1400, beat 1413. "
        "The scores are 1287, 1939, 1870, 1200 and 1813, their mean is 1621.8, shown 1622.",
        Rating(1200),
        (game(LOST, 1687), game(WON, 1539), game(WON, 1470), game(LOST, 1400, 10), game(WON, 1413)),
        ("", "", "", "", "1,622"),
    ),
    Series(
        "R-5",
        "Beat 1400, lost to 1000, beat a provisional 1200, drew with 1300 twice: 1280. "
        "Then a win over a provisional 800 makes 1233.",
        Rating(1200),
        (
            *(game(WON, 1400), game(LOST, 1000), game(WON, 1200, 10)),
            *(game(DRAWN, 1300), game(DRAWN, 1300), game(WON, 800, 10)),
        ),
        ("", "", "", "", "1,280", "1,233"),
    ),
    Series(
        "R-3",
        "Six ratings in a row: 2000, 1700, 1633, 1650, 1600, 1700. The opponents are not printed; these fit.",
        Rating(1200),
        (
            *(game(WON, 1600), game(LOST, 1800), game(LOST, 1900)),
            *(game(WON, 1300), game(LOST, 1800), game(WON, 1800)),
        ),
        ("2,000", "1,700", "1,633", "1,650", "1,600", "1,700"),
    ),
)
