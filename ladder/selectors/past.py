"""The table of a board at any place in the order: where a fold may begin, and how things then stood."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber

from ladder.models import Board, Opening, RatingChange, Standing
from ladder.ratings import Counts, Rating
from players.identity import Identities, selves, who

from .order import Place, before_place

AT = "participant__match__"
FEW, MANY = 100, 500  # players whom a query names, of the standings and of the ledger
STANDING = (*Rating._fields, *Counts._fields, "last_match", "last_change", "form")


class Past(NamedTuple):
    """A player's state on a board after some match, which is named with what it changed."""

    rating: Rating
    counts: Counts
    match: int | None = None
    change: float | None = None
    form: str = ""  # as stored: of another place it is not looked up
    played_at: datetime | None = None  # when that match was, where everybody is looked up


Table = dict[Any, Past]
Players = Collection[Any] | None
"""Player keys, or None for everybody."""


def opening_table(board: Board, players: Players = None, *, identities: Identities | None = None) -> Table:
    """Return what players bring into the season; merges are those that are given, or else stored."""
    rows = narrow(Opening.objects.filter(board=board), "player", players).annotate(merged_into=F("player__merged_into"))
    if identities is None:
        identities = {row.player_id: row.merged_into for row in rows if row.merged_into}
    return keep(as_one({row.player_id: Past(row.rating, row.counts) for row in rows}, identities), players)


def as_one(table: Table, identities: Identities) -> Table:
    """Return a table of openings with those of merged players for whom they count as, who goes first with an own."""
    if identities.keys().isdisjoint(table):
        return table
    theirs = {identities[player]: table[player] for player in sorted(table, reverse=True) if player in identities}
    return theirs | {player: state for player, state in table.items() if player not in identities}


def standing_table(board: Board, players: Players = None) -> Table:
    """Return the table after the last match, as stored."""
    rows = narrow(Standing.objects.filter(board=board), "player", players, FEW).order_by()
    table = {
        player: Past(Rating(*state[:4]), Counts(*state[4:9]), *state[9:])
        for player, *state in rows.values_list("player", *STANDING)
    }
    return keep(table, players)


def table_before(board: Board, place: Place | None, players: Players = None) -> Table:
    """Return the table as the ledger holds it before this place, but for counts: those are what players brought."""
    table = opening_table(board, players)
    if place is None:
        return table
    changes = narrow(RatingChange.objects.filter(before_place(place, AT), board=board), "participant__player", players)
    for player, match, before, points, experience, memory, as_of in latest(changes):
        counts = table[player].counts if player in table else Counts()
        table[player] = Past(Rating(points, experience, memory, as_of), counts, match, points - before)
    return keep(table, players)


def latest(changes: QuerySet[RatingChange]) -> QuerySet[Any, tuple[Any, ...]]:
    """Return each player's last change among these, in no order."""
    newest_first = [F(f"{AT}played_at").desc(), F(f"{AT}sequence").desc()]
    number = Window(RowNumber(), partition_by=[who("participant__player")], order_by=newest_first)
    fields = ("before_points", "after_points", "after_experience", "after_memory", "after_as_of")
    return (
        changes.order_by()
        .annotate(newest=number)
        .filter(newest=1)
        .values_list(who("participant__player"), "participant__match", *fields)
    )


def narrow(rows: QuerySet[Any], path: str, players: Players, most: int = MANY) -> QuerySet[Any]:
    """Return the rows of these players, whoever they were entered as; of a longer list those of everybody.

    A long list takes more time than it saves, and a database takes only so many values: so whoever asks must `keep`
    the wanted players of what comes.
    """
    if players is None or len(players) > most:
        return rows
    return rows.filter(**{f"{path}__in": selves(list(players))})


def keep[Kept](found: dict[Any, Kept], players: Players) -> dict[Any, Kept]:
    """Return what was found of these players."""
    if players is None:
        return found
    wanted = set(players)
    return {player: one for player, one in found.items() if player in wanted}
