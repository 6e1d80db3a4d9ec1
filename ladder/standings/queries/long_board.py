"""The current standings of a board with very many players: any page of them, and one player's rank, without the others.

An index has the standings in order of points, with when everybody was last active. So the database counts who is ahead
and finds the rows of a page; only players who are away in spite of a recent match are looked up one by one. It gives
the same ranks as `table.py` for boards whose order is that of the stored points.

Names are those that the reader sees (decision 0016), also where level players are put in order and in a search. The
database knows only whole names, so it is asked about those that this reader sees whole; the others are looked for in
what the redaction has read already.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import cached_property
from itertools import groupby
from math import inf
from operator import itemgetter
from typing import Any, NamedTuple, overload

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from ladder.ledger.form_and_counts import has_form
from ladder.ledger.player_standings import (
    NO_OPENING,
    STANDING_NOW_COLUMNS,
    PlayerStanding,
    advance_standings,
    build_player_standing,
    load_current_standings,
)
from ladder.ledger.ranking import (
    NO_MATCH_YET,
    explain_absence,
    find_standings_day,
    has_just_begun,
    list_matches_in_order,
    load_rank_rule,
)
from ladder.ledger.storage.tables import (
    MANY_PLAYERS,
    MATCH_PATH,
    PastState,
    StateTable,
    merge_openings,
    select_changes_in_days,
    start_of_day,
)
from ladder.models import Board, Opening, Standing
from ladder.ratings import Rank, RatingSystem, find_last_counted_day
from ladder.standings.queries.movement import Movement, select_matches_before
from ladder.standings.queries.rows import LazyRows, RowContext, StandingsRow, build_standings_row
from ladder.standings.queries.sparkline import (
    PLAYED_TEXT,
    PLAYER_COLUMN,
    POINT_COLUMNS,
    SPARKLINE_DAYS,
    draw_sparklines,
    group_by_week,
    is_steady,
)
from ladder.standings.queries.table import StandingsTable, build_table, list_columns, load_standings, rank_standings
from players.models import Player
from players.models.player import MAY_BE_AWAY
from players.people.names import fold_name_key, fold_player_name
from players.people.queries import MOST_PLAYERS_NAMED, load_merged_into, select_hidden_players
from players.privacy.redaction import are_names_redacted, are_names_shortened, find_shown_keys

LONG_BOARD_PLAYERS = 5_000  # players from which on a board is read page by page
MOST_PLAYERS_FOUND = 50  # players that a search shows
UNKNOWN_MOVEMENT = Movement("")  # how a rank moved would need everybody's rank of the day before


def is_long(board: Board) -> bool:
    """Return whether a board has very many players, and an order that the index has."""
    return bool(find_long_boards([board]))


def find_long_boards(boards: Iterable[Board]) -> set[int]:
    """Return the keys of the boards with very many players and an order that the index has; one query or none."""
    fitting = [board.pk for board in boards if has_indexed_order(board)]
    if not fitting:
        return set()
    last = (
        Standing.objects.filter(board=OuterRef("pk"))
        .order_by("player_id")
        .values("pk")[LONG_BOARD_PLAYERS : LONG_BOARD_PLAYERS + 1]
    )
    found = Board.objects.filter(pk__in=fitting).order_by().values_list("pk", Subquery(last))
    return {board for board, standing in found if standing}


def find_current_rank(board: Board, player: int) -> Rank | None:
    """Return a player's rank as the standings now show it, without making their table; None without a rank."""
    if has_indexed_order(board):
        place = LongBoard(board).find_place(player)
        return place and place.rank
    system, day = board.rating_system, find_standings_day(board.season)
    read = advance_standings(system, load_current_standings(board), day)
    found = rank_standings(system, read, load_rank_rule(board, day))
    return None if player in found.absences else found.ranks.get(player)


def has_indexed_order(board: Board) -> bool:
    """Return whether a board's players stand in the order of their stored points, and others' matches don't count."""
    plain = is_steady(board) and type(board.rating_system).order is RatingSystem.order and has_form(board)
    return plain and board.season.opens_from_id is None


