"""How places moved since the club day before the latest one."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db.models import Max
from django.utils import timezone

from ladder.ledger.form_and_counts import list_raised_counts, subtract_tally
from ladder.ledger.player_standings import PlayerStanding
from ladder.ledger.ranking import Absences, PlayerState, RankRule, find_absences, give_ranks, sort_by_rank
from ladder.ledger.storage.tables import MATCH_PATH, filter_players, select_changes_in_days, start_of_day
from ladder.models import Board, Match, Opening, RatingChange
from ladder.ratings import WALKOVER, Rank, Rating, advance_rating
from players.people.queries import resolve_player, select_with_merged

SIDE = (resolve_player("participant__player"), "participant__score", "participant__exit")
BEFORE = ("before_points", "before_experience", "before_memory", "before_as_of")


class Movement(NamedTuple):
    """A movement: up, down, same, new, or back after a time without a rank; and by how many places."""

    direction: str
    places: int = 0


class RankMovements(NamedTuple):
    """Everybody's movement, and the club day it is counted from."""

    by_player: Mapping[int, Movement]
    since: date | None


def find_movements(
    board: Board, rows: Sequence[PlayerStanding], ranks: Mapping[int, Rank], rule: RankRule
) -> RankMovements:
    """Compare these ranks with those of the club day before the latest one of these rows, by the same rule."""
    latest = max((row.played_at for row in rows if row.played_at), default=None)
    if latest is None:
        return RankMovements({}, None)
    day, system = timezone.localdate(latest), board.rating_system
    since = find_last_club_day(board, start_of_day(day))
    states = load_states_before(board, rows, day)
    placed = sort_by_rank(system, [one._replace(rating=advance_rating(system, one.rating, day)) for one in states])
    absent = find_absences_before(board, rows, states, day, rule._replace(day=since or day - timedelta(1)))
    before = give_ranks(system, placed, absent)
    found = {
        player: Movement("back") if player in absent else compare_ranks(before.get(player), rank)
        for player, rank in ranks.items()
    }
    return RankMovements(found, since)


def compare_ranks(before: Rank | None, now: Rank) -> Movement:
    """Return the movement between two ranks; without the first the player is new."""
    if before is None:
        return Movement("new")
    steps = before.number - now.number
    return Movement("up" if steps > 0 else "down" if steps < 0 else "same", abs(steps))


def find_absences_before(
    board: Board, rows: Sequence[PlayerStanding], states: Sequence[PlayerState], day: date, rule: RankRule
) -> Absences:
    """Return who had no rank before that day; one query, for when those who played on it had played before."""
    if rule.limit is None:
        return {}
    stood, start = {row.player: row for row in rows}, start_of_day(day)
    latest = {player for player, row in stood.items() if row.played_at and row.played_at >= start}
    earlier = load_last_matches(board, latest, start)
    before = stood | {player: stood[player]._replace(played_at=at) for player, at in earlier.items()}
    return find_absences(rule, [before[state.player] for state in states])


def load_last_matches(board: Board, players: Collection[int], end: datetime) -> dict[int, datetime | None]:
    """Return when each of these players last played on the board before that moment; None for those who had not."""
    before = RatingChange.objects.filter(board=board, **{f"{MATCH_PATH}played_at__lt": end}).order_by()
    rows = filter_players(before, "participant__player", players).values(who=resolve_player("participant__player"))
    last = dict(rows.annotate(at=Max(f"{MATCH_PATH}played_at")).values_list("who", "at"))
    return {player: last.get(player) for player in players}


def load_states_before(board: Board, rows: Sequence[PlayerStanding], day: date) -> list[PlayerState]:
    """Return the states before that day; only what was played on it is looked up, and what newcomers brought."""
    first: dict[int, Rating] = {}
    tallies: dict[int, Counter[str]] = {}
    for player, score, exit, *before in select_changes_in_days(board, day, 1).values_list(*SIDE, *BEFORE):
        first.setdefault(player, Rating(*before))
        tallies.setdefault(player, Counter()).update(list_raised_counts(score, exit))
    found = []
    for row in rows:
        rating, counts = first.get(row.player, row.rating), subtract_tally(row.counts, tallies.get(row.player, {}))
        found.append(PlayerState(row.player, row.key, rating, counts))
    new = {state.player for state in found if state.player in first and not state.counts.played}
    new -= find_players_with_rating(board, new)
    return [state for state in found if state.player not in new]


def find_players_with_rating(board: Board, players: Collection[int]) -> set[int]:
    """Return those of these players who brought a rating; one query, none without players."""
    if not players:
        return set()
    brought = Opening.objects.filter(board=board, player__in=select_with_merged(players)).order_by()
    return set(brought.values_list(resolve_player("player"), flat=True))


def find_last_club_day(board: Board, start: datetime) -> date | None:
    """Return the last club day before that moment."""
    kinds = [kind.key for kind in (*board.rating_system.kinds, WALKOVER)]
    counted = Match.objects.filter(season=board.season_id, status=Match.Status.COUNTED, kind__in=kinds)
    newest_first = counted.filter(played_at__lt=start).order_by("-played_at", "-sequence")  # the index, from its end
    found = newest_first.values_list("played_at", flat=True).first()
    return timezone.localdate(found) if found else None
