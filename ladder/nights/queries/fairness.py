"""How fair a night was: how long people waited, how much each played, how even games were, and who was with whom."""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any, NamedTuple

from ladder.formats import format_count
from ladder.ledger.storage.season_matches import read_entries
from ladder.models import Match, RatingChange
from ladder.nights import history
from ladder.nights.queries.stored_night import StoredNight, is_played
from ladder.pairings.queries.match_chances import find_chance_board
from ladder.ratings import format_fixed

ABOUT_WAITS = (
    "From coming, or from one’s last game, until the next one. Half of all waits were {half} at most, "
    "nine in ten {most}."
)
ABOUT_GAMES = "For the time that each was there: from {fewer} games fewer than even to {more} more."
ABOUT_CHANCES = (
    "What the ratings before a game gave the stronger side: this at most in half of the games, {most}% at most in nine "
    "in ten. 50% is even."
)
ABOUT_PARTNERS = "How many of all pairs had been partners the same night already."
ABOUT_OPPONENTS = "How many of all meetings were of two who had met the same night already."


class FairnessLine(NamedTuple):
    """A figure with its label, and what it means, in a few words."""

    label: str
    value: str
    about: str


class Fairness(NamedTuple):
    """How many games there were, and how fair they were."""

    games: str
    lines: list[FairnessLine]


def describe_fairness(stored: StoredNight, night: history.Night) -> Fairness | None:
    """Return how fair a night was up to a moment; None before its first game; four queries."""
    if not night.games:
        return None
    chances, again = load_favourite_chances(stored), "{again} of {all}"
    lines = [describe_waits(night), describe_games_each(night)]
    if chances:
        about = ABOUT_CHANCES.format(most=round(100 * find_nine_in_ten(chances)))
        lines.append(FairnessLine("Favourite’s chance", f"{round(100 * median(chances))}%", about))
    for label, counts, about in (
        ("Same partner again", history.count_partners(night.games), ABOUT_PARTNERS),
        ("Same opponent again", history.count_opponents(night.games), ABOUT_OPPONENTS),
    ):
        if counts:
            lines.append(FairnessLine(label, again.format(again=count_repeated(counts), all=counts.total()), about))
    return Fairness(format_count(len(night.games), "game"), lines)


def describe_waits(night: history.Night) -> FairnessLine:
    """Return the longest wait, and how long waits usually were."""
    players = {visit.key for visit in night.visits}
    waits = [wait for key in players for wait in list_waits(night, key)] or [0.0]
    half, most = (format_count(round(one), "minute") for one in (median(waits), find_nine_in_ten(waits)))
    about = ABOUT_WAITS.format(half=half, most=most)
    return FairnessLine("Longest wait", f"{find_longest_wait(night, players)} min", about)


def find_longest_wait(night: history.Night, players: Iterable[int]) -> int:
    """Return the longest time in minutes that one of these players waited for a game, or waits now."""
    return round(max((wait for key in players for wait in list_waits(night, key)), default=0.0))


def list_waits(night: history.Night, key: int) -> list[float]:
    """Return how many minutes somebody waited each time, without their rests and the time that they were not there."""
    waits = []
    for visit in (one for one in night.visits if one.key == key):
        went = night.now if visit.went is None else min(visit.went, night.now)
        pauses = [(begun, went if ended is None else ended) for begun, ended in visit.rests if begun <= went]
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
    return [wait for wait in waits if wait > 0]


def find_nine_in_ten(values: Sequence[float]) -> float:
    """Return the value that nine in ten of these don't exceed."""
    return sorted(values)[(9 * len(values) + 9) // 10 - 1]


def describe_games_each(night: history.Night) -> FairnessLine:
    """Return how many games those who were there played, the fewest and the most, "5 to 6", and how even that was."""
    people = history.list_attendees(night)
    counts, off = [one.games for one in people], [one.games - one.due for one in people]
    fewest, most = min(counts), max(counts)
    about = ABOUT_GAMES.format(fewer=format_fixed(max(0.0, -min(off)), 1), more=format_fixed(max(0.0, *off), 1))
    return FairnessLine("Games each", f"{fewest} to {most}" if fewest < most else str(most), about)


def load_favourite_chances(stored: StoredNight) -> list[float]:
    """Return the chance that the stronger side of each game had, by the ratings before it; four queries.

    It is that of the first board that has chances, for the games that it has rated.
    """
    board = find_chance_board(stored.night.season)
    if board is None:
        return []
    entries = read_entries(Match.objects.filter(pk__in=[game.match_id for game in stored.games if is_played(game)]))
    seats = [one for entry in entries for one in entry.participants]
    rows = RatingChange.objects.filter(board=board, participant__in=seats).order_by()
    known = {row.participant_id: row.before for row in rows}
    found = []
    for entry in entries:
        before = tuple(known[seat] for seat in entry.participants if seat in known)
        if len(before) == len(entry.participants) and (chances := board.rules.expected(entry.result, before)):
            found.append(max(chances))
    return found


def count_repeated(counts: Counter[Any]) -> int:
    """Return how often two did again what they had done before."""
    return counts.total() - len(counts)
