"""How ranks moved since the club day before the latest one."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, timedelta
from operator import sub
from typing import NamedTuple

from django.db.models import Max, QuerySet
from django.utils import timezone

from ladder.ledger.player_standings import PlayerStanding, advance_standings
from ladder.ledger.ranking import RankRule, find_absences, give_ranks, sort_by_rank
from ladder.ledger.storage.tables import (
    MATCH_PATH,
    STATE_BEFORE_COLUMNS,
    filter_players,
    has_shifts,
    load_table_before,
    select_changes_in_days,
    select_shifts_in_days,
    start_of_day,
)
from ladder.models import Board, Match, Opening, RatingChange
from ladder.ratings import WALKOVER, Counts, Rank, Rating
from players.people.queries import list_with_merged, resolve_player

SCORE_COLUMNS_OF_PLAYERS = (resolve_player("participant__player"), "participant__score", "participant__exit")
NOTHING_PLAYED = Counts()


class Movement(NamedTuple):
    """A movement: up, down, same, new, or back after a time without a rank; and by how many places."""

    direction: str
    places: int = 0


class EarlierRanks(NamedTuple):
    """The ranks before the latest club day, those of the absent players too, and the club day before that one."""

    ranks: dict[int, Rank]
    absent: Collection[int]
    since: date | None


def find_latest_day(standings: Sequence[PlayerStanding]) -> date | None:
    """Return the latest club day, on which somebody of these standings played."""
    latest = max((one.played_at for one in standings if one.played_at), default=None)
    return timezone.localdate(latest) if latest else None


def load_earlier_ranks(board: Board, standings: Sequence[PlayerStanding], day: date, rule: RankRule) -> EarlierRanks:
    """Return the ranks before that day, the latest on which anybody played, by the same rule of who has a rank."""
    system = board.rating_system
    since = find_last_club_day(board, start_of_day(day))
    earlier = load_standings_before(board, standings, day, with_days=rule.limit is not None)
    placed = sort_by_rank(system, advance_standings(system, earlier, day))
    absent = find_absences(rule._replace(day=since or day - timedelta(1)), placed)
    return EarlierRanks(give_ranks(system, placed, absent), absent, since)


def compare_tables(earlier: EarlierRanks, ranks: Mapping[int, Rank]) -> dict[int, Movement]:
    """Return how these ranks differ from the earlier ones, by player."""
    return {
        player: Movement("back") if player in earlier.absent else compare_ranks(earlier.ranks.get(player), rank)
        for player, rank in ranks.items()
    }


def compare_ranks(before: Rank | None, now: Rank) -> Movement:
    """Return the movement between two ranks; without the first the player is new."""
    if before is None:
        return Movement("new")
    steps = before.number - now.number
    return Movement("up" if steps > 0 else "down" if steps < 0 else "same", abs(steps))


def load_standings_before(
    board: Board, standings: Sequence[PlayerStanding], day: date, *, with_days: bool, days: int = 1
) -> list[PlayerStanding]:
    """Return these standings as they were before so many days, of which `day` is the last on which anybody played.

    Only what was played on them is looked up, and what newcomers brought; `with_days` also when their players last
    played.
    """
    first = day - timedelta(days - 1)
    ratings: dict[int, Rating] = {}
    counts = {one.player: one.counts for one in standings}
    for player, score, exit, *before in select_changes_in_days(board, day, days).values_list(
        *SCORE_COLUMNS_OF_PLAYERS, *STATE_BEFORE_COLUMNS
    ):
        ratings.setdefault(player, Rating(*before))
        played = Counts(1, score == 1, score == 0.5, score == 0, exit == "dead")
        counts[player] = Counts(*map(sub, counts.get(player, NOTHING_PLAYED), played))
    ratings |= load_ratings_before_shifts(board, day, days)
    new = {player for player in ratings if not counts[player].played}
    if new:
        brought = Opening.objects.filter(board=board, player__in=list_with_merged(new)).order_by()
        new -= set(brought.values_list(resolve_player("player"), flat=True))
    last = load_last_matches(board, ratings, start_of_day(first)) if with_days else {}
    found = []
    for one in standings:
        if one.player in ratings:
            one = one._replace(rating=ratings[one.player], counts=counts[one.player], played_at=last.get(one.player))
        elif one.written:  # where the calendar moved players since
            one = one._replace(rating=one.written)
        if one.player not in new:
            found.append(one)
    return found


def load_ratings_before_shifts(board: Board, day: date, days: int) -> dict[int, Rating]:
    """Return the ratings before so many days, of which `day` is the last, of those whom matches of others moved."""
    if not has_shifts(board):
        return {}
    moved = set(select_shifts_in_days(board, day, days).values_list("player", flat=True))
    table = load_table_before(board, (start_of_day(day - timedelta(days - 1)), -1), moved) if moved else {}
    return {player: state.rating for player, state in table.items()}


def load_last_matches(board: Board, players: Collection[int], end: datetime) -> dict[int, datetime]:
    """Return when each of these players last played on the board before that moment; without those who had not."""
    before = RatingChange.objects.filter(board=board, **{f"{MATCH_PATH}played_at__lt": end}).order_by()
    rows = filter_players(before, "participant__player", players).values(who=resolve_player("participant__player"))
    return dict(rows.annotate(at=Max(f"{MATCH_PATH}played_at")).values_list("who", "at"))


def find_last_club_day(board: Board, start: datetime) -> date | None:
    """Return the last club day before that moment."""
    found = select_matches_before(board, start).values_list("played_at", flat=True).first()
    return timezone.localdate(found) if found else None


def select_matches_before(board: Board, start: datetime) -> QuerySet[Match]:
    """Return the matches before that moment that the board counts, the newest first: the index, from its end."""
    kinds = [kind.key for kind in (*board.rating_system.kinds, WALKOVER)]
    counted = Match.objects.filter(season=board.season_id, status=Match.Status.COUNTED, kind__in=kinds)
    return counted.filter(played_at__lt=start).order_by("-played_at", "-sequence")
