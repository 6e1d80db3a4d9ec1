"""How fair a night was: how long people waited, how much each played, how even games were, and who was with whom."""

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from ladder.formats import format_count
from ladder.nights import history
from ladder.nights.queries.proposals import Chance, build_night_chance
from ladder.nights.queries.stored_night import StoredNight


class Fairness(NamedTuple):
    """How many games there were, and each figure with its words."""

    games: str
    lines: list[tuple[str, str]]


def describe_fairness(stored: StoredNight, night: history.Night) -> Fairness | None:
    """Return how fair a night was up to a moment; None before its first game."""
    if not night.games:
        return None
    lines = [("Longest wait", f"{find_longest_wait(night):.0f} min"), ("Games each", count_games_each(night))]
    if chance := build_night_chance(stored):
        lines.append(("Favourite’s chance", f"{find_favourite_chance(night.games, chance)}%"))
    if repeated := count_repeated_partners(night.games):
        lines.append(("Same partner again", repeated))
    return Fairness(format_count(len(night.games), "game"), lines)


def find_longest_wait(night: history.Night) -> float:
    """Return the longest time in minutes that somebody waited for a game, or waits now."""
    return max((wait for key in {visit.key for visit in night.visits} for wait in list_waits(night, key)), default=0.0)


def list_waits(night: history.Night, key: int) -> list[float]:
    """Return how long somebody waited each time, without their rests and the time that they were not there."""
    waits = []
    for visit in (one for one in night.visits if one.key == key):
        went = night.now if visit.went is None else visit.went
        pauses = [(begun, went if ended is None else ended) for begun, ended in visit.rests]
        pauses += [
            (game.began, night.now if game.ended is None else game.ended)
            for game in night.games
            if key in game.players and visit.came <= game.began <= went
        ]
        since = visit.came
        for begun, ended in sorted(pauses):
            waits.append(begun - since)
            since = max(since, ended)
        waits.append(went - since)
    return waits


def count_games_each(night: history.Night) -> str:
    """Return how many games those who were there played, the fewest and the most: "5 to 6"."""
    counts = [sum(visit.key in game.players for game in night.games) for visit in night.visits]
    fewest, most = min(counts, default=0), max(counts, default=0)
    return f"{fewest} to {most}" if fewest < most else str(most)


def find_favourite_chance(games: Sequence[history.Game], chance: Chance) -> int:
    """Return the median of the chances of the stronger side, in per cent."""
    chances = (chance(*game.sides) for game in games)
    return round(100 * median(max(one, 1 - one) for one in chances))


def count_repeated_partners(games: Sequence[history.Game]) -> str:
    """Return how many sides had played together before tonight: "2 of 34"; nothing without sides of two."""
    sides = [frozenset(side) for game in games for side in game.sides if len(side) > 1]
    return f"{len(sides) - len({*sides})} of {len(sides)}" if sides else ""
