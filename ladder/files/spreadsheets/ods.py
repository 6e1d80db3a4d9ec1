"""OpenDocument spreadsheets, row by row; the libraries lose cells and rows that the file says once for several."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Any

from ladder.files.spreadsheets.cells import MOST_COLUMNS, MOST_ROWS, tidy_text

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
ODS_CELLS = (f"{TABLE}table-cell", f"{TABLE}covered-table-cell")
ODS_VALUES = {"date": "date-value", "time": "time-value", "float": "value", "currency": "value", "percentage": "value"}


def read_ods_rows(data: bytes) -> Iterator[list[str]]:
    """Give the rows of the first sheet that has any, up to one more than is allowed."""
    from defusedxml.ElementTree import iterparse  # beside its readers for XLSX, seldom wanted

    blank = given = 0
    with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open("content.xml") as content:
        for _, element in iterparse(content):
            if element.tag == f"{TABLE}table" and given:
                return
            if element.tag != f"{TABLE}table-row":
                continue
            row, times = read_ods_row(element), count_repeats(element, "rows", MOST_ROWS + 1)
            element.clear()
            if not any(row):
                blank += times
                continue
            for one in [*[[]] * min(blank, MOST_ROWS + 1), *[row] * times]:
                given += 1
                yield list(one)
                if given > MOST_ROWS:
                    return
            blank = 0


def read_ods_row(element: Any) -> list[str]:
    """Return a row's cells, each as often as it is repeated."""
    row: list[str] = []
    for cell in element:
        if cell.tag in ODS_CELLS and len(row) <= MOST_COLUMNS:
            row += [read_ods_value(cell)] * count_repeats(cell, "columns", MOST_COLUMNS + 1)
    return row


def count_repeats(element: Any, what: str, most: int) -> int:
    """Return how often a cell or a row stands there, up to so many times."""
    text = element.get(f"{TABLE}number-{what}-repeated", "1")
    return min(int(text), most) if text.isdecimal() and len(text) < 10 else 1


def read_ods_value(cell: Any) -> str:
    """Return a cell's value: a date as it is stored, however it is shown."""
    stored = ODS_VALUES.get(cell.get(f"{OFFICE}value-type", ""))
    if stored and cell.get(OFFICE + stored):
        text = tidy_text(cell.get(OFFICE + stored))
        return text.removesuffix(".0").removesuffix("T00:00:00")
    return tidy_text(" ".join("".join(part.itertext()) for part in cell if part.tag == f"{TEXT}p"))
