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
from ladder.selectors.days import after
from ladder.selectors.differences import in_utc
from ladder.selectors.order import Place
from ladder.selectors.past import Past, Table, opening_table
from ladder.selectors.stood import dated
from players.identity import Identities, identities
from players.models import Player

from ..concern import concerned
from ..ledger.loading import load
from ..revisions import result_told

Verb = MatchRevision.Verb
Version = dict[str, Any]


class Otherwise(NamedTuple):
    """The matches that were known otherwise: as what and where in the order, or not at all."""

    told: dict[int, tuple[int, Version]]
    unknown: set[int]


def differs(season: Season, day: date) -> bool:
    """Say whether a match that counts for the day, now or as it was then known, has changed since."""
    found = otherwise(season, day)
    return bool(found.told or found.unknown)


def otherwise(season: Season, day: date) -> Otherwise:
    """Return the matches that were known otherwise at the end of that day, in one query."""
    end, found = after(day)[0], Otherwise({}, set())
    for match, rows in groupby(versions(touched(season, end)), attrgetter("match")):
        told = list(rows)
        known = [row for row in told if row.verb == Verb.IMPORT or row.at < end]
        was, now = known[-1].version if known else None, told[-1].version
        if was is None and counts(now, end):
            found.unknown.add(match)
        elif was and in_utc(was) != in_utc(now) and (counts(was, end) or counts(now, end)):
            found.told[match] = known[-1].match__sequence, was
    return found


def touched(season: Season, end: datetime) -> QuerySet[MatchRevision]:
    """Return what was said since then of matches that were known, and of those that had been played."""
    since = MatchRevision.objects.filter(match__season=season, at__gte=end).exclude(verb=Verb.IMPORT)
    return since.filter(Q(number__gt=1) | Q(match__played_at__lt=end)).order_by()


def versions(said: QuerySet[MatchRevision]) -> Iterable[Any]:
    """Return all versions of the matches that this was said of, match by match and in their order."""
    rows = MatchRevision.objects.filter(match__in=said.values("match")).order_by("match", "number")
    return rows.values_list("match", "match__sequence", "at", "verb", "version", named=True)


def counts(version: Version, end: datetime) -> bool:
    """Say whether a match in this version counts and was played before then."""
    return version["status"] == Match.Status.COUNTED and datetime.fromisoformat(version["played_at"]) < end


def known_table(board: Board, day: date) -> Table:
    """Return the board's table at the end of that day, of what was known by then."""
    system, opening = board.rating_system, opening_table(board)
    results = [result for result in results_known(board.season, day) if concerned(system, result)]
    ratings = {player: past.rating for player, past in opening.items()}
    fold = replay_results(system, results, ratings, {player: past.counts for player, past in opening.items()})
    since = results[0].ended.date() if results and system.period else None
    ended = {player: results[fold.history.matches[row]].ended for player, row in fold.last.items()}
    return {
        player: Past(dated(rating, since), fold.counts[player], played_at=ended.get(player))
        for player, rating in fold.table.items()
    }


def results_known(season: Season, day: date) -> list[Result]:
    """Return the results that were known by the end of that day, in order of play."""
    end, found = after(day)[0], otherwise(season, day)
    other = {*found.told, *found.unknown}
    kept = [(entry.place, entry.result) for entry in load(season, None) if entry.match not in other]
    merges = identities()
    told = [(sequence, version) for sequence, version in found.told.values() if counts(version, end)]
    old = [stood for one in told for stood in as_told(*one, merges)]
    return [result for _, result in sorted(kept + old, key=lambda one: one[0]) if result.ended < end]


def as_told(sequence: int, version: Version, merges: Identities) -> Iterator[tuple[Place, Result]]:
    """Give what a version says with its place in the order, unless its players were merged into one since."""
    players = [merges.get(side["player"], side["player"]) for side in version["sides"]]
    if len(set(players)) == len(players):
        result = result_told(version, [Player(pk=player) for player in players])
        yield (result.ended, sequence), result
