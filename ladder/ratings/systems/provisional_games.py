"""The printed games of the provisional Elo, and what people read about it (R-1 to R-13)."""

from __future__ import annotations

from math import fsum

from ladder.ratings import (
    DRAWN,
    LOST,
    WON,
    About,
    Column,
    Example,
    Experience,
    PrintedSeries,
    Rating,
    Result,
    SelfTestQuestion,
    build_sample,
)


def build_game(score: float, opponent: float, games: int = 20) -> tuple[Result, Rating]:
    """Return one game of a series: its result, and the opponent with that many games."""
    return build_sample(score), Rating(opponent, games)


SERIES = (
    PrintedSeries(
        "R-3",
        "A win over 1200, a loss to 1000, a win over 1400 and a draw with 1800 make 1450; then a win over 1000 "
        "makes 1440, so it costs 10 points.",
        Rating(1200),
        (
            build_game(WON, 1200),
            build_game(LOST, 1000),
            build_game(WON, 1400),
            build_game(DRAWN, 1800),
            build_game(WON, 1000),
        ),
        ("", "", "", "1,450", "1,440"),
    ),
    PrintedSeries(
        "R-5",
        "Lost to 1687, beat 1539, beat 1470, lost to a provisional 1400, beat 1413. "
        "The scores are 1287, 1939, 1870, 1200 and 1813, their mean is 1621.8, shown 1622.",
        Rating(1200),
        (
            build_game(LOST, 1687),
            build_game(WON, 1539),
            build_game(WON, 1470),
            build_game(LOST, 1400, 10),
            build_game(WON, 1413),
        ),
        ("", "", "", "", "1,622"),
    ),
    PrintedSeries(
        "R-5",
        "Beat 1400, lost to 1000, beat a provisional 1200, drew with 1300 twice: 1280. "
        "Then a win over a provisional 800 makes 1233.",
        Rating(1200),
        (
            *(build_game(WON, 1400), build_game(LOST, 1000), build_game(WON, 1200, 10)),
            *(build_game(DRAWN, 1300), build_game(DRAWN, 1300), build_game(WON, 800, 10)),
        ),
        ("", "", "", "", "1,280", "1,233"),
    ),
    PrintedSeries(
        "R-3",
        "Six ratings in a row: 2000, 1700, 1633, 1650, 1600, 1700. The opponents are not printed; these fit.",
        Rating(1200),
        (
            *(build_game(WON, 1600), build_game(LOST, 1800), build_game(LOST, 1900)),
            *(build_game(WON, 1300), build_game(LOST, 1800), build_game(WON, 1800)),
        ),
        ("2,000", "1,700", "1,633", "1,650", "1,600", "1,700"),
    ),
)


def rate_scores(*scores: float) -> Rating:
    """Return a provisional player with these scores so far."""
    return Rating(fsum(scores) / len(scores), len(scores), scores)


def build_example(
    rule: str, says: str, winner: Rating, loser: Rating, changes: tuple[str, str], ratings: tuple[str, str]
) -> Example:
    """Return a printed game between these two."""
    return Example(rule, says, build_sample(), (winner, loser), changes, ratings)


EXAMPLES = (
    build_example(
        "R-3",
        "Scores of 1600, 600, 1800 and 1800 make 1450. A win over a player at 1000 scores 1400, so it costs 10 points.",
        rate_scores(1600, 600, 1800, 1800),
        Rating(1000, 20),
        ("-10", "-3.8"),
        ("1,440", "996"),
    ),
    build_example(
        "R-3",
        "After 1287, 1939, 1870 and 1200 a win over a player at 1413 scores 1813: the mean is 1621.8, shown 1622.",
        rate_scores(1287, 1939, 1870, 1200),
        Rating(1413, 20),
        ("+47.8", "-12.4"),
        ("1,622", "1,401"),
    ),
    build_example(
        "R-5",
        "Scores of 1800, 600, 1400, 1300 and 1300 make 1280. A win over a provisional 800 scores 1000: 1233.",
        rate_scores(1800, 600, 1400, 1300, 1300),
        rate_scores(*[800] * 10),
        ("-46.7", "+25.5"),
        ("1,233", "825"),
    ),
    build_example(
        "R-5",
        "Two provisional players: the winner goes from 1388 to 1384, the loser from 1129 to 1132.",
        rate_scores(*[1388] * 14),
        rate_scores(*[1129] * 18),
        ("-3.9", "+3.1"),
        ("1,384", "1,132"),
    ),
    build_example(
        "R-6",
        "Two newcomers: each counts as 1200, so they come out at 1400 and 1000.",
        Rating(1200),
        Rating(1200),
        ("+200", "-200"),
        ("1,400", "1,000"),
    ),
    build_example(
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
    columns=(Column.experience("Games"), Column.record("W–D–L", draws=True)),
    examples=EXAMPLES,
    suits="Chess and other two-player games with draws, in clubs that newcomers of every strength join often.",
    series=SERIES,
    questions=(
        SelfTestQuestion(
            "R-3",
            "You have 1450 from four games and beat an established 1000. Why does your rating drop?",
            build_sample(),
            (rate_scores(1600, 600, 1800, 1800), Rating(1000, 20)),
        ),
        SelfTestQuestion(
            "R-8",
            "Both of you are established and you are 200 above. What are you expected to score?",
            build_sample(),
            (Rating(1700, 20), Rating(1500, 20)),
        ),
    ),
    experience=Experience("game", "games", asked="completed games"),
)
