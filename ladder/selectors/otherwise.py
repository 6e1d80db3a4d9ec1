"""A duel the other way round: what its other results would have been worth, from the very same ratings."""

from collections.abc import Sequence
from typing import NamedTuple

from ladder.ratings import Rating, RatingSystem, Result, build_duel
from ladder.selectors.parts import PlayerExplanation, PlayerNames, explain_for_player
from ladder.selectors.printing import format_change

SCORES = (1.0, 0.0, 0.5)  # the first player's; a draw comes last


class OtherResult(NamedTuple):
    """Another result, "If Ben had won", and what it would have been worth to both."""

    said: str
    parts: list[PlayerExplanation]


class StakeSplit(NamedTuple):
    """A zero-sum duel's stake: what the winner got, and what the other would have got."""

    won: str
    other: str
    pool: str
    percent: str


def list_other_results(
    system: RatingSystem, result: Result, before: Sequence[Rating], names: PlayerNames
) -> list[OtherResult]:
    """Return the results that a duel did not have; none for a match of several or a tournament."""
    if len(result.players) != 2 or result.places:
        return []
    possible = [score for score in SCORES if system.draws or score != 0.5]
    return [
        build_other_result(system, replace_score(result, score), before, names)
        for score in possible
        if score != result.scores[0]
    ]


def build_other_result(
    system: RatingSystem, result: Result, before: Sequence[Rating], names: PlayerNames
) -> OtherResult:
    """Return what this result would have been worth, the winner first."""
    after = system.rate(result, before)
    parts = []
    for seat in sorted((0, 1), key=lambda seat: -result.scores[seat]):
        steps = system.explain(result, before, seat)
        parts.append(explain_for_player(system, result.players[seat], names, before[seat], after[seat], steps))
    return OtherResult(describe_condition(result, parts[0].name), parts)


def describe_condition(result: Result, first: str) -> str:
    """Return the condition in words."""
    if 1.0 in result.scores:
        return f"If {first} had won"
    return "If nobody had won" if result.exits else "If they had drawn"


def replace_score(result: Result, score: float) -> Result:
    """Return the same duel with that score of the first player; whoever lost leaves as the loser did."""
    loser = result.scores.index(min(result.scores))
    first, second = result.players
    turned = build_duel(
        first,
        second,
        score,
        ended=result.ended,
        kind=result.kind,
        facts=result.facts,
        exit=result.exits[loser].how if result.exits else "",
        started=result.started,
    )
    return turned._replace(at_start=result.at_start)


def split_stake(system: RatingSystem, result: Result, before: Sequence[Rating]) -> StakeSplit | None:
    """Return how the stake of a zero-sum duel was split; nothing where there is no such thing."""
    if not system.zero_sum or 1.0 not in result.scores or system.expected(result, before) is None:
        return None
    winner = result.scores.index(1.0)
    won = system.change(result, before, winner)
    other = system.change(replace_score(result, 1 - result.scores[0]), before, 1 - winner)
    if won <= 0 or other <= 0:
        return None
    share = f"{won / (won + other) * 100:.1f}%"
    first, second, pool = (format_change(system, worth).lstrip("+") for worth in (won, other, won + other))
    return StakeSplit(first, second, pool, share)
