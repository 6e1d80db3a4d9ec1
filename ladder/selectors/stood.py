"""Where everybody stood on a board: now as stored, or at the end of a past day as the ledger has it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from ladder.models import Board, Standing
from ladder.ratings import Counts, Rating, RatingSystem, advance_rating
from players.models import Player

from .activity import PRESENCE
from .counting import Brought, brought_by
from .days import after
from .decays import first_day
from .everybody import everybody_before
from .past import opening_table

LAST = ("last_match", "last_match__played_at", "last_change")
WHO = ("player", "player__name", "player__key")
ABOUT = tuple(f"player__{field}" for field in PRESENCE)
NOW = (*WHO, *ABOUT, *LAST, "form", "points", "experience", "memory", "as_of", *Counts._fields)


class Stood(NamedTuple):
    """A player's state on a board, with the latest match and what it changed.

    `counts` are all that the board knows of, which the ranking asks for; `brought` is what of it is from before the
    season.
    """

    player: int
    name: str
    key: str
    match: int | None
    played_at: datetime | None
    change: float | None
    rating: Rating
    counts: Counts
    form: str = ""
    brought: Brought = Brought()
    retired_on: date | None = None
    sits_out_until: date | None = None
    erased_at: datetime | None = None
    joined_at: datetime | None = None

    @property
    def here(self) -> Counts:
        """The counts of this season alone."""
        return self.brought.without(self.counts)

    @property
    def gained(self) -> int:
        """The experience of this season alone."""
        return self.rating.experience - self.brought.experience


def stood(board: Board, past: date | None) -> list[Stood]:
    """Return where everybody stands, or stood at the end of that day, in no order; ratings as last written."""
    return stood_after(board, past) if past else standing(board)


def standing(board: Board) -> list[Stood]:
    """Return where everybody stands, in two queries: plain values, since hundreds of models cost more than those."""
    brought = brought_by(opening_table(board))
    rows = Standing.objects.filter(board=board).order_by().values_list(*NOW)
    return [stands(row)._replace(brought=brought.get(row[0], Brought())) for row in rows]


def standings_of(boards: Iterable[Board]) -> dict[int, list[Stood]]:
    """Return where everybody stands on each of these boards, by board and in one query."""
    found: dict[int, list[Stood]] = defaultdict(list)
    for board, *row in Standing.objects.filter(board__in=boards).order_by().values_list("board", *NOW):
        found[board].append(stands(row))
    return found


def stands(row: Sequence[Any]) -> Stood:
    """Return a row of plain values as what it says."""
    player, name, key, retired, out, erased, joined, match, played_at, change, form, *rest = row
    about = retired, out, erased, joined
    rating, counts = Rating(*rest[:4]), Counts(*rest[4:])
    return Stood(player, name, key, match, played_at, change, rating, counts, form, Brought(), *about)


def stood_after(board: Board, day: date) -> list[Stood]:
    """Return where everybody stood at the end of that day: who had played or brought a rating by then."""
    opening = opening_table(board)
    table, brought = everybody_before(board, after(day), opening), brought_by(opening)
    names = Player.objects.filter(standings__board=board).values_list("pk", "name", "key", *PRESENCE)
    since = first_day(board) if board.rating_system.period else None
    found = []
    for player, name, key, *about in names:
        if one := table.get(player):
            rating = dated(one.rating, since)
            latest = one.match, one.played_at, one.change
            told = brought.get(player, Brought())
            found.append(Stood(player, name, key, *latest, rating, one.counts, one.form, told, *about))
    return found


def dated(rating: Rating, since: date | None) -> Rating:
    """Let an opening rating without a day decay from the board's first match on, as the fold does."""
    return rating if rating.as_of or since is None else rating._replace(as_of=since)


def on(system: RatingSystem, rows: Iterable[Stood], day: date) -> list[Stood]:
    """Return the same with ratings as they stand on that day, nothing being played in between."""
    if system.period is None:
        return list(rows)
    return [row._replace(rating=advance_rating(system, row.rating, day)) for row in rows]
