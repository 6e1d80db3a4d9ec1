"""Warlocks score: win a point for each opponent, surrender to save the rest, die and lose it all.

Units: whole points. Not zero-sum. A battle may have no winner; no provisional period, no clock.
Source: rules W-1 to W-12.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from ladder.ratings import (
    DEAD,
    FRIENDLY,
    LADDER,
    SAMPLE_DAY,
    STANDING,
    SURRENDERED,
    UNRATED,
    VERY_FRIENDLY,
    WON,
    About,
    Column,
    Counts,
    Example,
    Exit,
    Kind,
    Message,
    Rating,
    Ratings,
    RatingSystem,
    Result,
    SelfTestQuestion,
    Step,
    build_battle,
    build_duel,
    declare_option,
    declare_start,
    format_fixed,
    register_system,
)

MELEES = (("every-pair", "Every two players must be in reach"), ("one-pair", "Two players in reach are enough"))

WON_IT = build_duel("winner", "loser", ended=SAMPLE_DAY, kind=LADDER)

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
        "Teams don't count: the last player standing wins alone (W-2, our choice).",
        "Friendly battles leave scores alone but count as played, won and died (W-6, W-11); "
        "very friendly ones leave no trace (W-7).",
        "In a duel the winner gains nothing with a score already 5 or more above the mean of the two scores at the "
        "start, rounded down (W-8; counting 5 itself and the score before the gain are our choice).",
        "Ladder battles are for players at most 5 points apart when the challenge is accepted (W-9; "
        "in a melee that every two must be is our choice).",
        "Equal scores: fewer deaths a game come first, then more wins a game (W-10; 0 without a game is our choice).",
    ),
    rating_label="Score",
    change_label="",
    columns=(Column.counted("played", "Played"), Column.counted("won", "Won"), Column.counted("died", "Died")),
    examples=(
        Example(
            "W-3",
            "The last of four gains 3, one surrender costs 1, and two deaths cost everything.",
            build_battle(
                ("winner", "careful", "bold", "bolder"),
                (Exit(STANDING), Exit(SURRENDERED, 2), Exit(DEAD, 1), Exit(DEAD, 3)),
                ended=SAMPLE_DAY,
            ),
            (Rating(4), Rating(6), Rating(2), Rating(5)),
            ("+3", "-1", "-2", "-5"),
            ("7", "5", "0", "0"),
        ),
        Example(
            "W-5",
            "One surrenders as the other dies: a win for the one who lives.",
            build_battle(("winner", "loser"), (Exit(SURRENDERED, 4), Exit(DEAD, 4)), ended=SAMPLE_DAY),
            (Rating(2), Rating(3)),
            ("+1", "-3"),
            ("3", "0"),
        ),
        Example(
            "W-8",
            "Begun at 3 and 4, the mean is 3. A winner who has reached 8 meanwhile gains nothing.",
            build_battle(
                ("winner", "loser"), (Exit(STANDING), Exit(SURRENDERED, 2)), ended=SAMPLE_DAY, started=SAMPLE_DAY
            )._replace(at_start=(Rating(3), Rating(4))),
            (Rating(8), Rating(4)),
            ("+0", "-1"),
            ("8", "3"),
        ),
    ),
    unit="score",
    suits="Games of two or more in which everybody ends standing, surrendered or dead.",
    questions=(
        SelfTestQuestion(
            "W-9", "You have 2 and your opponent 7. May you play a ladder battle?", WON_IT, (Rating(2), Rating(7))
        ),
        SelfTestQuestion(
            "W-9", "You have 2 and your opponent 8. May you play a ladder battle?", WON_IT, (Rating(2), Rating(8))
        ),
        SelfTestQuestion(
            "W-3",
            "Four players have 3 each. How much does the last one standing gain, and how much does a surrender cost?",
            build_battle(("me", "b", "c", "d"), (Exit(STANDING), *[Exit(SURRENDERED, 1)] * 3), ended=SAMPLE_DAY),
            (Rating(3),) * 4,
        ),
    ),
    related=("warlocks-elo",),
)


@register_system
@dataclass(frozen=True)
class WarlocksScore(RatingSystem):
    """The score of seed 001."""

    key: ClassVar[str] = "warlocks-score"
    about: ClassVar[About] = ABOUT
    kinds: ClassVar[tuple[Kind, ...]] = (LADDER, FRIENDLY)
    uncounted: ClassVar[tuple[Kind, ...]] = (VERY_FRIENDLY, UNRATED)  # W-7
    draws: ClassVar[bool] = True
    tie_breaks: ClassVar[tuple[str, ...]] = ("fewer deaths a game", "more wins a game")
    looks_back: ClassVar[bool] = True
    start: int = declare_start(0, "W-12", label="Starting score", low=0, choice=True)
    reach: int = declare_option(
        5,
        label="Largest difference for a ladder battle",
        help="Whose scores differ by more can’t play for the ladder.",
        rule="W-9",
        low=0,
        high=100_000,
    )
    melee: str = declare_option(
        "every-pair",
        label="Reach in a melee",
        help="Who of three or more must be within that difference.",
        rule="W-9",
        choices=MELEES,
        choice=True,
    )
    cap: int = declare_option(
        5,
        label="Lead that gains nothing",
        rule="W-8",
        low=0,
        high=100_000,
        choice=True,
        help="A winner who stands so far over the mean of both scores gains nothing, in duels.",
    )

    def initial(self) -> Rating:
        return Rating(self.start)

    def rate(self, result: Result, before: Ratings) -> Ratings:
        return tuple(
            Rating(self.points_after(result, old.points, seat), old.experience + 1, old.memory, old.as_of)
            for seat, old in enumerate(before)
        )

    def points_after(self, result: Result, points: float, seat: int) -> float:
        if result.kind == FRIENDLY:
            return points  # W-6
        if result.scores[seat] == WON:
            return points if self.capped(result, points) else points + len(result.players) - 1  # W-3, W-8
        return 0 if result.exits[seat].how == DEAD else max(points - 1, 0)  # W-3, W-4

    def capped(self, result: Result, points: float) -> bool:
        """Return whether a winner with that score gains nothing (W-8)."""
        return self.has_cap(result) and points >= find_mean_at_start(result) + self.cap

    def has_cap(self, result: Result) -> bool:
        recorded = result.started is not None and bool(result.at_start)
        return recorded and result.kind == LADDER and len(result.players) == 2

    def eligible(self, result: Result, before: Ratings) -> Message | None:
        if result.kind != LADDER:
            return None
        points = [rating.points for rating in result.at_start or before]
        seats = sorted(range(len(points)), key=points.__getitem__)
        strict = self.melee == "every-pair"
        pairs = [(seats[0], seats[-1])] if strict else pairwise(seats)
        low, high = min(pairs, key=lambda pair: points[pair[1]] - points[pair[0]])
        gap = points[high] - points[low]
        if gap <= self.reach:
            return None
        a, b = sorted((low, high))
        words = "{a} and {b} are {gap} apart; the limit is {reach}."
        if not strict and len(points) > 2:
            words = "Even the closest two, {a} and {b}, are {gap} apart; the limit is {reach}."
        params = {"gap": format_count(gap, "point"), "reach": format_fixed(self.reach, 0)}
        return Message(words, params, {"a": result.players[a], "b": result.players[b]})

    def order(self, rating: Rating, counts: Counts) -> tuple[float, ...]:
        # W-10. Two unlike ratios of whole numbers below 2 ** 26 lie further apart than two
        # neighbouring floats, and like ones give the same float: dividing compares exactly.
        played = counts.played or 1  # without a game both ratios are 0
        return 0 - rating.points, counts.died / played, -counts.won / played

    def explain(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        points, after = before[seat].points, self.points_after(result, before[seat].points, seat)
        if result.kind == FRIENDLY:
            return (explain_friendly(result, points, seat),)
        if result.scores[seat] != WON:
            return explain_outcome(result), explain_loss(result, points, after, seat)
        if not self.has_cap(result):
            return explain_outcome(result), explain_gain(result, points, after, seat)
        return (
            explain_outcome(result),
            explain_cap(result, points, self.cap, seat),
            explain_gain(result, points, after, seat),
        )


def find_mean_at_start(result: Result) -> int:
    """Return the mean of the two scores when the duel began, rounded down (W-8)."""
    return int((result.at_start[0].points + result.at_start[1].points) // 2)


def format_count(number: float, noun: str) -> str:
    """Return a number with its noun: 1 point, 6 points."""
    return f"{format_fixed(number, 0)} {noun}{'' if number == 1 else 's'}"


def explain_cap(result: Result, points: float, cap: int, seat: int) -> Step:
    """Return the step that tests the cap of a duel."""
    mean = find_mean_at_start(result)
    limit = mean + cap
    verdict = "That is at or above the limit" if points >= limit else "That is below the limit"
    words = {"limit": format_fixed(limit, 0), "points": format_fixed(points, 0)}
    sentence = Message(
        "From a score of {limit}, winning this duel gains nothing. {me} had {points} at its end. " + verdict + ".",
        words,
        {"me": result.players[seat]},
    )
    a, b = (format_fixed(rating.points, 0) for rating in result.at_start)
    total = f"({a} + {b}) ÷ 2, rounded down, + {cap} = {words['limit']}"
    return Step("W-8", "Compare with the scores at the start", sentence, total, limit)


def explain_friendly(result: Result, points: float, seat: int) -> Step:
    """Return the only step of a friendly battle."""
    sentence = Message(
        "A friendly battle leaves the score of {me} alone. It only counts as played.", {}, {"me": result.players[seat]}
    )
    return Step("W-6", "Nothing at stake", sentence, f"{format_fixed(points, 0)} + 0 = {format_fixed(points, 0)}", 0)


def explain_outcome(result: Result) -> Step:
    """Return the first step: who won the battle, and by which rule."""
    all_of_them = len(result.players)
    if WON not in result.scores:
        total = f"standing 0 of {all_of_them}"
        return Step("W-4", "Who won?", Message("Nobody was left standing, so nobody gains."), total, 0)
    seat = result.scores.index(WON)
    who, value = {"winner": result.players[seat]}, result.scores[seat]
    if result.exits[seat].how == STANDING:
        sentence = Message("{winner} was the last one standing and wins.", {}, who)
        return Step("W-2", "Who won?", sentence, f"standing 1 of {all_of_them}", value)
    sentence = Message(
        "{winner} wins: the only player to surrender in the last round, while the others still in it died.", {}, who
    )
    final = result.exits[seat].round
    dead = sum(left.how == DEAD and left.round == final for left in result.exits)
    return Step("W-5", "Who won?", sentence, f"round {final}: surrendered 1, dead {dead}", value)


def explain_gain(result: Result, points: float, after: float, seat: int) -> Step:
    """Return the winner's last step."""
    who, change = {"me": result.players[seat]}, after - points
    total = f"{format_fixed(points, 0)} + {format_fixed(change, 0)} = {format_fixed(after, 0)}"
    if after == points:
        return Step(
            "W-8", "The winner gains nothing", Message("The score of {me} stays the same.", {}, who), total, change
        )
    words = {"opponents": format_count(len(result.players) - 1, "opponent")}
    sentence = Message("{me} gains a point for each of {opponents}.", words, who)
    if len(result.players) == 2:
        sentence = Message("{me} gains a point for the one opponent.", {}, who)
    return Step("W-3", "The winner gains", sentence, total, change)


def explain_loss(result: Result, points: float, after: float, seat: int) -> Step:
    """Return the last step of a player who surrendered or died."""
    rule = "W-3" if WON in result.scores else "W-4"
    who, change = {"me": result.players[seat]}, after - points
    if result.exits[seat].how == DEAD:
        sentence = Message("{me} died, so their score becomes 0.", {}, who)
        return Step(rule, "Death takes everything", sentence, f"{format_fixed(points, 0)} → 0", change)
    sentence = Message("{me} surrendered and loses 1 point, but not below 0.", {}, who)
    total = f"max({format_fixed(points, 0)} − 1, 0) = {format_fixed(after, 0)}"
    return Step(rule, "Surrender costs a point", sentence, total, change)
