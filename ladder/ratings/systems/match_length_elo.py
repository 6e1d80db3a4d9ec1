"""Match-length Elo: a club's backgammon rating, where a longer match counts for more.

Units: rating points, unrounded. Zero-sum. No draws, no clock; a provisional mark for display only.
Source: rules B-1 to B-16.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import ClassVar

from ladder.formats import MATCH_LENGTH, Game, add_games
from ladder.ratings import (
    MARGIN_RULE,
    RATED,
    About,
    Column,
    DuelSystem,
    Example,
    Experience,
    Fact,
    Facts,
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
    declare_margin,
    declare_option,
    declare_start,
    format_fixed,
    format_signed,
    register_system,
)

ABOUT = About(
    label="Match-length Elo",
    summary="Longer matches count for more. Good for backgammon, pool and darts.",
    formula=(
        "P = 1 ÷ (1 + 10^(−(A − B) × √N ÷ 2000)), the winner's chance",
        "Change = (1 − P) × 4 × √N, gained by the winner, lost by the loser",
    ),
    rules=(
        "Everyone starts at 1,800 with the first match (B-4).",
        "A is the winner's rating, B the loser's, N the match length in points (B-1).",
        "The stake is 4 × √N (B-2); what the winner gains the loser loses (B-3).",
        "The standings are sorted by the unrounded rating, and the ranks are consecutive (B-5). "
        "Ratings are shown whole (B-6), the change of the last match with one decimal (B-7).",
        "Exp is the total length of all matches played, won or lost (B-8).",
        "Nobody can play against themselves (B-9).",
        "A corrected match changes everything after it, as if it had been right from the start (B-10).",
        "Upper and lower case make no difference in names (B-11).",
        "A match counts only if it was played live and both agreed beforehand that it counts (B-13).",
    ),
    choices=(MARGIN_RULE,),
    columns=(Column.experience("Exp"),),
    examples=(
        Example(
            "B-3",
            "Two players at 1,800 play to 25: each has a chance of one half, and half of 4 × √25 moves.",
            build_sample(length=25),
            (Rating(1800), Rating(1800)),
            ("+10", "-10"),
        ),
        Example(
            "B-1",
            "1,700 beats 1,900 in 1 point: the chance was 0.443, so the winner takes 0.557 of the stake of 4.",
            build_sample(length=1),
            (Rating(1700), Rating(1900)),
            ("+2.2", "-2.2"),
        ),
        Example(
            "A-11",
            "A clear win, where it counts more: 9–5 between equals moves half of 4 × √9, and that (11 + 4) ÷ 8 times.",
            add_games(build_sample(length=9), (Game(9, 5),)),
            (Rating(1800), Rating(1800)),
            ("+11.3", "-11.3"),
            options={"margin": True},
        ),
    ),
    experience=Experience(  # B-8
        "point of match length", "points of match length", meaning="total length of all matches played"
    ),
    how_to_report=(  # B-13
        "A match counts only if it was played live and both players agreed beforehand that it counts. "
        "Money games and chouettes don't count."
    ),
    suits="Backgammon, pool, darts and other matches to a number of points, without draws.",
    questions=(
        SelfTestQuestion(
            "B-1",
            "You have 1,900, your opponent 1,700. What is your chance to 9 points, and how much could you lose?",
            build_sample(length=9),
            (Rating(1900), Rating(1700)),
        ),
    ),
)


@register_system
@dataclass(frozen=True)
class MatchLengthElo(DuelSystem):
    """The club Elo of seed 004."""

    key: ClassVar[str] = "match-length-elo"
    about: ClassVar[About] = ABOUT
    kinds: ClassVar[tuple[Kind, ...]] = (RATED,)
    facts: ClassVar[tuple[Fact, ...]] = (MATCH_LENGTH,)
    zero_sum: ClassVar[bool] = True
    start: float = declare_start(1800.0, "B-4")
    stake: float = declare_option(
        4.0,
        label="Stake of a 1-point match",
        help="Between equals half of it moves. A match to 9 points is worth three times as much.",
        rule="B-2",
        low=0.01,
        high=1_000,
    )
    spread: float = declare_option(
        2000.0,
        label="Spread",
        rule="B-1",
        low=1,
        high=100_000,
        help="The larger, the less a gap matters. With 2000, a lead of 200 wins 56 of 100 matches to one point.",
    )
    provisional_until: int = declare_option(
        0,
        label="Provisional until",
        rule="B-6a",
        low=0,
        high=100_000,
        choice=True,
        help="Up to this experience a rating has a question mark. No sum changes.",
    )
    margin: bool = declare_margin()

    def gains(self, a: Rating, b: Rating, score: float, facts: Facts) -> tuple[float, float]:
        root = sqrt(facts["length"])
        lead = a.points - b.points if score else b.points - a.points
        exponent = -lead * root / self.spread
        odds: float = 10.0 ** (exponent if exponent < 300.0 else 300.0)
        gain = (1.0 - 1.0 / (1.0 + odds)) * (self.stake * root)  # B-1 to B-3
        return (gain, -gain) if score else (-gain, gain)

    def weight(self, facts: Facts) -> int:
        return int(facts["length"])  # B-8

    def expected(self, result: Result, before: Ratings) -> tuple[float, float]:
        mine = self.chance(before[0].points, before[1].points, result.facts["length"])
        return mine, 1 - mine

    def chance(self, own: float, other: float, length: float) -> float:
        return calculate_expected_score(own, other, self.spread / sqrt(length))

    def provisional_left(self, rating: Rating) -> int:
        return max(self.provisional_until - rating.experience, 0)

    def explain(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        length = int(result.facts["length"])
        won = result.scores[seat] == 1
        change = self.change(result, before, seat)
        winner = seat if won else 1 - seat
        a, b = before[winner].points, before[1 - winner].points
        who = {"winner": result.players[winner], "loser": result.players[1 - winner]}
        chance = self.chance(a, b, length)
        return (
            explain_gap(a, b, who),
            self.likely(format_fixed(b - a, count_digits(a, b)), length, chance, who),
            self.at_stake(length),
            self.share(chance, length, change, who),
        )

    def likely(self, behind: str, length: int, chance: float, who: dict[str, object]) -> Step:
        words = "A longer match favours the better player a little more, so the gap is multiplied by √{n}."
        sentence = Message(words, {"n": str(length)}, who)
        total = f"1 ÷ (1 + 10^({behind} × √{length} ÷ {self.spread:g})) = {format_fixed(chance * 100)}%"
        return Step("B-1", "How likely was this win?", sentence, total.replace("-", "−"), chance)

    def at_stake(self, length: int) -> Step:
        stake = self.stake * sqrt(length)
        total = f"{self.stake:g} × √{length} = {format_fixed(stake, 2)}"
        return Step("B-2", "How much is at stake?", Message("Longer matches count for more."), total, stake)

    def share(self, chance: float, length: int, change: float, who: dict[str, object]) -> Step:
        sentence = Message("{loser} loses exactly what {winner} gains.", {}, who)
        share = f"(1 − {format_fixed(chance, 3)}) × {format_fixed(self.stake * sqrt(length), 2)}"
        total = f"{share} = {format_fixed(abs(change), 2)}, shown as {format_signed(change, 1)}"
        return Step("B-3", "The winner gains the unexpected share", sentence, total.replace("-", "−"), change)


def explain_gap(a: float, b: float, who: dict[str, object]) -> Step:
    """Return the first step: the two ratings just before the match."""
    digits = count_digits(a, b)
    one, other, lead = (format_fixed(number, digits) for number in (a, b, a - b))
    word = "level" if a == b else f"{format_fixed(abs(a - b), digits)} {'higher' if a > b else 'lower'}"
    sentence = Message("{winner} had {a}, {loser} {b}: {winner} was {word}.", {"a": one, "b": other, "word": word}, who)
    total = f"{one} − {other} = {lead}".replace("-", "−")
    return Step("B-1", "Start from the ratings before the match", sentence, total, a - b)
