"""Which rows of the standings a page shows, in which order, and the headings that link to other orders."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ladder.standings.queries.rows import StandingsRow
from ladder.standings.queries.sparkline import WEEKS
from ladder.standings.queries.table import StandingsTable
from players.people.names import build_name_key

TOP, NEAR = 5, 2  # rows of a short table: the first ones, and those above and below a player


def search_rows(rows: list[StandingsRow], query: str) -> list[StandingsRow]:
    """Return the rows that a search leaves; their ranks stay the same."""
    wanted = build_name_key(query) if query else ""
    return [row for row in rows if wanted in row.key] if wanted else rows


def list_rows_around(rows: list[StandingsRow], player: int) -> list[StandingsRow | None]:
    """Return the first rows and those around a player, with None for the gap between them.

    A player without a rank comes below the first ones.
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


class ColumnHeading(NamedTuple):
    """A heading: its cell's class, its words, the order that it links to, and how the rows are sorted by it now."""

    cell: str
    label: str
    key: str = ""
    link: str = ""
    direction: str = ""


def parse_sort_order(table: StandingsTable, text: str | None) -> SortOrder:
    """Return the order that an address asks for, or the order of ranks."""
    wanted = SortOrder((text or "").removeprefix("-"), (text or "").startswith("-"))
    return wanted if wanted.key in ("player", *table.headings) else SortOrder()


def sort_rows(table: StandingsTable, rows: list[StandingsRow], order: SortOrder) -> list[StandingsRow]:
    """Return the rows in this order, equal ones by rank; their ranks stay the same."""
    if order == SortOrder():
        return rows
    values: dict[str, Callable[[StandingsRow], Any]] = {
        "player": lambda row: row.key,
        "rating": lambda row: -row.rank,
        "change": lambda row: row.standing.change or 0.0,
    }
    column = next((one for one in table.columns if one.key == order.key), None)
    value = (lambda row: column.sort(row.numbers)) if column else values[order.key]
    return sorted(rows, key=value, reverse=order.falls)


def build_headings(table: StandingsTable, order: SortOrder | None = None) -> list[ColumnHeading]:
    """Return the headings from left to right; with an order given they link to others, and its own to the reverse."""
    form = [("fm", "", "Form")] if table.has_form else []
    change = [("ch", "change", table.headings["change"])] if "change" in table.headings else []
    columns = [(f"xp x{number}", one.key, one.label) for number, one in enumerate(table.columns, 1)]
    player, rating = ("pl", "player", "Player"), ("rt", "rating", table.headings["rating"])
    low_first = {"player", *(column.key for column in table.columns if column.low_first)}
    headings = []
    for cell, key, label in [
        ("rk", "", "Rank"),
        player,
        rating,
        *change,
        *form,
        ("sp", "", f"{WEEKS} weeks"),
        *columns,
    ]:
        if not key:
            headings.append(ColumnHeading(cell, label))
        elif order is None:
            headings.append(ColumnHeading(cell, label, direction="descending" if key == "rating" else ""))
        elif key == order.key:
            link = SortOrder(key, not order.falls).text
            headings.append(ColumnHeading(cell, label, key, link, "descending" if order.falls else "ascending"))
        else:
            headings.append(ColumnHeading(cell, label, key, SortOrder(key, key not in low_first).text))
    return headings
