"""Match-length Elo: a club's backgammon rating, where a longer match counts for more.

Units: rating points, unrounded. Zero-sum. No draws, no clock; a provisional mark for display only.
Source: rules B-1 to B-16.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import ClassVar

from .about import RATED, About, Fact, Kind, Message, Step, option
from .duel import DuelSystem
from .expectation import expected_score
from .match_length_about import ABOUT
from .registry import register
from .rounding import digits_of, fixed, signed
from .values import Facts, Rating, Ratings, Result

LENGTH = Fact(
    "length", "Match length", low=1, high=999, usual=(1, 3, 5, 7, 9, 11, 13), default=5, help="Points played to."
)


@register
@dataclass(frozen=True)
class MatchLengthElo(DuelSystem):
    """The club Elo of seed 004."""

    key: ClassVar[str] = "match-length-elo"
    about: ClassVar[About] = ABOUT
    kinds: ClassVar[tuple[Kind, ...]] = (RATED,)
    facts: ClassVar[tuple[Fact, ...]] = (LENGTH,)
    zero_sum: ClassVar[bool] = True
    start: float = option(1800.0, label="Starting rating", rule="B-4", low=-100_000, high=100_000)
    stake: float = option(4.0, label="Stake of a 1-point match", rule="B-2", low=0.01, high=1_000)
    spread: float = option(2000.0, label="Spread", rule="B-1", low=1, high=100_000, help="Larger: gaps matter less.")
    provisional_until: int = option(
        0, label="Provisional until", rule="B-6a", low=0, high=100_000, choice=True, help="Experience; display only."
    )

    def gains(self, a: float, b: float, score: float, facts: Facts) -> tuple[float, float]:
        root = sqrt(facts["length"])
        winner, loser = (a, b) if score else (b, a)
        exponent = -(winner - loser) * root / self.spread
        chance = 1 / (1 + 10 ** min(exponent, 300))  # B-1
        gain = (1 - chance) * (self.stake * root)  # B-2, B-3
        return (gain, -gain) if score else (-gain, gain)

    def weight(self, facts: Facts) -> int:
        return int(facts["length"])  # B-8

    def expected(self, result: Result, before: Ratings) -> tuple[float, float]:
        mine = self.chance(before[0].points, before[1].points, result.facts["length"])
        return mine, 1 - mine

    def chance(self, own: float, other: float, length: float) -> float:
        return expected_score(own, other, self.spread / sqrt(length))

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
            gap(a, b, who),
            self.likely(fixed(b - a, digits_of(a, b)), length, chance, who),
            self.at_stake(length),
            self.share(chance, length, change, who),
        )

    def likely(self, behind: str, length: int, chance: float, who: dict[str, object]) -> Step:
        words = "A longer match favours the better player a little more, so the gap is multiplied by √{n}."
        sentence = Message(words, {"n": str(length)}, who)
        total = f"1 ÷ (1 + 10^({behind} × √{length} ÷ {self.spread:g})) = {fixed(chance * 100)} %"
        return Step("B-1", "How likely was this win?", sentence, total.replace("-", "−"), chance)

    def at_stake(self, length: int) -> Step:
        stake = self.stake * sqrt(length)
        total = f"{self.stake:g} × √{length} = {fixed(stake, 2)}"
        return Step("B-2", "How much is at stake?", Message("Longer matches count for more."), total, stake)

    def share(self, chance: float, length: int, change: float, who: dict[str, object]) -> Step:
        sentence = Message(
            "{loser} loses exactly what {winner} gains. Stored unrounded, shown with one decimal (G-2, B-7).", {}, who
        )
        stake = self.stake * sqrt(length)
        total = f"(1 − {fixed(chance, 3)}) × {fixed(stake, 2)} = {fixed(abs(change), 2)}, shown as {signed(change, 1)}"
        return Step("B-3", "The winner gains the unexpected share", sentence, total.replace("-", "−"), change)


def gap(a: float, b: float, who: dict[str, object]) -> Step:
    """Return the first step: the two ratings just before the match."""
    digits = digits_of(a, b)
    one, other, lead = (fixed(number, digits) for number in (a, b, a - b))
    word = "level" if a == b else f"{fixed(abs(a - b), digits)} {'higher' if a > b else 'lower'}"
    sentence = Message("{winner} had {a}, {loser} {b}: {winner} was {word}.", {"a": one, "b": other, "word": word}, who)
    total = f"{one} − {other} = {lead}".replace("-", "−")
    return Step("B-1", "Start from the ratings before the match", sentence, total, a - b)
