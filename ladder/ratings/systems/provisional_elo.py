"""Provisional Elo: a plain mean of performance scores for the first 20 games, then Elo.

Units: rating points, unrounded, shown as whole numbers. Not zero-sum. Provisional until 20 counted games. No clock.
Source: rules R-1 to R-13.

While a player is provisional, `Rating.memory` holds the scores of his games, oldest first; then it is None.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum, inf
from typing import ClassVar

from ladder.ratings import (
    DRAWN,
    LOST,
    RATED,
    WON,
    About,
    Column,
    Example,
    Experience,
    Fact,
    Key,
    Kind,
    Message,
    PairSystem,
    PrintedSeries,
    Rating,
    Ratings,
    Result,
    SelfTestQuestion,
    Step,
    build_sample,
    calculate_expected_score,
    declare_option,
    declare_start,
    format_fixed,
    format_signed,
    register_system,
)


def parse_printed_games(printed: str) -> tuple[tuple[Result, Rating], ...]:
    """Return games as the source prints them: +1400 is a win, =p1300 a draw with a provisional player, -1000 a loss."""
    scores = {"+": WON, "=": DRAWN, "-": LOST}
    return tuple(
        (build_sample(scores[one[0]]), Rating(int(one[1:].lstrip("p")), 10 if one[1] == "p" else 20))
        for one in printed.split()
    )


SERIES = (
    PrintedSeries(
        "R-3",
        "A win over 1200, a loss to 1000, a win over 1400 and a draw with 1800 make 1450; then a win over 1000 "
        "makes 1440, so it costs 10 points.",
        Rating(1200),
        parse_printed_games("+1200 -1000 +1400 =1800 +1000"),
        ("", "", "", "1,450", "1,440"),
    ),
    PrintedSeries(
        "R-5",
        "Lost to 1687, beat 1539, beat 1470, lost to a provisional 1400, beat 1413. "
        "The scores are 1287, 1939, 1870, 1200 and 1813, their mean is 1621.8, shown 1622.",
        Rating(1200),
        parse_printed_games("-1687 +1539 +1470 -p1400 +1413"),
        ("", "", "", "", "1,622"),
    ),
    PrintedSeries(
        "R-5",
        "Beat 1400, lost to 1000, beat a provisional 1200, drew with 1300 twice: 1280. "
        "Then a win over a provisional 800 makes 1233.",
        Rating(1200),
        parse_printed_games("+1400 -1000 +p1200 =1300 =1300 +p800"),
        ("", "", "", "", "1,280", "1,233"),
    ),
    PrintedSeries(
        "R-3",
        "Six ratings in a row: 2000, 1700, 1633, 1650, 1600, 1700. The opponents are not printed; these fit.",
        Rating(1200),
        parse_printed_games("+1600 -1800 -1900 +1300 -1800 +1800"),
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


MOVES = Fact("moves", "Fewest moves made by either side", high=10_000, required=False, help="Leave empty if enough.")
ENOUGH_MOVES = 2

Scores = tuple[float, ...]

K_BANDS = ((2400, 16, "from 2400"), (2100, 24, "from 2100 to below 2400"), (-inf, 32, "below 2100"))  # R-9, from ... up


def list_scores(rating: Rating) -> Scores:
    """Return the scores so far; a rating without any stands for equal ones."""
    return (rating.points,) * rating.experience if rating.memory is None else tuple(rating.memory)


def average_scores(scores: Scores) -> float:
    """Return the plain mean; the sum is exact before it is rounded once (`math.fsum`)."""
    return fsum(scores) / len(scores)


def find_k_factor(points: float) -> tuple[int, str]:
    """Return K for an own rating before the game, and its band (R-9)."""
    return next((k, band) for low, k, band in K_BANDS if points >= low)


@register_system
@dataclass(frozen=True)
class ProvisionalElo(PairSystem):
    """The rating of seed 003; a rating's experience is the number of completed games."""

    key: ClassVar[str] = "provisional-elo"
    about: ClassVar[About] = ABOUT
    kinds: ClassVar[tuple[Kind, ...]] = (RATED,)
    facts: ClassVar[tuple[Fact, ...]] = (MOVES,)
    draws: ClassVar[bool] = True
    start: float = declare_start(1200.0, "R-1", help="Shown before the first game. It is no part of the average.")
    games: int = declare_option(
        20,
        label="Provisional games",
        help="The rating is the average of so many games. Then Elo takes over.",
        rule="R-3",
        low=1,
        high=1_000,
    )
    bonus: float = declare_option(
        400.0,
        label="Bonus for a win",
        help="A win counts as the opponent’s rating plus this, a loss as the rating minus this.",
        rule="R-3",
        low=0,
        high=10_000,
    )
    small_bonus: float = declare_option(
        200.0,
        label="Bonus against a provisional player",
        help="The same, while the opponent is provisional, too.",
        rule="R-5",
        low=0,
        high=10_000,
    )
    newcomer_games: int = declare_option(
        5,
        label="Games of a newcomer, fewer than",
        help="An opponent with fewer games counts as the next number.",
        rule="R-6",
        low=0,
        high=1_000,
    )
    newcomer_rating: float = declare_option(
        1200.0,
        label="A newcomer counts as",
        help="In place of the newcomer’s own rating, which says little yet.",
        rule="R-6",
        low=-100_000,
        high=100_000,
    )

    def initial(self) -> Rating:
        return Rating(self.start, 0, ())

    def concerns(self, result: Result) -> bool:
        """Return whether the game is rated and long enough (R-2)."""
        return result.kind in self.kinds and result.facts.get("moves", ENOUGH_MOVES) >= ENOUGH_MOVES

    def provisional_left(self, rating: Rating) -> int:
        return max(self.games - rating.experience, 0)

    def is_provisional(self, rating: Rating) -> bool:
        return rating.experience < self.games

    def is_newcomer(self, opponent: Rating) -> bool:
        return self.is_provisional(opponent) and opponent.experience < self.newcomer_games

    def worth(self, opponent: Rating) -> float:
        """Return what an opponent counts as (R-6, R-11)."""
        return self.newcomer_rating if self.is_newcomer(opponent) else opponent.points

    def swing(self, opponent: Rating) -> float:
        return self.small_bonus if self.is_provisional(opponent) else self.bonus

    def performance(self, opponent: Rating, score: float) -> float:
        """Return a game's score, fixed for good when it ends (R-3, R-4)."""
        return self.worth(opponent) + (2 * score - 1) * self.swing(opponent)

    def rate(self, result: Result, before: Ratings) -> Ratings:
        a, b = before
        return self.after(a, b, result.scores[0]), self.after(b, a, result.scores[1])

    def after(self, own: Rating, opponent: Rating, score: float) -> Rating:
        played = own.experience + 1
        if not self.is_provisional(own):
            return Rating(own.points + self.elo_change(own, opponent, score), played, None, own.as_of)
        scores = (*list_scores(own), self.performance(opponent, score))
        return Rating(average_scores(scores), played, scores if played < self.games else None, own.as_of)

    def move(self, rating: Rating, change: float, experience: int) -> Rating:
        """Return the rating after a match of sides; a provisional one gets the score that moves its mean so far."""
        moved = super().move(rating, change, experience)
        if not self.is_provisional(rating):
            return moved._replace(memory=None)
        scores = (*list_scores(rating), rating.points + moved.experience * change)
        kept = scores if self.is_provisional(moved) else None
        return moved._replace(points=average_scores(scores), memory=kept)

    def chance(self, own: Rating, opponent: Rating) -> float:
        return calculate_expected_score(own.points, self.worth(opponent))

    def elo_change(self, own: Rating, opponent: Rating, score: float) -> float:
        """Return an established player's change (R-8), halved against a provisional one (R-10)."""
        change = find_k_factor(own.points)[0] * (score - self.chance(own, opponent))
        return change / 2 if self.is_provisional(opponent) else change

    def expected(self, result: Result, before: Ratings) -> tuple[float, float]:
        """Return R-8's expectation from the two ratings as they are shown."""
        chance = calculate_expected_score(before[0].points, before[1].points)
        return chance, 1 - chance

    def opening(self, points: float, games: int, experience: int) -> Rating:
        """Return a brought rating; up to game 20 it stands for that many equal scores."""
        played = games or experience
        return Rating(points, played, (points,) * played if played < self.games else None)

    def carry(self, rating: Rating, keep: float) -> Rating:
        """Return the rating for the next season; the scores of its mean shrink with it."""
        carried = super().carry(rating, keep)
        if keep in (0, 1) or not self.is_provisional(rating):
            return carried
        scores = tuple(self.start + keep * (score - self.start) for score in list_scores(rating))
        return carried._replace(memory=scores)

    def explain(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        own, opponent, score = before[seat], before[1 - seat], result.scores[seat]
        who: dict[str, Key] = {"me": result.players[seat], "other": result.players[1 - seat]}
        first = explain_opponent(self, own, opponent, who)
        change = self.change(result, before, seat)
        if self.is_provisional(own):
            rest = explain_mean(self, own, opponent, score, change, who)
            return first, explain_score(self, opponent, score, who), *rest
        last = explain_change(self, own, opponent, score, change, who)
        return first, explain_expected(self, own, opponent, who), explain_k_factor(own, who), last


def explain_opponent(system: ProvisionalElo, own: Rating, opponent: Rating, who: dict[str, Key]) -> Step:
    """Return the step that says what the opponent counts as (R-4, R-6, R-11)."""
    worth, rule = system.worth(opponent), "R-4"
    words = {"games": str(opponent.experience), "worth": format_fixed(worth, 0), "few": str(system.newcomer_games)}
    if system.is_newcomer(opponent):
        rule = "R-6" if system.is_provisional(own) else "R-11"
        text = "{other} had completed {games} games, fewer than {few}, so they count as {worth}."
    elif system.is_provisional(opponent):
        text = "{other} was provisional with {games} games and counts with their rating before the game, {worth}."
    else:
        text = "{other} was established and counts with their rating before the game, {worth}."
    total = format_fixed(worth).replace("-", "−")
    return Step(rule, "What does the opponent count as?", Message(text, words, who), total, worth)


def explain_score(system: ProvisionalElo, opponent: Rating, score: float, who: dict[str, Key]) -> Step:
    """Return the step that scores the game, for good (R-3 to R-5)."""
    swing, value = system.swing(opponent), system.performance(opponent, score)
    provisional = system.is_provisional(opponent) and score != DRAWN
    why = f"{{other}} was {'provisional' if provisional else 'established'}, so a {name_outcome(score)}"
    what = "A draw adds nothing." if score == DRAWN else f"{why} {'adds' if score else 'takes off'} {{swing}}."
    sign = "+" if score >= DRAWN else "−"
    total = f"{format_fixed(system.worth(opponent))} {sign} {swing if score != DRAWN else 0:g} = {format_fixed(value)}"
    rule = "R-5" if provisional else "R-3"
    sentence = Message(f"{what} This score is final.", {"swing": f"{swing:g}"}, who)
    return Step(rule, "Score this game", sentence, total.replace("-", "−"), value)


def explain_mean(
    system: ProvisionalElo, own: Rating, opponent: Rating, score: float, change: float, who: dict[str, Key]
) -> tuple[Step, Step]:
    """Return the two steps from the scores to the mean, and to the change (R-3)."""
    scores = (*list_scores(own), system.performance(opponent, score))
    new = average_scores(scores)
    listed = " + ".join(format_fixed(one) for one in scores)
    sentence = Message(
        "{me} is provisional until {games} games: the mean of all {n} scores, this one last. "
        "The starting rating is not part of it.",
        {"games": str(system.games), "n": str(len(scores))},
        who,
    )
    total = f"({listed}) ÷ {len(scores)} = {format_fixed(new)}"
    return (
        Step("R-3", "Take the mean of all scores", sentence, total.replace("-", "−"), new),
        explain_difference(own.points, scores, score, change, who),
    )


def explain_expected(system: ProvisionalElo, own: Rating, opponent: Rating, who: dict[str, Key]) -> Step:
    """Return the step with the expected score of an established player (R-8)."""
    chance = system.chance(own, opponent)
    gap = f"{format_fixed(system.worth(opponent))} − {format_fixed(own.points)}"
    total = f"1 ÷ (10^(({gap}) ÷ 400) + 1) = {format_fixed(chance, 3)}"
    sentence = Message("We is what {me} was expected to score against {other}.", {}, who)
    return Step("R-8", "What was expected?", sentence, total.replace("-", "−"), chance)


def explain_change(
    system: ProvisionalElo, own: Rating, opponent: Rating, score: float, change: float, who: dict[str, Key]
) -> Step:
    """Return an established player's change (R-8, R-10)."""
    halved = system.is_provisional(opponent)
    text = (
        "{other} was provisional, so the change is halved."
        if halved
        else "{other} was established, so the change is not halved."
    )
    k, chance = find_k_factor(own.points)[0], format_fixed(system.chance(own, opponent), 3)
    sentence = Message(text, {}, who)
    half = " ÷ 2" if halved else ""
    total = f"{k} × ({score:g} − {chance}){half} = {format_fixed(change, 2)}, shown as {format_signed(change, 1)}"
    return Step("R-10" if halved else "R-8", "Calculate the change", sentence, total.replace("-", "−"), change)


def name_outcome(score: float) -> str:
    return "win" if score == WON else "draw" if score == DRAWN else "loss"


def explain_k_factor(own: Rating, who: dict[str, Key]) -> Step:
    """Return the step that finds K in its band (R-9)."""
    k, band = find_k_factor(own.points)
    sentence = Message(
        "{me} had {points}, so the band is {band}.", {"points": format_fixed(own.points), "band": band}, who
    )
    return Step("R-9", "How much is at stake?", sentence, f"K = {k}", k)


def explain_difference(old: float, scores: Scores, score: float, change: float, who: dict[str, Key]) -> Step:
    """Return the last provisional step: the new mean against the old, and why a win can cost (R-3)."""
    new, words = (
        average_scores(scores),
        {"old": format_fixed(old), "this": format_fixed(scores[-1]), "outcome": name_outcome(score)},
    )
    if (change < 0 < score) or (change > 0 and score < WON):
        moved, side = ("lowered", "less") if change < 0 else ("raised", "more")
        text = (
            f"The {{outcome}} {moved} the rating of {{me}}: this game scored {{this}}, {side} than the {{old}} before."
        )
    elif len(scores) == 1:
        text = "This is the first score of {me}, so it is the whole mean."
    else:
        text = "The mean of {me} was {old} before."
    sentence = Message(text, words, who)
    total = f"{format_fixed(new)} − {format_fixed(old)} = {format_fixed(change)}, shown as {format_signed(change, 1)}"
    return Step("R-3", "Compare with the rating before", sentence, total.replace("-", "−"), change)
