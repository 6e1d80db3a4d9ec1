"""The standings of a board: ranked, and ready to print."""

from datetime import date, timedelta
from typing import NamedTuple

from django.utils import timezone

from ladder.models import Board, Standing
from ladder.ratings import Column, Rating, RatingSystem, decayed
from players.names import name_key

from .form import Form, forms
from .movement import Movement, moved
from .printing import change_text, direction, rating_text
from .ranking import as_of, ranks, states, stored

ACTIVE_DAYS = 60


class Figure(NamedTuple):
    """One more number of a row, and what a narrow list prints after it."""

    text: str
    unit: str


class Row(NamedTuple):
    """A player's line in the standings; `points` places him on the ladder line."""

    rank: int
    player: int
    name: str
    key: str
    rating: str
    points: float
    change: str
    direction: str
    match: int | None
    movement: Movement
    provisional: str
    form: Form
    figures: tuple[Figure, ...]
    is_active: bool


class Table(NamedTuple):
    """A board's standings as of a day; `since` is the club day that movement is counted from."""

    board: Board
    day: date
    since: date | None
    rows: list[Row]

    @property
    def shows(self) -> str:
        """What the table shows."""
        return f"{self.board.rating_system.about.label}, {self.board.season.name}"

    @property
    def dates(self) -> str:
        """As of when it is, and since when its places moved."""
        since = f"; places since {self.since:%A} {self.since.day} {self.since:%B}" if self.since else ""
        return f"{self.day.day} {self.day:%B}{since}"

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns beside rating and change."""
        return tuple(one for one in self.board.rating_system.about.columns if one.key not in ("rating", "change"))

    @property
    def headings(self) -> dict[str, str]:
        """The headings of the columns that every system may have."""
        return {one.key: one.label for one in self.board.rating_system.about.columns}

    @property
    def width(self) -> int:
        """How many columns there are, with rank, player and rating."""
        return 3 + ("change" in self.headings) + self.has_form + len(self.columns)

    @property
    def has_form(self) -> bool:
        """Whether matches are won and lost here; tournaments have places instead."""
        return any(kind.shape != "tournament" for kind in self.board.rating_system.kinds)

    @property
    def has_provisional(self) -> bool:
        return any(row.provisional for row in self.rows)


def table(board: Board) -> Table:
    """Return a board's standings as of today, or as of the last day of a season that is over."""
    day, rows = as_of(board.season), stored(board)
    places = ranks(board.rating_system, states(rows), day)
    movement, form = moved(board, rows, places), forms(board)
    by_player = {row.player_id: row for row in rows}
    lines = [
        line(board.rating_system, by_player[player], day, place, movement.by_player.get(player), form.get(player))
        for player, place in places.items()
    ]
    return Table(board, day, movement.since, lines)


def line(
    system: RatingSystem, row: Standing, day: date, place: int, movement: Movement | None, form: Form | None
) -> Row:
    """Return one line, all numbers printed."""
    rating = decayed(system, row.rating, day)
    return Row(
        rank=place,
        player=row.player_id,
        name=row.player.name,
        key=row.player.key,
        rating=rating_text(system, rating.points),
        points=rating.points,
        change=change_text(system, row.last_change),
        direction=direction(row.last_change),
        match=row.last_match_id,
        movement=movement or Movement("same"),
        provisional=provisional(system, rating),
        form=form or Form(),
        figures=figures(system, row),
        is_active=is_active(row, day),
    )


def provisional(system: RatingSystem, rating: Rating) -> str:
    """Say what is missing until the rating is established; nothing when it is."""
    left = system.provisional_left(rating)
    if not left:
        return ""
    noun = next((one.label.lower() for one in system.about.columns if one.key == "experience"), "matches")
    noun = {"exp": "experience"}.get(noun, noun)
    singular = {"games": "game", "matches": "match"}
    return f"Provisional: {left:,} more {singular.get(noun, noun) if left == 1 else noun} to a full rating"


def figures(system: RatingSystem, row: Standing) -> tuple[Figure, ...]:
    """Return the row's figures in the order of the system's columns."""
    columns = (one for one in system.about.columns if one.key not in ("rating", "change"))
    return tuple(figure(system, row, one) for one in columns)


def figure(system: RatingSystem, row: Standing, column: Column) -> Figure:
    """Return one figure; a record needs no unit."""
    if column.key == "record":
        return Figure(record(system, row), "")
    count, unit = getattr(row, column.key), column.label.lower()
    return Figure(f"{count:,}", unit.removesuffix("s") if count == 1 else unit)


def record(system: RatingSystem, row: Standing) -> str:
    """Return won and lost, with the draws between where there are any."""
    parts = (row.won, row.drawn, row.lost) if system.draws else (row.won, row.lost)
    return "–".join(map(str, parts))


def is_active(row: Standing, day: date) -> bool:
    """Whether the player's last match is at most 60 days old."""
    return bool(row.last_match and timezone.localdate(row.last_match.played_at) >= day - timedelta(ACTIVE_DAYS))


def chosen(rows: list[Row], query: str, active: bool) -> list[Row]:
    """Return the rows that the filters leave; their places stay the same."""
    wanted = name_key(query)
    return [row for row in rows if wanted in row.key and (row.is_active or not active)]


def around(rows: list[Row], player: int, top: int = 5, near: int = 2) -> list[Row | None]:
    """Return the top and the rows around a player, with None for the gap between them."""
    place = next((row.rank for row in rows if row.player == player), 0)
    first = max(place - near, 1)
    if first <= top + 1:
        return list(rows[: max(top, place + near)])
    return [*rows[:top], None, *rows[first - 1 : place + near]]
