"""The order of play, and the states of a board's players at any place in it."""

import re
from collections.abc import Collection, Container
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from ladder.models import Board, Match, Opening, RatingChange, RatingShift, Standing
from ladder.ratings import Counts, Rating, TableSystem
from players.people.queries import Identities, list_with_merged, resolve_player

OrderPlace = tuple[datetime, int]
"""A match's place in the order of play: when it was played, then the order of entry."""

FIRST_DAY = date(2, 1, 1)  # so that the days and weeks before it are dates, too
MATCH_PATH = "participant__match__"
PLAY_ORDER = ("played_at", "sequence")
STATE_BEFORE_COLUMNS = ("before_points", "before_experience", "before_memory", "before_as_of")
STATE_AFTER_COLUMNS = ("after_points", "after_experience", "after_memory", "after_as_of")
FEW_PLAYERS, MANY_PLAYERS = 100, 500  # how many players a query names at most, of the standings and of the ledger
STANDING_COLUMNS = (*Rating._fields, *Counts._fields, "last_match", "last_change", "form", "written")
PlayerKeys = Collection[Any] | None
"""Player keys, or None for everybody."""


def find_order_place(match: Match) -> OrderPlace:
    """Return the match's place in the order of play."""
    return match.played_at, match.sequence


def filter_from_place(place: OrderPlace | None, prefix: str = "") -> Q:
    """Return the filter for matches at this place or later; None is the start, and filters nothing."""
    if place is None:
        return Q()
    at, number = place
    later = Q(**{f"{prefix}played_at__gt": at}) | Q(**{f"{prefix}sequence__gte": number})
    return Q(**{f"{prefix}played_at__gte": at}) & later  # written like this, the database uses its index of dates


def filter_before_place(place: OrderPlace, prefix: str = "") -> Q:
    """Return the filter for matches before this place."""
    at, number = place
    earlier = Q(**{f"{prefix}played_at__lt": at}) | Q(**{f"{prefix}sequence__lt": number})
    return Q(**{f"{prefix}played_at__lte": at}) & earlier


def start_of_day(day: date) -> datetime:
    """Return the moment at which a club day begins."""
    return timezone.make_aware(datetime.combine(day, time.min))


def place_after_day(day: date) -> OrderPlace:
    """Return the first place in the order of play after a day; the table before it is that of the day's end."""
    return start_of_day(day + timedelta(1)), -1


def parse_past_day(text: str | None) -> date | None:
    """Return the past day that a link names as 2026-05-01; None for today, later days and any other text."""
    if not text or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if FIRST_DAY <= day < timezone.localdate() else None


class PastState(NamedTuple):
    """A player's state on a board after some match, with its key and the rating change that it made."""

    rating: Rating
    counts: Counts
    match: int | None = None
    change: float | None = None
    form: str = ""  # of the stored standings; of an earlier place it is not always looked up
    played_at: datetime | None = None  # when that match was; not always looked up
    moved_on: Rating | None = None  # what the calendar has made of the rating since (L-13)

    @property
    def current(self) -> Rating:
        """The rating as the standings show it."""
        return self.moved_on or self.rating


StateTable = dict[Any, PastState]
"""The states of players, by the player's key."""


def load_opening_table(board: Board, players: PlayerKeys = None, *, identities: Identities | None = None) -> StateTable:
    """Return the starting ratings and counts of a board, by player; merges are the given ones, or else the stored."""
    asked = None if has_shifts(board) else players  # on a table each place depends on all others
    rows = filter_players(Opening.objects.filter(board=board), "player", asked).annotate(
        merged_into=F("player__merged_into")
    )
    if identities is None:
        identities = {row.player_id: row.merged_into for row in rows if row.merged_into}
    table = merge_openings({row.player_id: PastState(row.rating, row.counts) for row in rows}, identities)
    given = {identities.get(row.player_id, row.player_id) for row in rows if row.source == Opening.Source.GIVEN}
    return keep_players(arrange_openings(board, table, given), players)


def arrange_openings(board: Board, table: StateTable, given: Container[Any]) -> StateTable:
    """Return the openings of a board as its system puts them on its table; `given` are the players with one by hand."""
    system = board.rating_system
    if not isinstance(system, TableSystem):
        return table
    placed = system.arrange(
        {player: state.rating for player, state in table.items() if player not in given},
        {player: state.rating for player, state in table.items() if player in given},
    )
    return {player: state._replace(rating=placed[player]) for player, state in table.items()}


def merge_openings(table: StateTable, identities: Identities) -> StateTable:
    """Return a table of openings in which merged players count as others; the others' own openings go first."""
    if identities.keys().isdisjoint(table):
        return table
    theirs = {identities[player]: table[player] for player in sorted(table, reverse=True) if player in identities}
    return theirs | {player: state for player, state in table.items() if player not in identities}


