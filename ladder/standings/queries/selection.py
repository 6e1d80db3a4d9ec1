"""Which rows of the standings a page shows, in which order, and the headings that link to other orders."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.core.paginator import Paginator

from ladder.pages.addresses import AROUND
from ladder.standings.queries.rows import LazyRows, StandingsRow, find_index, find_row
from ladder.standings.queries.sparkline import SPARKLINE_WEEKS
from ladder.standings.queries.table import StandingsTable
from players.people.names import fold_player_name

TOP, NEAR = 5, 2  # rows of a short table: the first ones, and those above and below a player
PAGE_ROWS = 50  # a phone shows them on some four screens
AROUND_ROWS = 7  # above and below the reader


def search_rows(rows: Sequence[StandingsRow], query: str) -> list[StandingsRow]:
    """Return the rows that a search leaves; their ranks stay the same."""
    wanted = fold_player_name(query) if query else ""
    return [row for row in rows if wanted in row.key] if wanted else list(rows)


def list_rows_around(rows: Sequence[StandingsRow], player: int) -> list[StandingsRow | None]:
    """Return the first rows and those around a player, with None for the gap between them.

    A player without a rank comes below the first ones.
    """
    ranked = rows if isinstance(rows, LazyRows) else [row for row in rows if row.is_ranked]
    mine = find_row(rows, player)
    if mine and not mine.is_ranked:
        return [*ranked[:TOP], None, mine] if ranked else [mine]
    index = find_index(ranked, player)
    place = 0 if index is None else index + 1
    first = max(place - NEAR, 1)
    if first <= TOP + 1:
        return list(ranked[: max(TOP, place + NEAR)])
    return [*ranked[:TOP], None, *ranked[first - 1 : place + NEAR]]


class RowsPage(NamedTuple):
    """One page of the standings: its rows, which of how many these are, and the pages to choose from.

    `asked` is what an address says for it, `number` is 0 for the rows around the reader, and `numbers` has None for
    pages that are left out. `has_reader` says whether the reader is in any of the rows.
    """

    rows: Sequence[StandingsRow]
    first: int
    last: int
    total: int
    asked: str
    number: int
    numbers: list[int | None]
    has_reader: bool

    @property
    def previous(self) -> int:
        return self.number - 1 if self.number > 1 else 0

    @property
    def next(self) -> int:
        return self.number + 1 if self.number > 0 and self.last < self.total else 0


def pick_page(rows: Sequence[StandingsRow], asked: str, reader: int | None) -> RowsPage:
    """Return the page that an address asks for: a number, or the rows around the reader.

    What is no page is the first, what comes after the last page is the last.
    """
    pages = Paginator(rows, PAGE_ROWS)
    own = find_index(rows, reader)
    if asked == AROUND and own is not None and pages.num_pages > 1:
        first, end = max(own - AROUND_ROWS, 0), min(own + AROUND_ROWS + 1, len(rows))
        return RowsPage(rows[first:end], first + 1, end, len(rows), AROUND, 0, list_page_numbers(pages, 1), True)
    page = pages.get_page(asked)
    asked = str(page.number) if page.number > 1 else ""
    numbers = list_page_numbers(pages, page.number)
    edges = page.start_index(), page.end_index()
    return RowsPage(list(page.object_list), *edges, len(rows), asked, page.number, numbers, own is not None)


def list_page_numbers(pages: Paginator, number: int) -> list[int | None]:
    """Return the first, the last and the neighbouring pages, with None for those between."""
    found = pages.get_elided_page_range(number, on_each_side=1, on_ends=1)
    return [one if isinstance(one, int) else None for one in found]


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
        ("sp", "", f"{SPARKLINE_WEEKS} weeks"),
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
