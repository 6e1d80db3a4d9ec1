"""What a page shows of a table: which rows in which order, the headings, the gap to the rank above, the next decay."""

from collections.abc import Callable
from datetime import date
from typing import Any, NamedTuple

from ladder.pages.figures import format_change, format_rating, format_visible_change
from ladder.ratings import Column, RatingSystem
from ladder.standings.queries.rows import StandingsRow
from ladder.standings.queries.sparkline import WEEKS
from ladder.standings.queries.table import StandingsTable
from players.people.names import build_name_key

TOP, NEAR = 5, 2  # places of a short table: the first ones, and those above and below a player


def search_rows(rows: list[StandingsRow], query: str) -> list[StandingsRow]:
    """Return the rows that a search leaves; their ranks stay the same."""
    wanted = build_name_key(query)
    return [row for row in rows if wanted in row.key] if wanted else rows


def list_rows_around(rows: list[StandingsRow], player: int) -> list[StandingsRow | None]:
    """Return the top and the rows around a player, with None for the gap between them.

    Whoever has no rank stands below the top.
    """
    ranked = [row for row in rows if row.is_ranked]
    mine = next((row for row in rows if row.player == player), None)
    if mine and not mine.is_ranked:
        return [*ranked[:TOP], None, mine] if ranked else [mine]
    place = ranked.index(mine) + 1 if mine else 0
    first = max(place - NEAR, 1)
    if first <= TOP + 1:
        return list(ranked[: max(TOP, place + NEAR)])
    return [*ranked[:TOP], None, *ranked[first - 1 : place + NEAR]]


class SortOrder(NamedTuple):
    """By which column the rows are sorted; an address names it as `played`, or `-played` for the high end first."""

    key: str = "rating"
    falls: bool = True

    @property
    def text(self) -> str:
        return f"{'-' if self.falls else ''}{self.key}"

    @property
    def direction(self) -> str:
        return "descending" if self.falls else "ascending"


class ColumnHeading(NamedTuple):
    """A heading: its cell's class, its words, the order that it links to, and how the rows are sorted by it now."""

    cell: str
    label: str
    key: str = ""
    link: str = ""
    direction: str = ""


def parse_sort_order(table: StandingsTable, text: str | None) -> SortOrder:
    """Return the order that an address asks for, or the order of places."""
    wanted = SortOrder((text or "").removeprefix("-"), (text or "").startswith("-"))
    return wanted if wanted.key in list_sort_values(table) else SortOrder()


def sort_rows(table: StandingsTable, rows: list[StandingsRow], by: SortOrder) -> list[StandingsRow]:
    """Return the rows in this order, equal ones by place; their places stay the same."""
    return rows if by == SortOrder() else sorted(rows, key=list_sort_values(table)[by.key], reverse=by.falls)


def build_headings(table: StandingsTable, by: SortOrder | None = None) -> list[ColumnHeading]:
    """Return the headings in order; with an order given they link to others, and the one in use turns round."""
    columns = [("xp x" + str(number), one.key) for number, one in enumerate(table.columns, 1)]
    change = [("ch", "change")] if "change" in table.headings else []
    first = [build_heading(table, *one, by) for one in [("pl", "player"), ("rt", "rating"), *change]]
    form = [ColumnHeading("fm", "Form")] if table.has_form else []
    last = [build_heading(table, *one, by) for one in columns]
    return [ColumnHeading("rk", "Rank"), *first, *form, ColumnHeading("sp", f"{WEEKS} weeks"), *last]


def build_heading(table: StandingsTable, cell: str, key: str, by: SortOrder | None) -> ColumnHeading:
    """Return the heading of one column."""
    label = list_column_labels(table)[key]
    if by is None:
        return ColumnHeading(cell, label, direction="descending" if key == "rating" else "")
    low_first = {"player", *(column.key for column in table.columns if column.low_first)}
    falls = not by.falls if key == by.key else key not in low_first
    return ColumnHeading(cell, label, key, SortOrder(key, falls).text, by.direction if key == by.key else "")


def list_column_labels(table: StandingsTable) -> dict[str, str]:
    """Return the headings by column, without those of the form and the line."""
    return {"player": "Player", **table.headings}


def list_sort_values(table: StandingsTable) -> dict[str, Callable[[StandingsRow], Any]]:
    """Return what the rows of this table can be sorted by."""
    found: dict[str, Callable[[StandingsRow], Any]] = {"player": lambda row: row.key, "rating": lambda row: -row.rank}
    if "change" in table.headings:
        found["change"] = lambda row: row.stood.change or 0.0
    return found | {column.key: build_sort_value(column) for column in table.columns}


def build_sort_value(column: Column) -> Callable[[StandingsRow], Any]:
    """Return what rows are sorted by when this column is chosen."""
    return lambda row: column.sort(row.all_figures)


class RankGap(NamedTuple):
    """A gap in words: the distance, and to whom, which a narrow list leaves out."""

    far: str
    whom: str


def describe_gap_above(table: StandingsTable, player: int | None) -> RankGap | None:
    """Return how far a player is behind the one above: "3.6 behind", "Kevin"; None for the first and the unranked."""
    rows = table.ranked
    index = next((index for index, row in enumerate(rows) if row.player == player), 0)
    if index == 0:
        return None
    above, mine = rows[index - 1], rows[index]
    gap = format_visible_change(table.board.rating_system, above.points - mine.points).lstrip("+")
    return RankGap(f"{gap} behind", above.name) if gap else RankGap("level", f"with {above.name}")


class NextDecay(NamedTuple):
    """The next change by time alone: the day that begins with it, and whose rating goes from where to where."""

    day: date
    player: int
    name: str
    before: str
    after: str
    change: str


def describe_next_decay(table: StandingsTable, player: int | None = None) -> NextDecay | None:
    """Return what the clock does next to this player, else to the leader; None where nothing shrinks any more."""
    day = find_next_decay_day(table.board.rating_system, table.day)
    if day is None or table.past or table.board.season.closed_at or not table.rows:
        return None
    last = table.board.season.ends_on
    if last and day > last:
        return None
    mine = next((row for row in table.rows if row.player == player), (table.ranked or table.rows)[0])
    return build_next_decay(table.board.rating_system, mine, day)


def build_next_decay(system: RatingSystem, row: StandingsRow, day: date) -> NextDecay:
    """Return what one change of day or month does to the rating of this row."""
    after = system.advance(row.stood.rating, 1)
    change = format_change(system, after.points - row.points)
    return NextDecay(day, row.player, row.name, row.rating, format_rating(system, after), change)


def find_next_decay_day(system: RatingSystem, day: date) -> date | None:
    """Return the day on which ratings shrink next by time alone."""
    return system.period.find_next_start(day) if system.period else None