class Place(NamedTuple):
    """A player's points on a board, and the name as the reader sees it, by which level players are in order."""

    points: float
    name: str
    player: int


class RankedPlace(NamedTuple):
    """Where a player stands on a board: the position in its order, from 0, and the rank."""

    position: int
    rank: Rank
    place: Place


class LongBoard:
    """The players of a long board who have a rank, as the day is now.

    They are those who were active recently enough, without some who are `away`.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.day = find_standings_day(board.season)
        self.places: dict[int, RankedPlace | None] = {}
        self.rule = load_rank_rule(board, self.day)

    @cached_property
    def edges(self) -> tuple[datetime | None, datetime | None]:
        """When the season's first match was, and the newest one that the board counts; one query."""
        first = list_matches_in_order(self.board.season).values("played_at")[:1]
        newest = select_matches_before(self.board, start_of_day(self.day + timedelta(1)))
        return newest.values_list(Subquery(first), "played_at").first() or (None, None)

    @cached_property
    def counted(self) -> date:
        """The last day on which a match is looked for."""
        newest = self.edges[1]
        return find_last_counted_day(self.day, newest and timezone.localdate(newest), self.rule.limit or 0)

    @cached_property
    def since(self) -> datetime | None:
        """The moment since which a match is recent enough; None where everybody has a rank."""
        return start_of_day(self.counted - timedelta(self.rule.limit)) if self.rule.limit is not None else None

    @property
    def is_beginning(self) -> bool:
        """Whether nobody waits too long for a first match."""
        return has_just_begun(self.edges[0], self.counted, self.rule.limit or 0)

    @property
    def recent(self) -> QuerySet[Standing]:
        """The standings of who was active recently enough, in no order."""
        rows = Standing.objects.filter(board=self.board).order_by()
        if self.since is None:
            return rows
        recent = Q(active_at__gte=self.since)
        return rows.filter(recent | Q(last_match=None) if self.is_beginning else recent)

    @cached_property
    def away(self) -> list[Place]:
        """Who has no rank in spite of a recent match."""
        if self.since is None:
            return []
        people: Any = Player.objects.filter(MAY_BE_AWAY).order_by().values_list("pk", flat=True)
        few = list(people[: MANY_PLAYERS + 1])
        people = few if len(few) <= MANY_PLAYERS else people
        found = self.recent.filter(player__in=people).values_list(*STANDING_NOW_COLUMNS) if few else []
        rows = [build_player_standing(row, NO_OPENING) for row in found]
        return [Place(one.rating.points, one.name, one.player) for one in rows if self.explain_absence(one)]

    def explain_absence(self, one: PlayerStanding) -> str:
        """Return why a player has no rank; an empty text for one who has."""
        if self.rule.limit is None:
            return ""
        last = timezone.localdate(one.played_at) if one.played_at else None
        why = explain_absence(self.rule, one, last, self.counted)
        return "" if why == NO_MATCH_YET and self.is_beginning else why

    @cached_property
    def recent_size(self) -> int:
        """How many were active recently enough."""
        return self.recent.count()

    @property
    def size(self) -> int:
        """How many have a rank."""
        return self.recent_size - len(self.away)

    def count_ahead(self, points: float) -> int:
        """Return how many with a rank have more points; where all are counted already, those behind may be fewer."""
        if "recent_size" in self.__dict__ and points < self.board.rating_system.initial().points:
            ahead = self.recent_size - self.recent.filter(points__lte=points).count()
        else:
            ahead = self.recent.filter(points__gt=points).count()
        return ahead - sum(one.points > points for one in self.away)

    def list_places(self, high: float, low: float) -> list[Place]:
        """Return who has a rank and points between these two, in order of rating and then of name."""
        rows, away = self.recent, {one.player for one in self.away}
        rows = rows.filter(points__lte=high) if high < inf else rows
        rows = rows.filter(points__gte=low) if low > -inf else rows
        found = [Place(*one) for one in rows.values_list("points", "player__name", "player") if one[2] not in away]
        return sorted(found, key=lambda one: (-one.points, fold_player_name(one.name), one.player))

    def find_place(self, player: int) -> RankedPlace | None:
        """Return a player's place; None without a rank. It is looked up once."""
        if player not in self.places:
            self.places[player] = self.look_up_place(player)
        return self.places[player]

    def look_up_place(self, player: int) -> RankedPlace | None:
        mine = Standing.objects.filter(board=self.board, player=player).values_list("points", flat=True).first()
        if mine is None:
            return None
        level = self.list_places(mine, mine)
        ahead = self.count_ahead(mine)
        rank = Rank(ahead + 1, len(level) > 1)
        return next((RankedPlace(ahead + n, rank, one) for n, one in enumerate(level) if one.player == player), None)

    def pick_places(self, start: int, end: int) -> list[RankedPlace]:
        """Return those from one position to another in order of rating; the first is at 0."""
        start, end = max(start, 0), min(end, self.size)
        if start >= end:
            return []
        high, ahead = self.find_points_at(start)
        position, found = ahead, []
        for _, group in groupby(self.list_places(high, self.find_low(high, end - ahead)), key=lambda one: one.points):
            level = list(group)
            rank = Rank(position + 1, len(level) > 1)
            found += [RankedPlace(position + n, rank, one) for n, one in enumerate(level)]
            position += len(level)
        return found[start - ahead : end - ahead]

    def find_points_at(self, position: int) -> tuple[float, int]:
        """Return the points of who is at this position, or a little ahead, and how many are ahead of these points."""
        offset = min(position, self.recent_size - 1)
        while offset >= 0:
            if offset * 2 < self.recent_size:  # from the nearer end
                points = self.recent.order_by("-points", "-player_id").values_list("points", flat=True)[offset]
            else:
                points = self.recent.order_by("points", "player_id").values_list("points", flat=True)[
                    self.recent_size - 1 - offset
                ]
            ahead = self.count_ahead(points)
            if ahead <= position:
                return points, ahead
            offset -= ahead - position
        return inf, 0

    def find_low(self, high: float, count: int) -> float:
        """Return points such that so many players, or a few more, have a rank and points from `high` down to them."""
        rows = self.recent.filter(points__lte=high) if high < inf else self.recent
        last = count + len(self.away) - 1
        found = rows.order_by("-points", "-player_id").values_list("points", flat=True)[last : last + 1]
        return next(iter(found), -inf)

    def load_rows(self, places: Collection[RankedPlace], others: Collection[int] = ()) -> list[StandingsRow]:
        """Return the rows of these places in their order, and then those of other players, who have no rank."""
        ranks = {one.place.player: one.rank for one in places} | dict.fromkeys(others, Rank(0))
        stored = (
            Standing.objects.filter(board=self.board, player__in=ranks).order_by().values_list(*STANDING_NOW_COLUMNS)
        )
        merged = dict.fromkeys(ranks) | load_merged_into(ranks)
        opening = self.load_openings(merged)
        standings = {row[0]: build_player_standing(row, opening.get(row[0], NO_OPENING)) for row in stored}
        context = RowContext(
            system=self.board.rating_system,
            columns=list_columns(self.board),
            ranks=ranks,
            absences={player: self.explain_absence(standings[player]) for player in others},
            movements=dict.fromkeys(ranks, UNKNOWN_MOVEMENT),
            lines=self.draw_lines(list(standings.values()), list(merged)),
            ties={},
            best_places={},
        )
        return [build_standings_row(context, standings[player]) for player in ranks if player in standings]

    def load_openings(self, merged: Mapping[int, int | None]) -> StateTable:
        """Return the starting ratings of these players, given with whom they count as."""
        rows = Opening.objects.filter(board=self.board, player__in=list(merged)).order_by()
        table = {row.player_id: PastState(row.rating, row.counts) for row in rows}
        return merge_openings(table, {player: other for player, other in merged.items() if other})

    def draw_lines(self, standings: Sequence[PlayerStanding], players: Sequence[int]) -> dict[int, str]:
        """Return the lines of the last twelve weeks of these standings, whose changes are those of the players."""
        changes = (
            select_changes_in_days(self.board, self.day, SPARKLINE_DAYS)
            .filter(participant__player__in=players)
            .order_by()
        )
        rows = changes.values_list(PLAYER_COLUMN, PLAYED_TEXT, *POINT_COLUMNS, f"{MATCH_PATH}sequence")
        in_order = [row[:-1] for row in sorted(rows, key=itemgetter(1, -1))]
        return draw_sparklines(self.board.rating_system, standings, group_by_week(in_order, self.day), self.day)

    def search(self, query: str) -> list[StandingsRow]:
        """Return the rows of the first players, by name, with this in their names; those without a rank come last."""
        wanted = fold_player_name(query)
        named = sorted([*self.find_whole_names(wanted), *self.find_redacted_names(wanted)])[:MOST_PLAYERS_FOUND]
        found = [(player, self.find_place(player)) for _, player in named]
        places = sorted([place for _, place in found if place], key=lambda one: one.position)
        return self.load_rows(places, [player for player, place in found if place is None])

    def find_whole_names(self, wanted: str) -> list[tuple[str, int]]:
        """Return folded names with this in them, and their players, of the first whose names the reader sees whole."""
        if are_names_shortened():
            return []
        rows = Standing.objects.filter(board=self.board, player__folded__contains=wanted)
        rows = rows.exclude(player__in=select_hidden_players()) if are_names_redacted() else rows
        found = rows.order_by("player__folded", "player__key").values_list("player__folded", "player")
        return list(found[:MOST_PLAYERS_FOUND])

    def find_redacted_names(self, wanted: str) -> list[tuple[str, int]]:
        """Return the same of those whose names the reader sees otherwise; one query, or none.

        If that are many, the board's players are read: an index has them, and no list of values is too long.
        """
        shown = {player: fold_name_key(key) for player, key in find_shown_keys().items()}
        keys = {player: folded for player, folded in shown.items() if wanted in folded}
        if not keys:
            return []
        here = Standing.objects.filter(board=self.board).order_by()
        here = here if len(keys) > MOST_PLAYERS_NAMED else here.filter(player__in=keys)
        found = [(keys[player], player) for player in here.values_list("player", flat=True) if player in keys]
        return sorted(found)[:MOST_PLAYERS_FOUND]


