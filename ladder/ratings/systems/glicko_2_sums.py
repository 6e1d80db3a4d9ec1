"""The sums of Glicko-2 in the letters of its source: what the games of one rating period say together.

Source: Glickman, Example of the Glicko-2 system; rules K-1 to K-8 are its steps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

from ladder.ratings import Key, Result

SCALE = 173.7178  # K-2
CENTRE = 1500.0
CLOSE = 1e-6  # K-5
DEVIATION, VOLATILITY = 350.0, 0.06  # K-1
FARTHEST = 30.0  # beyond this no float tells an expected score from 1


class Game(NamedTuple):
    """A game of the period: the opponents, with their rating and deviation at its beginning, and the score."""

    opponents: Sequence[Key]
    points: float
    deviation: float
    score: float


class State(NamedTuple):
    """A whole rating: points, deviation, volatility, and the games that wait for the end of the period."""

    points: float
    deviation: float
    volatility: float
    games: Sequence[Game] = ()


class Sums(NamedTuple):
    """What the games of a period say together: v (K-3), Δ (K-4), and the new σ, φ* and φ′ (K-5 to K-7)."""

    information: float  # 1 ÷ v
    surprise: float  # Σ g × (score − expected score)
    volatility: float
    before: float
    after: float

    @property
    def v(self) -> float:
        return 1 / self.information

    @property
    def delta(self) -> float:
        return self.v * self.surprise


def calculate_weight(phi: float) -> float:
    """Return g: how much a game against an opponent of this deviation tells (K-3)."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def calculate_expectation(mu: float, opponent: float, phi: float) -> float:
    """Return E, the expected score against an opponent (K-3)."""
    return 1 / (1 + exp(min(max(calculate_weight(phi) * (opponent - mu), -FARTHEST), FARTHEST)))


def assess_game(points: float, game: Game) -> tuple[float, float]:
    """Return g and E of a game of somebody with these points."""
    phi = game.deviation / SCALE
    return calculate_weight(phi), calculate_expectation((points - CENTRE) / SCALE, (game.points - CENTRE) / SCALE, phi)


def find_zero(f: Callable[[float], float], low: float, high: float) -> float:
    """Return where f is 0, by the Illinois rule (K-5)."""
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return low


def find_volatility(volatility: float, phi: float, v: float, delta: float, tau: float) -> float:
    """Return the new volatility (K-5)."""
    a = log(volatility**2)

    def f(x: float) -> float:
        rest = delta**2 - phi**2 - v - exp(x)
        return exp(x) * rest / (2 * (phi**2 + v + exp(x)) ** 2) - (x - a) / tau**2

    if delta**2 > phi**2 + v:
        far = log(delta**2 - phi**2 - v)
    else:
        k = 1
        while f(a - k * tau) < 0:
            k += 1
        far = a - k * tau
    return exp(find_zero(f, a, far) / 2)


def sum_up_games(state: State, tau: float) -> Sums:
    """Return what the games that wait say together (K-3 to K-7)."""
    phi, information, surprise = state.deviation / SCALE, 0.0, 0.0
    for game in state.games:
        g, expected = assess_game(state.points, game)
        information += g**2 * expected * (1 - expected)
        surprise += g * (game.score - expected)
    volatility = find_volatility(state.volatility, phi, 1 / information, surprise / information, tau)
    before = sqrt(phi**2 + volatility**2)
    return Sums(information, surprise, volatility, before, 1 / sqrt(1 / before**2 + information))


def split_sides(result: Result, seat: int) -> tuple[list[int], list[int]]:
    """Return the seats of a player's own side, and those of the others."""
    sides = result.sides or range(len(result.players))
    own = [one for one, side in enumerate(sides) if side == sides[seat]]
    return own, [one for one in range(len(sides)) if one not in own]


def average_side(states: Sequence[State]) -> State:
    """Return a side as one player: the mean of the ratings, and the root of the mean of the squared deviations."""
    if len(states) == 1:
        return states[0]
    count = len(states)
    deviation = sqrt(sum(one.deviation**2 for one in states) / count)
    return State(sum(one.points for one in states) / count, deviation, VOLATILITY)
