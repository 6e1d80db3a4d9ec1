"""A past day's table as it was known at the end of that day, folded from the versions of the matches.

Options, openings and who counts as whom are those of now; an imported match was known when it was played.
"""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from ladder.models import Board, Match, MatchRevision, Season
from ladder.ratings import Result, replay
from ladder.selectors.days import after
from ladder.selectors.differences import in_utc
from ladder.selectors.order import Place
from ladder.selectors.past import Past, Table, opening_table
from ladder.selectors.stood import dated
from players.identity import Identities, identities
from players.models import Player

from .concern import concerned
from .ledger.entries import load
from .revisions import result_told

NOW = MatchRevision.objects.filter(match=OuterRef("match"), number=OuterRef("match__revision")).values("version")
NEXT = MatchRevision.objects.filter(match=OuterRef("match"), number=OuterRef("number") + 1).values("at")
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
    """Return the matches that were known otherwise at the end of that day, in two queries."""
    end = after(day)[0]
    since = MatchRevision.objects.filter(match__season=season, at__gte=end).exclude(verb=MatchRevision.Verb.IMPORT)
    return Otherwise(dict(were(season, end)), set(unknown(since, end)))


def were(season: Season, end: datetime) -> Iterator[tuple[int, tuple[int, Version]]]:
    """Give the matches that were known by then and changed later, in what was known last."""
    known = MatchRevision.objects.filter(Q(at__lt=end) | Q(verb=MatchRevision.Verb.IMPORT), match__season=season)
    known = known.filter(number__lt=F("match__revision"))
    last = known.annotate(left_at=Subquery(NEXT), now=Subquery(NOW)).filter(left_at__gte=end)
    for match, sequence, version, now in last.values_list("match", "match__sequence", "version", "now"):
        if in_utc(version) != in_utc(now) and (counts(version, end) or counts(now, end)):
            yield match, (sequence, version)


def unknown(since: QuerySet[MatchRevision], end: datetime) -> Iterator[int]:
    """Give the matches that count for the day now, and of which nobody knew by then."""
    first = since.filter(number=1, match__status=Match.Status.COUNTED, match__played_at__lt=end)
    yield from first.values_list("match", flat=True)


def counts(version: Version, end: datetime) -> bool:
    """Say whether a match in this version counts and was played before then."""
    return version["status"] == Match.Status.COUNTED and datetime.fromisoformat(version["played_at"]) < end


def known_table(board: Board, day: date) -> Table:
    """Return the board's table at the end of that day, of what was known by then."""
    system, opening = board.rating_system, opening_table(board)
    results = [result for result in results_known(board.season, day) if concerned(system, result)]
    ratings = {player: past.rating for player, past in opening.items()}
    fold = replay(system, results, ratings, {player: past.counts for player, past in opening.items()})
    since = results[0].ended.date() if results and system.period else None
    return {player: Past(dated(rating, since), fold.counts[player]) for player, rating in fold.table.items()}


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
