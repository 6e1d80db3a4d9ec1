"""A list of players with their boxes, as it is pasted: “Ana, 2A” in each row, or “Box 2A” above the names.

Boxes may also stand side by side with their names below, and a row may have a box with all its names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ladder.files.cell_values import shorten_cell
from ladder.files.csv_grid import FileError
from ladder.files.interpretation.box_names import BoxName, read_box_heading, read_box_name
from ladder.files.interpretation.column_meanings import KNOWN_HEADINGS, simplify_heading
from ladder.files.layouts.crosstables import NUMBER_LABEL
from ladder.files.match_records import BOX_COLUMN
from ladder.files.spreadsheet import read_pasted_cells
from ladder.files.workbooks import Rows

NO_BOX_IN_ROW = "Row {number}, “{row}”, doesn’t say who is in which box. Write “Ana, 2”, or “Box 2” above the names."
NO_NAMES = "The list has no names."


class ListedPlayer(NamedTuple):
    """A name of a list, and the box that it stands in."""

    name: str
    box: BoxName


def read_box_list(text: str) -> list[ListedPlayer]:
    """Return the names of a pasted list with their boxes, in its order.

    Raises: FileError, such as "The list has no names." or "Row 1, “Ana”, doesn’t say who is in which box. ..."
    """
    found = list(list_box_players(read_pasted_cells(text))) if text.strip() else []
    if not found:
        raise FileError(NO_NAMES)
    return found


def list_box_players(rows: Rows) -> Iterator[ListedPlayer]:
    """Yield the players of these rows with their boxes. Raises: FileError for a row that doesn't say them."""
    above: Mapping[int, BoxName] = {}
    columns: Mapping[str, int] = {}
    for number, row in enumerate(rows, 1):
        cells = {place: cell for place, cell in enumerate(row) if cell}
        meanings = {KNOWN_HEADINGS.get(simplify_heading(cell), ""): place for place, cell in cells.items()}
        headed = {place: box for place, cell in cells.items() if (box := read_box_heading(cell))}
        if BOX_COLUMN in meanings:
            columns = meanings
        elif headed and len(headed) == len(cells):
            above = headed
        elif cells:
            own = headed or ({} if above and not columns else find_bare_box(cells, columns.get(BOX_COLUMN)))
            boxes, names = own or above, pick_names(cells, own, columns.get("player"))
            if not boxes or not names:
                raise FileError(NO_BOX_IN_ROW.format(number=number, row=shorten_cell(", ".join(cells.values()))))
            for place, name in names.items():
                nearest = max((one for one in boxes if one <= place), default=min(boxes))
                yield ListedPlayer(NUMBER_LABEL.sub("", name), boxes[nearest])


def find_bare_box(cells: Mapping[int, str], column: int | None) -> dict[int, BoxName]:
    """Return the box in the column of boxes, or in one of two cells, with its place; none if there is no such box."""
    found = {place: box for place, cell in cells.items() if column in (None, place) and (box := read_box_name(cell))}
    return found if len(found) == 1 and (column is not None or len(cells) == 2) else {}


def pick_names(cells: Mapping[int, str], boxes: Mapping[int, BoxName], column: int | None) -> dict[int, str]:
    """Return the names of a row with their places: those in the column of names, or else in all cells but numbers."""
    if column is not None and column in cells:
        return {column: cells[column]}
    others = {place: cell for place, cell in cells.items() if place not in boxes}
    return others if len(cells) == 1 else {place: cell for place, cell in others.items() if not cell.isdecimal()}
