"""The steps that explain a Warlocks score: who won, what it brings, what it costs."""

from __future__ import annotations

from .about import Message, Step
from .results import DEAD, STANDING, WON
from .rounding import fixed
from .values import Result


def mean_at_start(result: Result) -> int:
    """Return the mean of the two scores when the duel began, rounded down (W-8)."""
    return int((result.at_start[0].points + result.at_start[1].points) // 2)


def counted(number: float, noun: str) -> str:
    """Return a number with its noun: 1 point, 6 points."""
    return f"{fixed(number, 0)} {noun}{'' if number == 1 else 's'}"


def ceiling(result: Result, points: float, cap: int, seat: int) -> Step:
    """Return the step that tests the cap of a duel."""
    mean = mean_at_start(result)
    limit = mean + cap
    verdict = "That is at or above the limit" if points >= limit else "That is below the limit"
    words = {"limit": fixed(limit, 0), "points": fixed(points, 0)}
    sentence = Message(
        "From a score of {limit}, winning this duel gains nothing. {me} had {points} at its end. " + verdict + ".",
        words,
        {"me": result.players[seat]},
    )
    a, b = (fixed(rating.points, 0) for rating in result.at_start)
    total = f"({a} + {b}) ÷ 2, rounded down, + {cap} = {words['limit']}"
    return Step("W-8", "Compare with the scores at the start", sentence, total, limit)


def friendly(result: Result, points: float, seat: int) -> Step:
    """Return the only step of a friendly battle."""
    sentence = Message(
        "A friendly battle leaves the score of {me} alone. It only counts as played.", {}, {"me": result.players[seat]}
    )
    return Step("W-6", "Nothing at stake", sentence, f"{fixed(points, 0)} + 0 = {fixed(points, 0)}", 0)


def outcome(result: Result) -> Step:
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


def gain(result: Result, points: float, after: float, seat: int) -> Step:
    """Return the winner's last step."""
    who, change = {"me": result.players[seat]}, after - points
    total = f"{fixed(points, 0)} + {fixed(change, 0)} = {fixed(after, 0)}"
    if after == points:
        return Step(
            "W-8", "The winner gains nothing", Message("The score of {me} stays the same.", {}, who), total, change
        )
    words = {"opponents": counted(len(result.players) - 1, "opponent")}
    sentence = Message("{me} gains a point for each of {opponents}.", words, who)
    if len(result.players) == 2:
        sentence = Message("{me} gains a point for the one opponent.", {}, who)
    return Step("W-3", "The winner gains", sentence, total, change)


def loss(result: Result, points: float, after: float, seat: int) -> Step:
    """Return the last step of a player who surrendered or died."""
    rule = "W-3" if WON in result.scores else "W-4"
    who, change = {"me": result.players[seat]}, after - points
    if result.exits[seat].how == DEAD:
        sentence = Message("{me} died, so their score becomes 0.", {}, who)
        return Step(rule, "Death takes everything", sentence, f"{fixed(points, 0)} → 0", change)
    sentence = Message("{me} surrendered and loses 1 point, but not below 0.", {}, who)
    total = f"max({fixed(points, 0)} − 1, 0) = {fixed(after, 0)}"
    return Step(rule, "Surrender costs a point", sentence, total, change)
