"""A member's rank in words, after a report and on the home page; and what that shows of each ladder to others.

These are its leader, season and last result.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import models
from django.db.models import Count, F, OuterRef, Subquery
from django.utils import timezone

from ladder.formats import ResultSentence, format_count, spell_number
from ladder.ledger.player_standings import PlayerStanding, advance_standings, load_standings_by_board
from ladder.ledger.ranking import RankRule, find_absences, find_standings_day, load_earlier_matches, sort_by_rank
from ladder.ledger.storage.tables import start_of_day
from ladder.matches.queries.results import describe_result, format_when, load_match_participants
from ladder.models import Board, Ladder, Match, Participant, Season, Standing
from ladder.pages.figures import format_rank, format_rating
from ladder.pages.seasons import describe_coming_day, pick_current_season
from ladder.ratings import TableSystem, advance_rating
from ladder.standings.queries.long_board import LongBoard, LongRows, find_current_rank, find_long_boards
from ladder.standings.queries.rows import StandingsRow
from ladder.standings.queries.sparkline import LeadingPlayer, draw_leading_lines
from players.models import Player

NEWS_WORDS = {"new": "new on the ladder", "back": "back on the ladder"}


def find_last_ladder(player: Player) -> Ladder | None:
    """Return the ladder on which a player had their last match."""
    last = Participant.objects.filter(player__in=player.own_keys).order_by("-match__played_at", "-match__sequence")
    found = last.annotate(ladder=F("match__season__ladder")).values_list("ladder", flat=True).first()
    return Ladder.objects.filter(pk=found).first() if found else None


def find_main_board(season: Season | None) -> Board | None:
    """Return the season's main board with its season and ladder."""
    if season is None:
        return None
    boards = Board.objects.filter(season=season).select_related("season__ladder")
    return boards.fetch_mode(models.FETCH_RAISE).first()


def describe_new_rank(season: Season, player: Player) -> str:
    """Return "You are 31st with 1,793.", "Your rating is 1,793." or "You are on rung 4.", on the season's main board.

    It is empty before the first match there.
    """
    board = next(iter(season.boards.all()), None)
    standing = Standing.objects.filter(board=board, player=player.pk).first() if board else None
    if board is None or standing is None:
        return ""
    system = board.rating_system
    rating = format_rating(system, advance_rating(system, standing.rating, find_standings_day(season)))
    if isinstance(system, TableSystem) and system.about.unit:
        return f"You are on {system.about.unit} {rating}."
    rank = find_current_rank(board, player.pk)
    return f"You are {format_rank(rank)} with {rating}." if rank else f"Your rating is {rating}."


def describe_own_rank(row: StandingsRow) -> str:
    """Return a member's rank in words: "32nd, up eight places", "32nd, unchanged", "No rank: no match for 74 days"."""
    if not row.is_ranked:
        return f"No rank: {row.absence}"
    count, way = row.movement.places, row.movement.direction
    if way in NEWS_WORDS:
        return f"{row.rank_words}, {NEWS_WORDS[way]}"
    if not way:
        return row.rank_words
    if not count:
        return f"{row.rank_words}, unchanged"
    places = "one place" if count == 1 else f"{spell_number(count)} places"
    return f"{row.rank_words}, {way} {places}"


class Leader(NamedTuple):
    """Who won the season or has the first rank, with which rating, among how many players.

    Without a name nobody has a rank. `line` is that of their last twelve weeks.
    """

    name: str
    rating: str
    players: int
    line: str = ""


class LatestResult(NamedTuple):
    """The latest result, and when it was."""

    outcome: ResultSentence
    when: str


class LadderOverview(NamedTuple):
    """A ladder in the list of ladders; `dates` says when its season begins or ends, and `today` counts its matches."""

    ladder: Ladder
    season: Season | None
    leader: Leader | None
    last: LatestResult | None
    dates: str
    today: int


def count_matches_of_today() -> dict[int, int]:
    """Return how many matches of today count, by ladder; without those that have none. One query."""
    today = Match.objects.filter(played_at__gte=start_of_day(timezone.localdate()), status=Match.Status.COUNTED)
    return dict(today.order_by().values_list("season__ladder").annotate(count=Count("pk")))


def describe_club_day(played: int, season: Season | None = None) -> str:
    """Return "3 matches played today.", and of the only ladder's season "Season 2 ends in 19 days."."""
    count = f"{format_count(played, 'match', 'matches')} played today." if played else "No match yet today."
    dates = describe_coming_day(season) if season else ""
    return f"{count} {season.name} {dates}." if season and dates else count


