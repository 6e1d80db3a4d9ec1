"""A past day's table as it was known at the end of that day, folded from the versions of the matches.

Options, openings and who counts as whom are those of now; an imported match was known when it was played.
"""

from collections.abc import Iterable, Iterator
from datetime import date, datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from ladder.models import Board, Match, MatchRevision, Season
from ladder.ratings import Result, replay_results
from ladder.selectors.days import place_after_day
from ladder.selectors.differences import convert_version_to_utc
from ladder.selectors.order import OrderPlace
from ladder.selectors.past import PastState, StateTable, load_opening_table
from ladder.selectors.stood import date_starting_rating
from ladder.services.concern import is_counted
from ladder.services.ledger.loading import load_entries
from ladder.services.revisions import build_version_result
from players.identity import Identities, load_identities
from players.models import Player

Verb = MatchRevision.Verb
Version = dict[str, Any]


class OldVersions(NamedTuple):
    """The matches that were known otherwise: as what and where in the order, or not at all."""

    told: dict[int, tuple[int, Version]]
    unknown: set[int]


def has_changed_since(season: Season, day: date) -> bool:
    """Say whether a match that counts for the day, now or as it was then known, has changed since."""
    found = load_old_versions(season, day)
    return bool(found.told or found.unknown)


def load_old_versions(season: Season, day: date) -> OldVersions:
    """Return the matches that were known otherwise at the end of that day, in one query."""
    end, found = place_after_day(day)[0], OldVersions({}, set())
    for match, rows in groupby(load_versions(find_changes_since(season, end)), attrgetter("match")):
        told = list(rows)
        known = [row for row in told if row.verb == Verb.IMPORT or row.at < end]
        was, now = known[-1].version if known else None, told[-1].version
        if was is None and is_counted_before(now, end):
            found.unknown.add(match)
        elif (
            was
            and convert_version_to_utc(was) != convert_version_to_utc(now)
            and (is_counted_before(was, end) or is_counted_before(now, end))
        ):
            found.told[match] = known[-1].match__sequence, was
    return found


def find_changes_since(season: Season, end: datetime) -> QuerySet[MatchRevision]:
    """Return what was said since then of matches that were known, and of those that had been played."""
    since = MatchRevision.objects.filter(match__season=season, at__gte=end).exclude(verb=Verb.IMPORT)
    return since.filter(Q(number__gt=1) | Q(match__played_at__lt=end)).order_by()


def load_versions(said: QuerySet[MatchRevision]) -> Iterable[Any]:
    """Return all versions of the matches that this was said of, match by match and in their order."""
    rows = MatchRevision.objects.filter(match__in=said.values("match")).order_by("match", "number")
    return rows.values_list("match", "match__sequence", "at", "verb", "version", named=True)


def is_counted_before(version: Version, end: datetime) -> bool:
    """Say whether a match in this version counts and was played before then."""
    return version["status"] == Match.Status.COUNTED and datetime.fromisoformat(version["played_at"]) < end


def build_known_table(board: Board, day: date) -> StateTable:
    """Return the board's table at the end of that day, of what was known by then."""
    system, opening = board.rating_system, load_opening_table(board)
    results = [result for result in load_known_results(board.season, day) if is_counted(system, result)]
    ratings = {player: past.rating for player, past in opening.items()}
    fold = replay_results(system, results, ratings, {player: past.counts for player, past in opening.items()})
    since = results[0].ended.date() if results and system.period else None
    ended = {player: results[fold.history.matches[row]].ended for player, row in fold.last.items()}
    return {
        player: PastState(date_starting_rating(rating, since), fold.counts[player], played_at=ended.get(player))
        for player, rating in fold.table.items()
    }


def load_known_results(season: Season, day: date) -> list[Result]:
    """Return the results that were known by the end of that day, in order of play."""
    end, found = place_after_day(day)[0], load_old_versions(season, day)
    other = {*found.told, *found.unknown}
    kept = [(entry.place, entry.result) for entry in load_entries(season, None) if entry.match not in other]
    merges = load_identities()
    told = [(sequence, version) for sequence, version in found.told.values() if is_counted_before(version, end)]
    old = [stood for one in told for stood in build_known_result(*one, merges)]
    return [result for _, result in sorted(kept + old, key=lambda one: one[0]) if result.ended < end]


def build_known_result(sequence: int, version: Version, merges: Identities) -> Iterator[tuple[OrderPlace, Result]]:
    """Give what a version says with its place in the order, unless its players were merged into one since."""
    players = [merges.get(side["player"], side["player"]) for side in version["sides"]]
    if len(set(players)) == len(players):
        result = build_version_result(version, [Player(pk=player) for player in players])
        yield (result.ended, sequence), result