class LongRows(LazyRows):
    """The rows of a long board."""

    def __init__(self, board: LongBoard) -> None:
        self.board = board

    def __len__(self) -> int:
        return self.board.size

    @overload
    def __getitem__(self, asked: int) -> StandingsRow: ...
    @overload
    def __getitem__(self, asked: slice) -> list[StandingsRow]: ...
    def __getitem__(self, asked: int | slice) -> StandingsRow | list[StandingsRow]:
        if isinstance(asked, int):
            return self[asked : asked + 1][0]
        end = len(self) if asked.stop is None else asked.stop
        return self.board.load_rows(self.board.pick_places(asked.start or 0, end))

    def find_index(self, player: int | None) -> int | None:
        place = self.board.find_place(player) if player else None
        return place.position if place else None

    def find_row(self, player: int | None) -> StandingsRow | None:
        if player is None or not Standing.objects.filter(board=self.board.board, player=player).exists():
            return None
        place = self.board.find_place(player)
        return self.board.load_rows([place] if place else [], [] if place else [player])[0]

    def search(self, query: str) -> list[StandingsRow]:
        return self.board.search(query)


def load_shown_standings(board: Board, asked: date | None = None) -> StandingsTable:
    """Return the standings as `load_standings` does; the current ones of a long board are read as they are asked for.

    These have neither rank changes nor players without a rank.
    """
    is_past = asked is not None and asked < find_standings_day(board.season)
    return load_standings(board, asked) if is_past or not is_long(board) else load_long_standings(board)


def load_long_standings(board: Board) -> StandingsTable:
    """Return the current standings of a long board."""
    rows = LongRows(LongBoard(board))
    table = build_table(board, rows.board.day, None, None, [])
    return table._replace(rows=rows, ranked=rows, has_provisional=True, has_shared_ranks=True, is_long=True)
