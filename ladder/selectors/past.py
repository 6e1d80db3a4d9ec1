"""The table of a board at any place in the order: where a fold may begin, and how things then stood."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber

from ladder.models import Board, Opening, RatingChange, Standing
from ladder.ratings import Counts, Rating
from ladder.selectors.order import OrderPlace, filter_before_place
from players.identity import Identities, resolve_player, select_with_merged

MATCH_PATH = "participant__match__"
FEW_PLAYERS, MANY_PLAYERS = 100, 500  # players whom a query names, of the standings and of the ledger
STANDING_COLUMNS = (*Rating._fields, *Counts._fields, "last_match", "last_change", "form")


class PastState(NamedTuple):
    """A player's state on a board after some match, which is named with what it changed."""

    rating: Rating
    counts: Counts
    match: int | None = None
    change: float | None = None
    form: str = ""  # as stored: of another place it is not looked up
    played_at: datetime | None = None  # when that match was, where everybody is looked up


StateTable = dict[Any, PastState]
PlayerKeys = Collection[Any] | None
"""Player keys, or None for everybody."""


def load_opening_table(board: Board, players: PlayerKeys = None, *, identities: Identities | None = None) -> StateTable:
    """Return what players bring into the season; merges are those that are given, or else stored."""
    rows = filter_players(Opening.objects.filter(board=board), "player", players).annotate(
        merged_into=F("player__merged_into")
    )
    if identities is None:
        identities = {row.player_id: row.merged_into for row in rows if row.merged_into}
    return keep_players(
        merge_openings({row.player_id: PastState(row.rating, row.counts) for row in rows}, identities), players
    )


def merge_openings(table: StateTable, identities: Identities) -> StateTable:
    """Return a table of openings with those of merged players for whom they count as, who goes first with an own."""
    if identities.keys().isdisjoint(table):
        return table
    theirs = {identities[player]: table[player] for player in sorted(table, reverse=True) if player in identities}
    return theirs | {player: state for player, state in table.items() if player not in identities}


def load_standing_table(board: Board, players: PlayerKeys = None) -> StateTable:
    """Return the table after the last match, as stored."""
    rows = filter_players(Standing.objects.filter(board=board), "player", players, FEW_PLAYERS).order_by()
    table = {
        player: PastState(Rating(*state[:4]), Counts(*state[4:9]), *state[9:])
        for player, *state in rows.values_list("player", *STANDING_COLUMNS)
    }
    return keep_players(table, players)


def load_table_before(board: Board, place: OrderPlace | None, players: PlayerKeys = None) -> StateTable:
    """Return the table as the ledger holds it before this place, but for counts: those are what players brought."""
    table = load_opening_table(board, players)
    if place is None:
        return table
    changes = filter_players(
        RatingChange.objects.filter(filter_before_place(place, MATCH_PATH), board=board), "participant__player", players
    )
    for player, match, before, points, experience, memory, as_of in select_latest_changes(changes):
        counts = table[player].counts if player in table else Counts()
        table[player] = PastState(Rating(points, experience, memory, as_of), counts, match, points - before)
    return keep_players(table, players)


def select_latest_changes(changes: QuerySet[RatingChange]) -> QuerySet[Any, tuple[Any, ...]]:
    """Return each player's last change among these, in no order."""
    newest_first = [F(f"{MATCH_PATH}played_at").desc(), F(f"{MATCH_PATH}sequence").desc()]
    number = Window(RowNumber(), partition_by=[resolve_player("participant__player")], order_by=newest_first)
    fields = ("before_points", "after_points", "after_experience", "after_memory", "after_as_of")
    return (
        changes.order_by()
        .annotate(newest=number)
        .filter(newest=1)
        .values_list(resolve_player("participant__player"), "participant__match", *fields)
    )


def filter_players(rows: QuerySet[Any], path: str, players: PlayerKeys, most: int = MANY_PLAYERS) -> QuerySet[Any]:
    """Return the rows of these players, whoever they were entered as; of a longer list those of everybody.

    A long list takes more time than it saves, and a database takes only so many values: so whoever asks must `keep`
    the wanted players of what comes.
    """
    if players is None or len(players) > most:
        return rows
    return rows.filter(**{f"{path}__in": select_with_merged(list(players))})


def keep_players[Kept](found: dict[Any, Kept], players: PlayerKeys) -> dict[Any, Kept]:
    """Return what was found of these players."""
    if players is None:
        return found
    wanted = set(players)
    return {player: one for player, one in found.items() if player in wanted}
