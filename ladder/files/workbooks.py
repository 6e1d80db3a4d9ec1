"""Read ODS and XLSX workbooks row by row, every cell as a text, within the limits of what a file may have.

ODS is read without a library, since the libraries lose cells and rows that the file says once for several. XLSX is
read by openpyxl; formulas give the values that were stored with them, and macros are never looked at. What an XLSX
file costs to read is measured by its elements before openpyxl makes an object of each.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any
from xml.parsers import expat

from ladder.files.csv_grid import FileError

Rows = list[list[str]]
MOST_ROWS = 20_000
MOST_COLUMNS = 40
LONGEST_CELL = 200  # characters; a name has at most 80
TOO_LONG = f"The file has more than {MOST_ROWS:,} rows. Split it, and import the parts one after the other."
TOO_WIDE = f"The file has more than {MOST_COLUMNS} columns. Leave out those that don't say who played, when or how."
EXACT = 10**15  # a whole number above this is not told exactly by a spreadsheet

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
ODS_CELLS = (f"{TABLE}table-cell", f"{TABLE}covered-table-cell")
ODS_VALUES = {"date": "date-value", "time": "time-value", "float": "value", "currency": "value", "percentage": "value"}

MOST_WEIGHT = 1_500_000  # 16 MB of cells and strings weigh about 1,100,000; what weighs the most takes 4 seconds
WEIGHTS = {"c": 1, "f": 1, "is": 1, "t": 1, "v": 1, "row": 4, "si": 4}
LONGEST_FORMAT = 255  # of a number, as in Excel; openpyxl's search takes the square of its length
OTHER_WEIGHT = 20  # a style, say: a club has hundreds at most, and Excel takes 65,490


def format_cell_text(value: Any) -> str:
    """Return a cell as a text: a date as 2026-11-21, a moment as 2026-11-21T20:15:00, a whole number without .0."""
    if isinstance(value, bool):
        return str(value).upper()  # 1 could be a score
    if isinstance(value, timedelta):
        minutes, seconds = divmod(int(value.total_seconds()), 60)
        return f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02}"
    if isinstance(value, datetime):
        whole_day = value.time() == time(0)
        return value.date().isoformat() if whole_day else value.isoformat(timespec="seconds")
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer() and abs(value) < EXACT:
        return str(int(value))
    return "" if value is None else tidy_text(str(value))


def tidy_text(text: str) -> str:
    """Return a text on one line, with single blanks, that any encoding can write; a very long one is cut."""
    return " ".join(text[: 10 * LONGEST_CELL].split())[:LONGEST_CELL].encode(errors="replace").decode()


def limit_rows(found: Iterable[Iterable[str]]) -> Iterator[list[str]]:
    """Yield the rows without blank cells at their end.

    Raises: FileError when there are more rows or columns than a file may have.
    """
    for number, cells in enumerate(found, start=1):
        row = list(cells)
        while row and not row[-1]:
            row.pop()
        if row and number > MOST_ROWS:
            raise FileError(TOO_LONG, number)
        if len(row) > MOST_COLUMNS:
            raise FileError(TOO_WIDE, number)
        yield row


def drop_blank_end(rows: Rows) -> Rows:
    """Return the rows up to the last that isn't blank. Raises: FileError, "The file is empty." """
    while rows and not rows[-1]:
        rows.pop()
    if not rows:
        raise FileError("The file is empty.")
    return rows


def read_ods_rows(data: bytes) -> Iterator[list[str]]:
    """Yield the rows of the first sheet that has any, up to one more than is allowed."""
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
    """Return the cells of a row element, each as often as it is repeated."""
    row: list[str] = []
    for cell in element:
        if cell.tag in ODS_CELLS and len(row) <= MOST_COLUMNS:
            row += [read_ods_value(cell)] * count_repeats(cell, "columns", MOST_COLUMNS + 1)
    return row


def count_repeats(element: Any, what: str, most: int) -> int:
    """Return how often a cell or row element is repeated, at most `most` times."""
    text = element.get(f"{TABLE}number-{what}-repeated", "1")
    return min(int(text), most) if text.isdecimal() and len(text) < 10 else 1


def read_ods_value(cell: Any) -> str:
    """Return the value of a cell element as a text; a date as it is stored, however it is shown."""
    stored = ODS_VALUES.get(cell.get(f"{OFFICE}value-type", ""))
    if stored and cell.get(OFFICE + stored):
        text = tidy_text(cell.get(OFFICE + stored))
        return text.removesuffix(".0").removesuffix("T00:00:00")
    return tidy_text(" ".join("".join(part.itertext()) for part in cell if part.tag == f"{TEXT}p"))


class TooHeavy(Exception):
    """Raised when a file has more elements than can be read in good time."""


class ElementScales:
    """Adds up the weights of elements, one after another."""

    weight = 0

    def add(self, name: str, attributes: Mapping[str, str]) -> None:
        """Add an element, whatever its prefix. Raises: TooHeavy."""
        self.weight += WEIGHTS.get(name.rpartition(":")[2], OTHER_WEIGHT)
        if self.weight > MOST_WEIGHT or len(attributes.get("formatCode", "")) > LONGEST_FORMAT:
            raise TooHeavy


def is_too_heavy(archive: zipfile.ZipFile) -> bool:
    """Return whether the parts of a file together have more elements than can be read in good time."""
    scales = ElementScales()
    for part in archive.infolist():
        parser = expat.ParserCreate()
        parser.StartElementHandler = scales.add
        try:
            with archive.open(part) as content:
                parser.ParseFile(content)
        except expat.ExpatError:
            continue  # a picture, or what its reader refuses
        except TooHeavy:
            return True
    return False


def read_xlsx_rows(data: bytes) -> Iterator[list[str]]:
    """Yield the rows of the sheet that is shown first, up to one more than is allowed."""
    limits = {"max_row": MOST_ROWS + 1, "max_col": MOST_COLUMNS + 1}  # whatever size the sheet says it has
    for row in open_shown_sheet(data).iter_rows(**limits, values_only=True):
        yield list(map(format_cell_text, row))


def open_shown_sheet(data: bytes) -> Any:
    """Return the sheet that is shown first, without opening the others.

    `load_workbook` would open each sheet to see how large it is, and a hostile file may have very many.
    """
    from openpyxl.reader.excel import ExcelReader  # slow to import, and seldom wanted
    from openpyxl.styles.stylesheet import apply_stylesheet

    reader = ExcelReader(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    reader.read_manifest()
    reader.read_strings()
    reader.read_workbook()
    apply_stylesheet(reader.archive, reader.wb)
    sheets = list(reader.parser.find_sheets())
    shown = next((view.activeTab for view in reader.wb.views if view.activeTab is not None), 0)
    tables = [sheet for sheet, part in [*sheets[shown : shown + 1], *sheets] if "chartsheet" not in part.Type]
    reader.parser.sheets = tables[:1]
    reader.read_worksheets()
    return reader.wb.worksheets[0]