def load_ladder_overviews() -> list[LadderOverview]:
    """Return every ladder with its season, leader and last result; the number of queries does not depend on theirs."""
    seasons = load_shown_seasons()
    leaders = load_leaders(load_main_boards(seasons.values()))
    matches = load_latest_matches(seasons.values())
    participants = load_match_participants(list(matches.values()))
    results: dict[int | None, LatestResult] = {
        season: LatestResult(describe_result(match, participants[match.pk]), format_when(match.played_at))
        for season, match in matches.items()
    }
    today = count_matches_of_today()
    found = []
    for ladder in Ladder.objects.all():
        season = seasons.get(ladder.pk)
        key = season.pk if season else None
        dates = describe_coming_day(season) if season else ""
        told = leaders.get(key), results.get(key), dates, today.get(ladder.pk, 0)
        found.append(LadderOverview(ladder, season, *told))
    return found


def load_shown_seasons() -> dict[int, Season]:
    """Return the season that each ladder shows, by ladder: the newest open one, else the newest."""
    by_ladder: dict[int, list[Season]] = defaultdict(list)
    for season in Season.objects.select_related("winner", "ladder").fetch_mode(models.FETCH_RAISE):
        by_ladder[season.ladder_id].append(season)
    shown = {ladder: pick_current_season(seasons) for ladder, seasons in by_ladder.items()}
    return {ladder: season for ladder, season in shown.items() if season}


def load_main_boards(seasons: Iterable[Season]) -> dict[int, Board]:
    """Return the main board of each season, by season."""
    by_pk = {season.pk: season for season in seasons}
    found: dict[int, Board] = {}
    for board in Board.objects.filter(season__in=by_pk).fetch_mode(models.FETCH_RAISE):
        board.season = by_pk[board.season_id]
        found.setdefault(board.season_id, board)
    return found


def load_latest_matches(seasons: Iterable[Season]) -> dict[int, Match]:
    """Return the latest match of each season, by season."""
    counted = Match.objects.filter(season=OuterRef("pk"), status=Match.Status.COUNTED)
    last = Subquery(counted.order_by("-played_at", "-sequence").values("pk")[:1])
    wanted = Season.objects.filter(pk__in=[season.pk for season in seasons]).order_by().values_list(last)
    return {match.season_id: match for match in Match.objects.filter(pk__in=wanted).fetch_mode(models.FETCH_RAISE)}


def load_leaders(boards: Mapping[int, Board]) -> dict[int | None, Leader]:
    """Return the leader of each season's main board, by season; four queries at most."""
    many = find_long_boards(boards.values())
    long = {season: LongRows(LongBoard(board)) for season, board in boards.items() if board.pk in many}
    leading: dict[int | None, Leader] = {
        season: Leader(rows[0].name, rows[0].rating, len(rows), rows[0].line)
        for season, rows in long.items()
        if len(rows)
    }
    boards = {season: board for season, board in boards.items() if season not in long}
    tables = load_standings_by_board(boards.values())
    carried = [board for board in boards.values() if board.season.opens_from_id is not None]
    earlier = load_earlier_matches(carried, timezone.localdate()) if carried else {}
    first = {
        season: find_board_leader(board, tables[board.pk], earlier.get(board.season.ladder_id, {}))
        for season, board in boards.items()
    }
    lines = draw_leading_lines(
        [
            LeadingPlayer(board, one.player, row.rating, find_standings_day(board.season))
            for season, board in boards.items()
            if (one := first[season])
            for row in tables[board.pk]
            if row.player == one.player
        ]
    )
    for season, board in boards.items():
        one, players = first[season], len(tables[board.pk])
        if one:
            rating = format_rating(board.rating_system, one.rating)
            leading[season] = Leader(one.name, rating, players, lines[board.pk])
        elif players:
            leading[season] = Leader("", "", players)
    return leading


def find_board_leader(
    board: Board, rows: Sequence[PlayerStanding], earlier: Mapping[int, datetime]
) -> PlayerStanding | None:
    """Return who won a closed season, else who has the first rank, with the rating of the day."""
    system, season = board.rating_system, board.season
    day = find_standings_day(season)
    placed = sort_by_rank(system, advance_standings(system, rows, day))
    begins = season if season.opens_from_id is None else None
    rule = RankRule(day, season.ladder.inactive_after, earlier, day >= timezone.localdate(), begins)
    absences = find_absences(rule, placed)
    first = next((one for one in placed if one.player not in absences), None)
    if season.closed_at:
        first = next((one for one in placed if one.player == season.winner_id), first)
    return first
