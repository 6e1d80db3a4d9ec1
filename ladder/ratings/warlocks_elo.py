"""Warlocks Elo: an Elo rating of duels in which a kill counts more than a surrender.

Units: rating points, unrounded. Zero-sum. Draws where nobody wins; no provisional period, no clock.
Source: rules E-1 to E-7.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .about import FRIENDLY, LADDER, UNRATED, VERY_FRIENDLY, About, Kind, Message, Step, option
from .duel import DuelSystem
from .registry import register
from .results import DRAWN, SURRENDERED, WON
from .rounding import fixed, signed
from .values import Facts, Ratings, Result
from .warlocks_curve import bell, between
from .warlocks_elo_about import ABOUT

KILL, DEFEAT = 1.0, 0.9  # E-3; the other side has the rest to 1
CURVES = (("normal", "Bell curve, sigma 2000/7"), ("table", "Straight lines between the printed points"))


@register
@dataclass(frozen=True)
class WarlocksElo(DuelSystem):
    """The Elo of seed 001."""

    key: ClassVar[str] = "warlocks-elo"
    about: ClassVar[About] = ABOUT
    kinds: ClassVar[tuple[Kind, ...]] = (LADDER, FRIENDLY)
    uncounted: ClassVar[tuple[Kind, ...]] = (VERY_FRIENDLY, UNRATED)  # E-2
    draws: ClassVar[bool] = True
    zero_sum: ClassVar[bool] = True
    start: float = option(1500.0, label="Starting rating", rule="E-1", low=-100_000, high=100_000)
    k: float = option(25.0, label="K-factor", rule="E-4", low=0.01, high=1_000)
    curve: str = option("normal", label="Curve", rule="E-5", choices=CURVES, choice=True)

    def concerns(self, result: Result) -> bool:
        return result.kind in self.kinds and len(result.players) == 2  # E-2

    def score(self, result: Result) -> float:
        if result.scores[0] == DRAWN:
            return DRAWN
        loser = 1 if result.scores[0] == WON else 0
        worth = DEFEAT if result.exits[loser].how == SURRENDERED else KILL  # E-3
        return worth if loser else 1 - worth

    def expect(self, lead: float) -> float:
        """Return the expected score of a player that far ahead (E-5)."""
        return bell(lead) if self.curve == "normal" else between(lead)

    def gains(self, a: float, b: float, score: float, facts: Facts) -> tuple[float, float]:
        gain = self.k * (score - self.expect(a - b))  # E-4
        return gain, -gain

    def expected(self, result: Result, before: Ratings) -> tuple[float, float]:
        mine = self.expect(before[0].points - before[1].points)
        return mine, 1 - mine

    def explain(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        who = {"me": result.players[seat], "other": result.players[1 - seat]}
        mine, theirs = before[seat].points, before[1 - seat].points
        score = self.score(result) if seat == 0 else 1 - self.score(result)
        chance = self.expect(mine - theirs)
        change = self.change(result, before, seat)
        return (
            self.chance(mine, theirs, chance, who),
            worth(score, result, seat, who),
            *surprise(score, chance, who),
            self.move(score, chance, change, who),
        )

    def chance(self, mine: float, theirs: float, chance: float, who: dict[str, object]) -> Step:
        sentence = Message(
            "{me} had {mine}, {other} {theirs}. The curve gives the expected score for that gap.",
            {"mine": fixed(mine), "theirs": fixed(theirs)},
            who,
        )
        lead = fixed(mine - theirs)
        how = f"½ × (1 + erf({lead} ÷ (285.7 × √2)))" if self.curve == "normal" else f"table at {lead}"
        return Step("E-5", "What was expected?", sentence, f"{how} = {fixed(chance, 3)}".replace("-", "−"), chance)

    def move(self, score: float, chance: float, change: float, who: dict[str, object]) -> Step:
        words = "{me} did better than expected." if score > chance else "{me} did worse than expected."
        if score == chance:
            words = "{me} did as expected."
        total = f"{self.k:g} × ({score:g} − {fixed(chance, 3)}) = {signed(change, 2)}".replace("-", "−")
        return Step("E-4", "The rating moves", Message(words, {}, who), total, change)


def worth(score: float, result: Result, seat: int, who: dict[str, object]) -> Step:
    """Return the step that says what the result counts."""
    if score == DRAWN:
        words = "Nobody won against the other, so {me} and {other} have a half each."
    elif result.scores[seat] == WON:
        words = "{me} killed {other}." if score == KILL else "{other} surrendered to {me}: a defeat, not a kill."
        if result.exits[seat].how == SURRENDERED:
            words = "{me} surrendered to a corpse, which is a kill."
    else:
        words = "{me} died." if score == 1 - KILL else "{me} surrendered, which saves a tenth."
    return Step("E-3", "How much does the result count?", Message(words, {}, who), f"W = {score:g}", score)


def surprise(score: float, chance: float, who: dict[str, object]) -> tuple[Step, ...]:
    """Return the step that says why a win costs or a surrender pays, when it does (E-6)."""
    if score == DEFEAT and chance > score:
        words = "A surrender pays only 0.9, and more was expected of {me}. Winning this way costs rating."
    elif score == 1 - DEFEAT and chance < score:
        words = "Less than 0.1 was expected of {me}, so surrendering in time pays."
    else:
        return ()
    total = f"{score:g} − {fixed(chance, 3)} = {signed(score - chance, 3)}".replace("-", "−")
    return (Step("E-6", "A win can cost, a surrender can pay", Message(words, {}, who), total, score - chance),)
