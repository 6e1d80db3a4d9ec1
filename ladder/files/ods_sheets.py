"""Read the sheets of ODS workbooks.

No library does it, since the libraries lose cells and rows that the file says once for several.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any

from ladder.files.workbooks import (
    MOST_COLUMNS,
    MOST_SHEET_ROWS,
    OpenedSheet,
    RowMarks,
    Rows,
    Sheet,
    tidy_cell,
    tidy_text,
)

OFFICE_NAMESPACE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE_NAMESPACE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT_NAMESPACE = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
STYLE_NAMESPACE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
CONFIG_NAMESPACE = "{urn:oasis:names:tc:opendocument:xmlns:config:1.0}"
ODS_CELLS = (f"{TABLE_NAMESPACE}table-cell", f"{TABLE_NAMESPACE}covered-table-cell")
ODS_BLANKS = {f"{TEXT_NAMESPACE}line-break": "\n", f"{TEXT_NAMESPACE}tab": " ", f"{TEXT_NAMESPACE}s": " "}
ODS_VALUES = {"date": "date-value", "time": "time-value", "float": "value", "currency": "value", "percentage": "value"}
HIDDEN_ROWS = ("collapse", "filter")
LINE_THROUGH = tuple(f"{STYLE_NAMESPACE}text-line-through-{name}" for name in ("style", "type"))


def read_ods_sheets(data: bytes) -> Iterator[OpenedSheet]:
    """Yield the sheets, each with at most one row more than is allowed."""
    from defusedxml.ElementTree import iterparse  # beside its readers for XLSX, seldom wanted

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        shown, styles = find_shown_ods_sheet(archive), OdsStyles()
        if "styles.xml" in archive.namelist():
            with archive.open("styles.xml") as named:
                for _, element in iterparse(named):
                    styles.add(element)
        rows, position = OdsRows(styles), 0
        with archive.open("content.xml") as content:
            for _, element in iterparse(content):
                if element.tag == f"{TABLE_NAMESPACE}table-row":
                    rows.add(element)
                    element.clear()
                elif element.tag == f"{STYLE_NAMESPACE}style":
                    styles.add(element)
                elif element.tag == f"{TABLE_NAMESPACE}table":
                    if element.find(f"{TABLE_NAMESPACE}table-source") is None:  # kept of another file
                        name, style = (element.get(f"{TABLE_NAMESPACE}{one}", "") for one in ("name", "style-name"))
                        sheet = Sheet(tidy_text(name), [], style in styles.hidden, name == shown)
                        yield OpenedSheet(position, sheet, rows.rows, rows.marks)
                    rows, position = OdsRows(styles), position + 1


def find_shown_ods_sheet(archive: zipfile.ZipFile) -> str:
    """Return the name of the sheet that is shown first; "" if the file doesn't say it."""
    from defusedxml.ElementTree import iterparse

    if "settings.xml" not in archive.namelist():
        return ""
    with archive.open("settings.xml") as settings:
        items = (one for _, one in iterparse(settings) if one.get(f"{CONFIG_NAMESPACE}name") == "ActiveTable")
        return next((one.text or "" for one in items), "")


class OdsStyles:
    """The names of the styles that hide a sheet, and of those that strike text out, also by the style they build on."""

    def __init__(self) -> None:
        self.hidden: set[str] = set()
        self.struck: set[str] = set()

    def add(self, element: Any) -> None:
        """Add what the element of a style says."""
        if element.tag != f"{STYLE_NAMESPACE}style":
            return
        name = element.get(f"{STYLE_NAMESPACE}name", "")
        if any(one.get(f"{TABLE_NAMESPACE}display") == "false" for one in element):
            self.hidden.add(name)
        lines = [value for one in element for said in LINE_THROUGH if (value := one.get(said))]
        if any(value != "none" for value in lines) if lines else self.inherits(element):
            self.struck.add(name)

    def inherits(self, element: Any) -> bool:
        """Return whether a style is based on one that strikes out."""
        return element.get(f"{STYLE_NAMESPACE}parent-style-name") in self.struck


class OdsRows:
    """The rows of a sheet in the making; blank ones at its end are left out."""

    def __init__(self, styles: OdsStyles) -> None:
        self.styles = styles
        self.rows: Rows = []
        self.marks = RowMarks([], [])
        self.blank = 0

    def add(self, element: Any) -> None:
        """Add a row element as often as it is repeated, as long as there are not too many rows."""
        row, times = read_ods_row(element), count_repeats(element, "rows", MOST_SHEET_ROWS + 1)
        if not any(row):
            self.blank += times
        elif len(self.rows) <= MOST_SHEET_ROWS:
            self.rows += [[]] * min(self.blank, MOST_SHEET_ROWS + 1)
            self.mark(element, range(len(self.rows) + 1, len(self.rows) + 1 + times))
            self.rows += [row] * times
            del self.rows[MOST_SHEET_ROWS + 1 :]
            self.blank = 0

    def mark(self, element: Any, numbers: Iterable[int]) -> None:
        """Note whether rows that are not blank are hidden, or most of their cells are struck out."""
        if element.get(f"{TABLE_NAMESPACE}visibility") in HIDDEN_ROWS:
            self.marks.hidden.extend(numbers)
        filled = [cell for cell in element if cell.tag in ODS_CELLS and read_ods_value(cell)]
        if self.styles.struck and 2 * sum(map(self.is_struck, filled)) > len(filled):
            self.marks.struck.extend(numbers)

    def is_struck(self, cell: Any) -> bool:
        """Return whether a cell is struck out, by its style or by that of each of its texts."""
        if cell.get(f"{TABLE_NAMESPACE}style-name") in self.styles.struck:
            return True
        parts = [part for part in cell if part.tag == f"{TEXT_NAMESPACE}p"]
        return bool(parts) and all(
            not (part.text or "").strip()
            and len(part)
            and all(one.get(f"{TEXT_NAMESPACE}style-name") in self.styles.struck for one in part)
            for part in parts
        )


def read_ods_row(element: Any) -> list[str]:
    """Return the cells of a row element, each as often as it is repeated."""
    row: list[str] = []
    for cell in element:
        if cell.tag in ODS_CELLS and len(row) <= MOST_COLUMNS:
            row += [read_ods_value(cell)] * count_repeats(cell, "columns", MOST_COLUMNS + 1)
    return row


def count_repeats(element: Any, what: str, most: int) -> int:
    """Return how often a cell or row element is repeated, at most `most` times."""
    text = element.get(f"{TABLE_NAMESPACE}number-{what}-repeated", "1")
    return min(int(text), most) if text.isdecimal() and len(text) < 10 else 1


def read_ods_value(cell: Any) -> str:
    """Return the value of a cell element as a text; a date as it is stored, however it is shown."""
    stored = ODS_VALUES.get(cell.get(f"{OFFICE_NAMESPACE}value-type", ""))
    if stored and cell.get(OFFICE_NAMESPACE + stored):
        text = tidy_text(cell.get(OFFICE_NAMESPACE + stored))
        return text.removesuffix(".0").removesuffix("T00:00:00")
    return tidy_cell("\n".join(read_ods_text(part) for part in cell if part.tag == f"{TEXT_NAMESPACE}p"))


def read_ods_text(element: Any) -> str:
    """Return the text of an element, with breaks and blanks that are elements themselves."""
    text = ODS_BLANKS.get(element.tag, "") + (element.text or "")
    return text + "".join(f"{read_ods_text(part)}{part.tail or ''}" for part in element)