def load_standing_table(board: Board, players: PlayerKeys = None) -> StateTable:
    """Return the states after the last match, as the standings hold them."""
    rows = filter_players(Standing.objects.filter(board=board), "player", players, FEW_PLAYERS).order_by()
    table = {
        player: build_state(Rating(*state[:4]), written, Counts(*state[4:9]), *state[9:])
        for player, *state, written in rows.values_list("player", *STANDING_COLUMNS)
    }
    return keep_players(table, players)


def build_state(shown: Rating, written: Any, counts: Counts, *rest: Any) -> PastState:
    """Return the state of a standing; `written` is the rating after the last match, if that is another one."""
    state = PastState(shown, counts, *rest)
    return state._replace(rating=Rating(*written), moved_on=shown) if written else state


def load_table_before(board: Board, place: OrderPlace | None, players: PlayerKeys = None) -> StateTable:
    """Return the states before this place, from the ledger; the counts are only those of the starting ratings."""
    table = load_opening_table(board, players)
    if place is None:
        return table
    changes = filter_players(
        RatingChange.objects.filter(filter_before_place(place, MATCH_PATH), board=board), "participant__player", players
    )
    for player, match, before, points, experience, memory, as_of in select_latest_changes(changes):
        counts = table[player].counts if player in table else Counts()
        table[player] = PastState(Rating(points, experience, memory, as_of), counts, match, points - before)
    return keep_players(add_later_shifts(board, place, table), players)


def has_shifts(board: Board) -> bool:
    """Return whether a match of the board may move players who did not play in it."""
    return isinstance(board.rating_system, TableSystem)


def add_later_shifts(board: Board, place: OrderPlace, table: StateTable) -> StateTable:
    """Return the table before a place with what matches of others did to each player after their own last one."""
    if not has_shifts(board):
        return table
    every = Match.objects.filter(season=board.season_id).order_by().values_list("pk", *PLAY_ORDER)
    places = {match: (at, number) for match, at, number in every}
    shifts = RatingShift.objects.filter(filter_before_place(place, "match__"), board=board)
    rows = shifts.order_by("match__played_at", "match__sequence").values_list("player", "match", *STATE_AFTER_COLUMNS)
    for player, match, *after in rows:
        state = table.get(player)
        if state and (state.match is None or places[state.match] <= places[match]):
            table[player] = state._replace(rating=Rating(*after))
    return table


def select_latest_changes(changes: QuerySet[RatingChange]) -> QuerySet[Any, tuple[Any, ...]]:
    """Return each player's last change among these, in no order."""
    newest_first = [F(f"{MATCH_PATH}played_at").desc(), F(f"{MATCH_PATH}sequence").desc()]
    number = Window(RowNumber(), partition_by=[resolve_player("participant__player")], order_by=newest_first)
    fields = ("before_points", *STATE_AFTER_COLUMNS)
    return (
        changes.order_by()
        .annotate(newest=number)
        .filter(newest=1)
        .values_list(resolve_player("participant__player"), "participant__match", *fields)
    )


def filter_players(rows: QuerySet[Any], path: str, players: PlayerKeys, most: int = MANY_PLAYERS) -> QuerySet[Any]:
    """Return the rows of these players, also those of players merged into them; for a long list, all rows.

    A long list takes more time than it saves, and a database takes only so many values. So the caller must drop the
    other players by `keep_players`.
    """
    if players is None or len(players) > most:
        return rows
    return rows.filter(**{f"{path}__in": list_with_merged(list(players))})


def keep_players[Kept](found: dict[Any, Kept], players: PlayerKeys) -> dict[Any, Kept]:
    """Return the items of these players."""
    if players is None:
        return found
    wanted = set(players)
    return {player: one for player, one in found.items() if player in wanted}


def select_changes_in_days(board: Board, day: date, days: int) -> QuerySet[RatingChange]:
    """Return the board's rating changes of so many club days, of which `day` is the last, in order of play.

    The index of the matches has them in this very order.
    """
    in_days = filter_days(board, day, days, MATCH_PATH)
    return RatingChange.objects.filter(in_days, board=board).order_by(f"{MATCH_PATH}played_at", f"{MATCH_PATH}sequence")


def select_shifts_in_days(board: Board, day: date, days: int) -> QuerySet[RatingShift]:
    """Return the shifts by matches of so many club days, of which `day` is the last, in no order."""
    return RatingShift.objects.filter(filter_days(board, day, days, "match__"), board=board).order_by()


def filter_days(board: Board, day: date, days: int, prefix: str) -> Q:
    """Return the filter for matches of the season on so many club days, of which `day` is the last."""
    first, end = start_of_day(day - timedelta(days - 1)), start_of_day(day + timedelta(1))
    played = {f"{prefix}played_at__gte": first, f"{prefix}played_at__lt": end}
    return Q(**{f"{prefix}season": board.season_id}, **played)
