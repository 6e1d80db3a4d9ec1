"""The ranks of a board at the ends of the last weeks, each as the standings of that day have them."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db.models import Max, Q

from ladder.ledger.ladder_lock import one_moment
from ladder.ledger.player_standings import PlayerStanding, load_current_standings
from ladder.ledger.ranking import load_rank_rule
from ladder.ledger.storage.tables import MATCH_PATH, start_of_day
from ladder.models import Board, RatingChange
from ladder.ratings import Rank
from ladder.standings.queries.cache import keep_past, load_past_version
from ladder.standings.queries.movement import find_last_club_day, find_latest_day, load_standings_before
from ladder.standings.queries.table import StandingsTable, rank_standings
from players.people.queries import resolve_player

RANK_WEEKS = 8  # with the one that ends today


class PlayerRank(NamedTuple):
    """Where a player stands: the position from 1, which level players share nowhere, and the rank."""

    position: int
    rank: Rank


class WeekEnd(NamedTuple):
    """The last day of a week, and who had a rank by then."""

    day: date
    ranks: Mapping[int, PlayerRank]


def load_weekly_ranks(table: StandingsTable) -> list[WeekEnd]:
    """Return the ranks at the ends of the last weeks, of which the last are those of the table.

    The board must be steady. Those before are worked out once a day, and after a change to the past.
    """
    ranked = enumerate(table.ranked, 1)
    now = {row.player: PlayerRank(n, Rank(row.rank, row.rank_text.endswith("="))) for n, row in ranked}
    return [*load_past_ranks(table), WeekEnd(table.day, now)]


@one_moment()
def load_past_ranks(table: StandingsTable) -> list[WeekEnd]:
    """Return the ranks at the ends of the weeks before the one that ends with the table, the oldest first.

    A result changes none of them once a later match was played: till then they go by the version of the ladder.
    """
    board, day = table.board, table.day
    season, latest = board.season, find_latest_day([row.standing for row in table.rows])
    earlier = hash(frozenset(load_rank_rule(board, day).earlier.items()))
    newest = "" if latest and latest > day - timedelta(7) else season.ladder.version
    what = f"week-ranks-{board.pk}-{day:%Y%m%d}-{newest}-{earlier}"
    return keep_past(what, season, load_past_version(season), lambda: rank_past_weeks(board, day))


def rank_past_weeks(board: Board, day: date) -> list[WeekEnd]:
    """Return these ranks: the standings of now are taken back week by week. Some three queries a week."""
    ends = [day - timedelta(7 * week) for week in range(1, RANK_WEEKS)]
    limit = board.season.ladder.inactive_after
    played = load_last_matches_by_week(board, ends, limit) if limit is not None else None
    standings, found = load_current_standings(board), []
    for week, end in enumerate(ends):
        standings = load_standings_before(board, standings, end + timedelta(7), with_days=False, days=7)
        dated = played.date_standings(standings, week) if played else standings
        ranked = rank_standings(board.rating_system, dated, load_rank_rule(board, end))
        placed = [one.player for one in ranked.placed if one.player not in ranked.absences]
        if placed:
            ranks = {player: PlayerRank(n, ranked.ranks[player]) for n, player in enumerate(placed, 1)}
            found.append(WeekEnd(end, ranks))
    return found[::-1]


class LastMatches(NamedTuple):
    """When players last played before the end of each week, if that was `since` some moment."""

    since: datetime
    weeks: Mapping[int, Sequence[datetime | None]]

    def date_standings(self, standings: Sequence[PlayerStanding], week: int) -> list[PlayerStanding]:
        """Return the standings with these moments; who played before they begin has no rank, whenever it was."""
        return [
            one._replace(played_at=self.find_moment(one.player, week) if one.here.played else None) for one in standings
        ]

    def find_moment(self, player: int, week: int) -> datetime:
        weeks = self.weeks.get(player)
        return (weeks and weeks[week]) or self.since


def load_last_matches_by_week(board: Board, ends: Sequence[date], limit: int) -> LastMatches:
    """Return when each player last played by each of these days, the newest first; two queries.

    Matches are looked at from so many days on before the first week that matter for a rank: the limit, before the last
    club day.
    """
    oldest = start_of_day(ends[-1] + timedelta(1))
    last = find_last_club_day(board, oldest) or ends[-1]
    since = start_of_day(last - timedelta(limit + 1))
    path = f"{MATCH_PATH}played_at"
    weeks = {
        f"week{n}": Max(path, filter=Q(**{f"{path}__lt": start_of_day(end + timedelta(1))}))
        for n, end in enumerate(ends)
    }
    rows = RatingChange.objects.filter(board=board, **{f"{path}__gte": since}).order_by()
    found = rows.values(who=resolve_player("participant__player")).annotate(**weeks).values_list("who", *weeks)
    return LastMatches(since, {player: days for player, *days in found})
