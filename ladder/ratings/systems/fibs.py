"""FIBS: the backgammon rating of the First Internet Backgammon Server, with its ramp for newcomers.

Units: rating points, unrounded. Not zero-sum, since each player has the K of their own experience. No draws, no clock.
Source: rules F-1 to F-7, from the server's help page "formula".
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import ClassVar

from ladder.formats import MATCH_LENGTH
from ladder.ratings import (
    RATED,
    WON,
    About,
    Column,
    DuelSystem,
    Example,
    Experience,
    Fact,
    Facts,
    Key,
    Kind,
    Message,
    Rating,
    Ratings,
    Result,
    SelfTestQuestion,
    Step,
    build_sample,
    calculate_expected_score,
    count_digits,
    declare_option,
    declare_start,
    format_fixed,
    format_signed,
    register_system,
)

BEFORE, WITH = "before", "with"
FIRST_K, LAST_K, RAMP = 5, 1, 400  # F-5
STAKE = 4  # F-4
SPREAD = 2000  # F-3

VETERAN = Rating(1500, RAMP)


def build_veterans_example(length: int, moved: str) -> Example:
    """Return the worth of a match between two equal players with enough experience."""
    says = f"Two players at 1500 with an experience of 400 play to {length}: half of 4 × √{length} moves."
    return Example("F-4", says, build_sample(length=length), (VETERAN, VETERAN), (f"+{moved}", f"-{moved}"))


ABOUT = About(
    label="FIBS",
    summary="The rating of the best-known backgammon server. Longer matches count for more, newcomers move faster.",
    formula=(
        "P = 1 ÷ (10^(D × √N ÷ 2000) + 1), the underdog’s chance",
        "Change = 4 × K × √N × what was unlikely: 1 − P if the underdog wins, P if the favourite wins",
        "K = 5 − E ÷ 100 while E is below 400, then 1",
    ),
    rules=(
        "Everyone starts at 1500, with no experience (F-1).",
        "D is the difference of the two ratings, N the length of the match in points (F-2).",
        "The underdog’s chance is 1 ÷ (10^(D × √N ÷ 2000) + 1), so in long matches it is smaller (F-3).",
        "The winner gains and the loser loses 4 × K × √N times what was unlikely (F-4).",
        "K falls from 5 to 1 while the experience E goes from 0 to 400. Each player has their own, so what one gains "
        "is not always what the other loses (F-5).",
        "E is the length of all matches that a player has finished, for all time (F-6).",
        "E is taken before the match; an option counts the match itself as well (F-7, our choice).",
    ),
    columns=(Column.experience("Exp"),),
    examples=(
        build_veterans_example(1, "2"),
        build_veterans_example(9, "6"),
        Example(
            "F-3",
            "The underdog by 500 wins a match to 5.",
            build_sample(length=5),
            (VETERAN, Rating(2000, RAMP)),
            ("+7", "-7"),
        ),
        Example(
            "F-5",
            "A first match to 9 at 1500: the newcomer has K 5, the other one K 1.",
            build_sample(length=9),
            (Rating(1500), VETERAN),
            ("+30", "-6"),
        ),
    ),
    experience=Experience(  # F-6
        "point of match length",
        "points of match length",
        meaning="total length of all matches finished",
        asked="experience",
    ),
    suits="Backgammon with matches of many lengths, where newcomers should find their level soon.",
    questions=(
        SelfTestQuestion(
            "F-5",
            "You have 1500 and an experience of 200, and play a player at 1500 to 9. What is K, and what can you win?",
            build_sample(length=9),
            (Rating(1500, 200), VETERAN),
        ),
        SelfTestQuestion(
            "F-3",
            "You are 200 ahead and play to 9. How likely are you to win, and what would a loss cost?",
            build_sample(length=9),
            (Rating(1700, RAMP), VETERAN),
        ),
    ),
    related=("match-length-elo", "nardgammon-elo"),
)


@register_system
@dataclass(frozen=True)
class Fibs(DuelSystem):
    """The formula of FIBS; a rating's experience is E."""

    key: ClassVar[str] = "fibs"
    about: ClassVar[About] = ABOUT
    kinds: ClassVar[tuple[Kind, ...]] = (RATED,)
    facts: ClassVar[tuple[Fact, ...]] = (MATCH_LENGTH,)
    start: float = declare_start(1500.0, "F-1")
    counted: str = declare_option(
        BEFORE,
        label="E is counted",
        rule="F-7",
        choices=((BEFORE, "before the match"), (WITH, "with the match itself")),
        choice=True,
        help="The server’s help does not say which. It only matters in the first 400 points of match length.",
    )

    def find_experience(self, rating: Rating, length: float) -> float:
        """Return E of a player for a match of this length (F-6, F-7)."""
        return rating.experience + length if self.counted == WITH else rating.experience

    def find_k(self, rating: Rating, length: float) -> float:
        """Return a player's own K (F-5)."""
        return max(LAST_K, FIRST_K - self.find_experience(rating, length) / 100)

    def find_surprise(self, winner: float, loser: float, length: float) -> float:
        """Return how unlikely the result was: the chance that the winner would have lost (F-3, F-4)."""
        return calculate_expected_score(loser, winner, SPREAD / sqrt(length))

    def gains(self, a: Rating, b: Rating, score: float, facts: Facts) -> tuple[float, float]:
        length = facts["length"]
        winner, loser = (a, b) if score == WON else (b, a)
        moved = STAKE * sqrt(length) * self.find_surprise(winner.points, loser.points, length)
        sign = 1 if score == WON else -1
        return sign * moved * self.find_k(a, length), -sign * moved * self.find_k(b, length)

    def weight(self, facts: Facts) -> int:
        return int(facts["length"])  # F-6

    def expected(self, result: Result, before: Ratings) -> tuple[float, float]:
        chance = self.find_surprise(before[1].points, before[0].points, result.facts["length"])
        return chance, 1 - chance

    def carry(self, rating: Rating, keep: float) -> Rating:
        """Return the rating for the next season; E counts for all time (F-6)."""
        points = rating.points if keep == 1 else self.start + keep * (rating.points - self.start)
        return rating._replace(points=points)

    def explain(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        return (
            explain_difference(result, before),
            explain_surprise(self, result, before),
            explain_k(self, result, before, seat),
            explain_change(self, result, before, seat),
        )


def order_players(result: Result, before: Ratings) -> tuple[dict[str, Key], Rating, Rating]:
    """Return who is the favourite and who the underdog, and their ratings; of equals the first is the favourite."""
    first = 0 if before[0].points >= before[1].points else 1
    who = {"favourite": result.players[first], "underdog": result.players[1 - first]}
    return who, before[first], before[1 - first]


def explain_difference(result: Result, before: Ratings) -> Step:
    """Return the first step: D, from the two ratings just before the match (F-2)."""
    who, favourite, underdog = order_players(result, before)
    digits, lead = count_digits(favourite.points, underdog.points), favourite.points - underdog.points
    high, low, gap = (format_fixed(number, digits) for number in (favourite.points, underdog.points, lead))
    role = "the two were level" if lead == 0 else "{favourite} was the favourite"
    sentence = Message(f"{{favourite}} had {{high}}, {{underdog}} {{low}}: {role}.", {"high": high, "low": low}, who)
    total = f"D = {high} − {low} = {gap}".replace("= -", "= −")
    return Step("F-2", "Start from the ratings before the match", sentence, total, lead)


def explain_surprise(system: Fibs, result: Result, before: Ratings) -> Step:
    """Return the step with the underdog's chance, and with what was unlikely (F-3, F-4)."""
    who, favourite, underdog = order_players(result, before)
    length = int(result.facts["length"])
    chance = system.find_surprise(favourite.points, underdog.points, length)
    won = result.players[result.scores.index(WON)] == who["underdog"]
    says = "The underdog won, so 1 − P was unlikely." if won else "The favourite won, so P was unlikely."
    level = favourite.points == underdog.points
    sentence = Message(
        "The two were level, so P is one half." if level else f"P is {{underdog}}’s chance. {says}", {}, who
    )
    gap = format_fixed(favourite.points - underdog.points, count_digits(favourite.points, underdog.points))
    total = f"P = 1 ÷ (10^({gap} × √{length} ÷ {SPREAD}) + 1) = {format_fixed(chance, 4)}"
    surprise = 1 - chance if won else chance
    shown = f"{total}; 1 − P = {format_fixed(surprise, 4)}" if won else total
    return Step("F-3", "How surprising was the result?", sentence, shown, surprise)


def explain_k(system: Fibs, result: Result, before: Ratings, seat: int) -> Step:
    """Return the step with the player's own K (F-5)."""
    length = result.facts["length"]
    counted, k = int(system.find_experience(before[seat], length)), system.find_k(before[seat], length)
    when = "with this match" if system.counted == WITH else "before this match"
    sentence = Message(
        "{me} had an experience of {e} {when}.", {"e": f"{counted:,}", "when": when}, {"me": result.players[seat]}
    )
    total = f"K = 5 − {counted} ÷ 100 = {format_fixed(k, 2)}" if counted < RAMP else "K = 1"
    return Step("F-5", "How fast does this rating move?", sentence, total, k)


def explain_change(system: Fibs, result: Result, before: Ratings, seat: int) -> Step:
    """Return the last step: what the player gains or loses (F-4)."""
    length, change = int(result.facts["length"]), system.change(result, before, seat)
    winner = result.scores.index(WON)
    surprise = system.find_surprise(before[winner].points, before[1 - winner].points, length)
    sentence = Message(
        "{me} {verb} 4 × K × √N × what was unlikely. {other} has their own K, so the two changes may differ.",
        {"verb": "gains" if seat == winner else "loses"},
        {"me": result.players[seat], "other": result.players[1 - seat]},
    )
    k = format_fixed(system.find_k(before[seat], length), 2)
    moved = f"{format_fixed(abs(change), 2)}, shown as {format_signed(change, 1)}"
    total = f"{STAKE} × {k} × √{length} × {format_fixed(surprise, 4)} = {moved}"
    return Step("F-4", "Calculate the change", sentence, total.replace("-", "−"), change)
