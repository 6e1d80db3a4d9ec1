"""The standings as rows of a spreadsheet: what the page shows, with numbers that can be added up."""

from collections.abc import Iterator
from typing import Any

from ladder.selectors.printing import MINUS
from ladder.selectors.rows import StandingsRow
from ladder.selectors.standings import StandingsTable


def list_download_rows(table: StandingsTable) -> Iterator[list[Any]]:
    """Yield the header and a row for each player, in order of rating; the last column says who has no rank, and why."""
    change = ["Change"] if "change" in table.headings else []
    brought = any(figure.note for row in table.rows for figure in row.figures)
    columns = [column.label for column in table.columns]
    noted = (column.label for column in table.columns if column.note)
    gained = [f"{label} this season" for label in noted] if brought else []
    yield ["Rank", "Player", "Rating", "Provisional", *change, *columns, *gained, "No rank"]
    for row in table.rows:
        figures = map(parse_printed_number, list_printed_cells(row, has_change=bool(change)))
        here = [row.stood.gained] if brought else []
        yield [parse_printed_number(row.rank_text), row.name, *figures, *here, row.absence]


def list_printed_cells(row: StandingsRow, *, has_change: bool) -> Iterator[str]:
    """Yield what stands beside a player's name, as printed."""
    yield row.rating
    yield "yes" if row.provisional else ""
    if has_change:
        yield row.change
    yield from (figure.text for figure in row.figures)


def parse_printed_number(text: str) -> Any:
    """Return a printed number as a number, and any other text as it is."""
    plain = text.replace(",", "").replace(MINUS, "-")
    try:
        return float(plain) if "." in plain else int(plain)
    except ValueError:
        return text
