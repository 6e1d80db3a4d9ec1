"""A past day's standings as they were then known, beside what corrections have made of them since.

Matches are replayed in the versions of that day. Options, starting ratings and merges are those of now; an imported
match was known when it was played.
"""

from datetime import date, datetime, timedelta
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from django.db.models import Q

from ladder.changes.versions import convert_version_to_utc
from ladder.ledger.admission import is_counted
from ladder.ledger.calendar import advance_states, load_board_breaks
from ladder.ledger.player_standings import date_starting_rating
from ladder.ledger.ranking import PlayerState, find_absences, give_ranks, load_presences, load_rank_rule, sort_by_rank
from ladder.ledger.storage.match_record import build_version_result
from ladder.ledger.storage.season_matches import load_entries
from ladder.ledger.storage.tables import PastState, StateTable, load_opening_table, place_after_day
from ladder.models import Board, Match, MatchRevision, Season
from ladder.pages.figures import find_direction, format_rating, format_visible_change
from ladder.ratings import RatingSystem, Result, advance_rating, find_reading_day, replay_results
from ladder.standings.queries.cache import cache_day
from ladder.standings.queries.rows import StandingsRow
from ladder.standings.queries.table import load_standings
from players.models import Player
from players.people.queries import load_identities, load_player_names

Verb = MatchRevision.Verb
Version = dict[str, Any]


class OldVersions(NamedTuple):
    """How the matches that changed after a past day were known at its end."""

    versions: dict[int, tuple[int, Version]]
    """The version of then and the match's order of entry, by match."""
    unknown: set[int]
    """The matches that had been played, and that nobody had entered yet."""


def has_changed_since(season: Season, day: date) -> bool:
    """Return whether any match of that day or earlier has changed after it, or was entered after it."""
    old = load_old_versions(season, day)
    return bool(old.versions or old.unknown)


def load_old_versions(season: Season, day: date) -> OldVersions:
    """Return how the matches that changed after that day were known at its end, in one query."""
    end, old = place_after_day(day)[0], OldVersions({}, set())
    changes = MatchRevision.objects.filter(match__season=season, at__gte=end).exclude(verb=Verb.IMPORT)
    changes = changes.filter(Q(number__gt=1) | Q(match__played_at__lt=end)).order_by()
    rows = MatchRevision.objects.filter(match__in=changes.values("match")).order_by("match", "number")
    revisions = rows.values_list("match", "match__sequence", "at", "verb", "version", named=True)
    for match, group in groupby(revisions, attrgetter("match")):
        *_, newest = every = list(group)
        known = [row for row in every if row.verb == Verb.IMPORT or row.at < end]
        counts_now = is_counted_before(newest.version, end)
        if not known:
            if counts_now:
                old.unknown.add(match)
            continue
        then = known[-1].version
        differs = convert_version_to_utc(then) != convert_version_to_utc(newest.version)
        if differs and (counts_now or is_counted_before(then, end)):
            old.versions[match] = known[-1].match__sequence, then
    return old


def is_counted_before(version: Version, end: datetime) -> bool:
    """Return whether a match in this version counts and was played before that moment."""
    return version["status"] == Match.Status.COUNTED and datetime.fromisoformat(version["played_at"]) < end


def build_known_table(board: Board, day: date) -> StateTable:
    """Return the board's table at the end of that day, replayed from what was known by then."""
    system, opening = board.rating_system, load_opening_table(board)
    results = [result for result in load_known_results(board.season, day) if is_counted(system, result)]
    ratings = {player: past.rating for player, past in opening.items()}
    counts = {player: past.counts for player, past in opening.items()}
    fold = replay_results(system, results, ratings, counts, load_board_breaks(board))
    since = results[0].ended.date() if results and system.period else None
    ended = {player: results[fold.history.matches[row]].ended for player, row in fold.last.items()}
    return {
        player: PastState(date_starting_rating(rating, since), fold.counts[player], played_at=ended.get(player))
        for player, rating in fold.table.items()
    }


def load_known_results(season: Season, day: date) -> list[Result]:
    """Return the results that were known by the end of that day, in order of play.

    A match whose players have been merged into one since is left out.
    """
    end, old, merges = place_after_day(day)[0], load_old_versions(season, day), load_identities()
    changed = {*old.versions, *old.unknown}
    results = [(entry.place, entry.result) for entry in load_entries(season, None) if entry.match not in changed]
    for sequence, version in old.versions.values():
        players = [merges.get(side["player"], side["player"]) for side in version["sides"]]
        if is_counted_before(version, end) and len(set(players)) == len(players):
            result = build_version_result(version, [Player(pk=player) for player in players])
            results.append(((result.ended, sequence), result))
    return [result for _, result in sorted(results, key=itemgetter(0)) if result.ended < end]


class KnownLine(NamedTuple):
    """A player's rank and rating as then known and as they are now for that day.

    They are empty in a table that the player is not in; the rank is empty without one, too.
    """

    player: int
    name: str
    rank: str
    rating: str
    rank_now: str
    rating_now: str
    change: str
    direction: str

    @property
    def differs(self) -> bool:
        return (self.rank, self.rating) != (self.rank_now, self.rating_now)


def load_comparison(board: Board, day: date) -> list[KnownLine]:
    """Return every player of a past day, by the rating that was then known; those not known by then come last.

    Raises: PastDaysBusy.
    """
    return cache_day("known", board, day, lambda: build_comparison(board, day), is_past=True)


def build_comparison(board: Board, day: date) -> list[KnownLine]:
    """Work out the two tables of a past day, side by side."""
    system, known = board.rating_system, build_known_table(board, day)
    known = advance_states(board, known, day + timedelta(1), load_board_breaks(board))
    until = find_reading_day(system, day)
    now = {row.player: row for row in load_standings(board, day).rows}
    names = dict.fromkeys(known, "?") | load_player_names(known.keys())  # somebody may have been deleted since
    states = [
        PlayerState(player, names[player], advance_rating(system, past.current, until), past.counts)
        for player, past in known.items()
    ]
    placed = sort_by_rank(system, states)
    presences = load_presences({player: past.played_at for player, past in known.items()})
    absences = find_absences(load_rank_rule(board, day), presences)
    ranks = give_ranks(system, placed, absences)
    lines = []
    for state in placed:
        rank = "" if state.player in absences else str(ranks[state.player])
        lines.append(build_known_line(system, state, rank, names[state.player], now.get(state.player)))
    others = [row for player, row in now.items() if player not in known]
    return lines + [KnownLine(row.player, row.name, "", "", row.rank_text, row.rating, "", "same") for row in others]


def build_known_line(
    system: RatingSystem, state: PlayerState, rank: str, name: str, row: StandingsRow | None
) -> KnownLine:
    """Return a player's line; a change too small to print is none."""
    rating = format_rating(system, state.rating)
    if row is None:
        return KnownLine(state.player, name, rank, rating, "", "", "", "same")
    change = row.points - state.rating.points
    texts = format_visible_change(system, change), find_direction(change)
    return KnownLine(state.player, name, rank, rating, row.rank_text, row.rating, *texts)
