"""Which rows of the standings are shown, and in which order."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ladder.ratings import Column
from players.names import name_key

from .rows import Row
from .standings import Table
from .trend import WEEKS

TOP, NEAR = 5, 2  # places of a short table: the first ones, and those above and below a player


def chosen(rows: list[Row], query: str) -> list[Row]:
    """Return the rows that a search leaves; their ranks stay the same."""
    wanted = name_key(query)
    return [row for row in rows if wanted in row.key] if wanted else rows


def around(rows: list[Row], player: int) -> list[Row | None]:
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


class Sort(NamedTuple):
    """By which column the rows are sorted; an address names it as `played`, or `-played` for the high end first."""

    key: str = "rating"
    falls: bool = True

    @property
    def text(self) -> str:
        return f"{'-' if self.falls else ''}{self.key}"

    @property
    def direction(self) -> str:
        return "descending" if self.falls else "ascending"


class Heading(NamedTuple):
    """A heading: its cell's class, its words, the order that it links to, and how the rows are sorted by it now."""

    cell: str
    label: str
    key: str = ""
    link: str = ""
    direction: str = ""


def sort_of(table: Table, text: str | None) -> Sort:
    """Return the order that an address asks for, or the order of places."""
    wanted = Sort((text or "").removeprefix("-"), (text or "").startswith("-"))
    return wanted if wanted.key in values(table) else Sort()


def sorted_rows(table: Table, rows: list[Row], by: Sort) -> list[Row]:
    """Return the rows in this order, equal ones by place; their places stay the same."""
    return rows if by == Sort() else sorted(rows, key=values(table)[by.key], reverse=by.falls)


def headings(table: Table, by: Sort | None = None) -> list[Heading]:
    """Return the headings in order; with an order given they link to others, and the one in use turns round."""
    columns = [("xp x" + str(number), one.key) for number, one in enumerate(table.columns, 1)]
    change = [("ch", "change")] if "change" in table.headings else []
    first = [heading(table, *one, by) for one in [("pl", "player"), ("rt", "rating"), *change]]
    form = [Heading("fm", "Form")] if table.has_form else []
    last = [heading(table, *one, by) for one in columns]
    return [Heading("rk", "Rank"), *first, *form, Heading("sp", f"{WEEKS} weeks"), *last]


def heading(table: Table, cell: str, key: str, by: Sort | None) -> Heading:
    """Return the heading of one column."""
    label = labels(table)[key]
    if by is None:
        return Heading(cell, label, direction="descending" if key == "rating" else "")
    low_first = {"player", *(column.key for column in table.columns if column.low_first)}
    falls = not by.falls if key == by.key else key not in low_first
    return Heading(cell, label, key, Sort(key, falls).text, by.direction if key == by.key else "")


def labels(table: Table) -> dict[str, str]:
    """Return the headings by column, without those of the form and the line."""
    return {"player": "Player", **table.headings}


def values(table: Table) -> dict[str, Callable[[Row], Any]]:
    """Return what the rows of this table can be sorted by."""
    found: dict[str, Callable[[Row], Any]] = {"player": lambda row: row.key, "rating": lambda row: -row.rank}
    if "change" in table.headings:
        found["change"] = lambda row: row.stood.change or 0.0
    return found | {column.key: sorted_by(column) for column in table.columns}


def sorted_by(column: Column) -> Callable[[Row], Any]:
    """Return what rows are sorted by when this column is chosen."""
    return lambda row: column.sort(row.all_figures)
