"""A past day's standings as they were then known, beside what corrections have made of them since.

Matches are replayed in the versions of that day. Options, starting ratings and merges are those of now; an imported
match was known when it was played.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from ladder.changes.versions import convert_version_to_utc
from ladder.ledger.admission import is_counted
from ladder.ledger.player_standings import date_starting_rating
from ladder.ledger.ranking import PlayerState, find_absences, give_ranks, load_presences, load_rank_rule, sort_by_rank
from ladder.ledger.storage.match_record import build_version_result
from ladder.ledger.storage.season_matches import load_entries
from ladder.ledger.storage.tables import OrderPlace, PastState, StateTable, load_opening_table, place_after_day
from ladder.models import Board, Match, MatchRevision, Season
from ladder.pages.figures import find_direction, format_rating, format_visible_change
from ladder.ratings import RatingSystem, Result, advance_rating, replay_results
from ladder.standings.queries.cache import cache_day
from ladder.standings.queries.rows import StandingsRow
from ladder.standings.queries.table import load_standings
from players.models import Player
from players.people.names import build_name_key
from players.people.queries import Identities, load_identities, load_player_names

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


class KnownLine(NamedTuple):
    """A player as then known and as now corrected; who was not in one of the tables has nothing there.

    A rank is as printed, and empty for whoever had none.
    """

    player: int
    name: str
    place: str
    rating: str
    place_now: str
    rating_now: str
    change: str
    direction: str

    @property
    def differs(self) -> bool:
        return (self.place, self.rating) != (self.place_now, self.rating_now)


def load_comparison(board: Board, day: date) -> list[KnownLine]:
    """Return everybody of that past day, by the rating that was then known; newcomers of the corrected table last.

    Raises: PastDaysBusy.
    """
    return cache_day("known", board, day, lambda: build_comparison(board, day), is_past=True)


def build_comparison(board: Board, day: date) -> list[KnownLine]:
    """Work out the two tables of a past day, side by side."""
    system, past = board.rating_system, build_known_table(board, day)
    now = {row.player: row for row in load_standings(board, day).rows}
    names = dict.fromkeys(past, "?") | load_player_names(past.keys())  # somebody may have been deleted since
    known = sort_by_rank(
        system, [build_known_state(system, player, names[player], past[player], day) for player in past]
    )
    absent = find_absences(
        load_rank_rule(board, day), load_presences({player: past[player].played_at for player in past})
    )
    ranks = give_ranks(system, known, absent)
    places = {player: "" if player in absent else str(rank) for player, rank in ranks.items()}
    lines = [build_known_line(system, one, places[one.player], names[one.player], now.get(one.player)) for one in known]
    return lines + [
        KnownLine(row.player, row.name, "", "", row.rank_text, row.rating, "", "same")
        for row in list_newcomers(now, past)
    ]


def list_newcomers(now: Mapping[int, StandingsRow], past: StateTable) -> list[StandingsRow]:
    """Return the rows of those who were not known by then."""
    return [row for player, row in now.items() if player not in past]


def build_known_state(system: RatingSystem, player: int, name: str, past: PastState, day: date) -> PlayerState:
    """Return a player as they are ranked on that day."""
    return PlayerState(player, build_name_key(name), advance_rating(system, past.rating, day), past.counts)


def build_known_line(
    system: RatingSystem, one: PlayerState, place: str, name: str, row: StandingsRow | None
) -> KnownLine:
    """Return a player's line; a change too small to print is none."""
    rating = format_rating(system, one.rating)
    if row is None:
        return KnownLine(one.player, name, place, rating, "", "", "", "same")
    moved = row.points - one.rating.points
    change = format_visible_change(system, moved)
    return KnownLine(one.player, name, place, rating, row.rank_text, row.rating, change, find_direction(moved))
