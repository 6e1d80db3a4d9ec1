"""Read the sheets of ODS and XLSX workbooks row by row, every cell as a text, within what a file may have.

The limits hold for all sheets together. A sheet that doesn't fit says why, so that the others can be read.

ODS is read without a library, since the libraries lose cells and rows that the file says once for several. XLSX is
read by openpyxl; formulas give the values that were stored with them, and macros are never looked at. What an XLSX
file costs to read is measured by its elements before openpyxl makes an object of each.
"""

from __future__ import annotations

import io
import itertools
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple
from xml.parsers import expat

from ladder.files.cell_lines import join_cell_lines
from ladder.files.cell_values import drop_unseen_letters, write_plain_digits
from ladder.files.csv_grid import FileError

Rows = list[list[str]]
MOST_SHEET_ROWS = 20_000
MOST_COLUMNS = 100  # the files of a tennis federation have 49
MOST_SHEETS = 200  # one a week for almost four years
MOST_ROWS_SEEN = 5 * MOST_SHEET_ROWS  # of all sheets, with those that are too long and blank ones
MOST_LETTERS = 16 * 1024 * 1024  # of all cells: a file may say a row once for very many
LONGEST_CELL = 200  # characters; a name has at most 80
TOO_LONG = f"The file has more than {MOST_SHEET_ROWS:,} rows. Split it, and import the parts one after the other."
SHEET_TOO_WIDE = (
    f"The file has more than {MOST_COLUMNS} columns. Leave out those that don't say who played, when or how."
)
TOO_LONG_TOGETHER = (
    f"With the other sheets the file has more than {MOST_SHEET_ROWS:,} rows. Save this sheet as its own file."
)
TOO_MANY_SHEETS = f"The file has more than {MOST_SHEETS} sheets. Split it, and import the parts one after the other."
TOO_MUCH_TEXT = "There is far too much text. Save the sheet with the matches as CSV."
EMPTY_FILE = "The file is empty."
LARGEST_EXACT_NUMBER = 10**15  # a whole number above this is not told exactly by a spreadsheet

OFFICE_NAMESPACE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE_NAMESPACE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT_NAMESPACE = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
STYLE_NAMESPACE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
CONFIG_NAMESPACE = "{urn:oasis:names:tc:opendocument:xmlns:config:1.0}"
ODS_CELLS = (f"{TABLE_NAMESPACE}table-cell", f"{TABLE_NAMESPACE}covered-table-cell")
ODS_BLANKS = {f"{TEXT_NAMESPACE}line-break": "\n", f"{TEXT_NAMESPACE}tab": " ", f"{TEXT_NAMESPACE}s": " "}
ODS_VALUES = {"date": "date-value", "time": "time-value", "float": "value", "currency": "value", "percentage": "value"}

MOST_WEIGHT = 1_500_000  # 16 MB of cells and strings weigh about 1,100,000; what weighs the most takes 4 seconds
ELEMENT_WEIGHTS = {"c": 1, "f": 1, "is": 1, "t": 1, "v": 1, "row": 4, "si": 4}
LONGEST_FORMAT = 255  # of a number, as in Excel; openpyxl's search takes the square of its length
OTHER_WEIGHT = 20  # a style, say: a club has hundreds at most, and Excel takes 65,490


class Sheet(NamedTuple):
    """A sheet of a file with its name, which is "" in a text; it has no rows if it is empty, or has a fault."""

    name: str
    rows: Rows
    is_hidden: bool = False
    is_shown: bool = False  # it is the one that a spreadsheet shows first
    fault: str = ""  # why it can't be read
    columns: Sequence[int] = ()  # where its columns stand in the file, if it is one of several tables of a sheet


class OpenedSheet(NamedTuple):
    """A sheet whose rows are still to be read, and its position in the file."""

    position: int
    sheet: Sheet
    found: Iterable[Iterable[str]]


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
    if isinstance(value, float) and value.is_integer() and abs(value) < LARGEST_EXACT_NUMBER:
        return str(int(value))
    return "" if value is None else tidy_cell(str(value))


def tidy_text(text: str) -> str:
    """Return a text on one line, with single blanks, that any encoding can write; a very long one is cut.

    Letters that nobody sees go, such as blanks without width. Digits of other scripts become 0 to 9 where no letters
    are beside them.
    """
    tidy = " ".join(text[: 10 * LONGEST_CELL].split())[:LONGEST_CELL]
    if tidy.isascii():
        return tidy
    tidy = " ".join(drop_unseen_letters(tidy).split()).encode(errors="replace").decode()
    return tidy if any(map(str.isalpha, tidy)) else write_plain_digits(tidy)


def tidy_cell(text: str) -> str:
    """Return the text of a cell likewise, but with the breaks between its lines."""
    if "\n" not in text and "\r" not in text:
        return tidy_text(text)
    return "\n".join(filter(None, map(tidy_text, text[: 10 * LONGEST_CELL].splitlines())))[:LONGEST_CELL]


def limit_rows(found: Iterable[Iterable[str]]) -> Iterator[list[str]]:
    """Yield the rows without blank cells at their end.

    Raises: FileError when there are more rows or columns than a file may have.
    """
    for number, cells in enumerate(found, start=1):
        row = list(cells)
        while row and not row[-1]:
            row.pop()
        if row and number > MOST_SHEET_ROWS:
            raise FileError(TOO_LONG, number)
        if len(row) > MOST_COLUMNS:
            raise FileError(SHEET_TOO_WIDE, number)
        yield row


def drop_blank_end(rows: Rows) -> Rows:
    """Return the rows up to the last that isn't blank."""
    while rows and not rows[-1]:
        rows.pop()
    return rows


def gather_sheets(opened: Iterable[OpenedSheet]) -> list[Sheet]:
    """Return the sheets in the order of the file, with as many rows as all may have together.

    Raises: FileError when there are too many sheets.
    """
    sheets: dict[int, Sheet] = {}
    limits = SharedLimits()
    for one in opened:
        if len(sheets) == MOST_SHEETS:
            raise FileError(TOO_MANY_SHEETS)
        try:
            sheets[one.position] = one.sheet._replace(rows=limits.read_rows(one.found))
        except FileError as error:
            sheets[one.position] = one.sheet._replace(fault=str(error))
    return [sheets[position] for position in sorted(sheets)]


class SharedLimits:
    """What the sheets of a file may have together; it counts what was read."""

    rows_seen = rows_kept = letters = 0

    def read_rows(self, found: Iterable[Iterable[str]]) -> Rows:
        """Return the rows of a sheet. Raises: FileError when there are too many rows, columns or letters."""
        rows = join_cell_lines(drop_blank_end(list(self.count_rows(limit_rows(found)))))
        letters = sum(map(len, itertools.chain.from_iterable(rows)))
        if self.rows_kept + len(rows) > MOST_SHEET_ROWS:
            raise FileError(TOO_LONG_TOGETHER)
        if self.letters + letters > MOST_LETTERS:
            raise FileError(TOO_MUCH_TEXT)
        self.rows_kept += len(rows)
        self.letters += letters
        return rows

    def count_rows(self, rows: Iterable[list[str]]) -> Iterator[list[str]]:
        """Yield the rows as long as not too many were seen. Raises: FileError."""
        for row in rows:
            self.rows_seen += 1
            if self.rows_seen > MOST_ROWS_SEEN:
                raise FileError(TOO_LONG_TOGETHER)
            yield row


def read_ods_sheets(data: bytes) -> Iterator[OpenedSheet]:
    """Yield the sheets, each with at most one row more than is allowed."""
    from defusedxml.ElementTree import iterparse  # beside its readers for XLSX, seldom wanted

    hidden: set[str | None] = set()
    rows, position = OdsRows(), 0
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        shown = find_shown_ods_sheet(archive)
        with archive.open("content.xml") as content:
            for _, element in iterparse(content):
                if element.tag == f"{TABLE_NAMESPACE}table-row":
                    rows.add(element)
                    element.clear()
                elif (
                    element.tag == f"{STYLE_NAMESPACE}table-properties"
                    and element.get(f"{TABLE_NAMESPACE}display") == "false"
                ):
                    hidden.add(None)
                elif element.tag == f"{STYLE_NAMESPACE}style" and None in hidden:
                    hidden = hidden - {None} | {element.get(f"{STYLE_NAMESPACE}name")}
                elif element.tag == f"{TABLE_NAMESPACE}table":
                    if element.find(f"{TABLE_NAMESPACE}table-source") is None:  # kept of another file
                        name = element.get(f"{TABLE_NAMESPACE}name", "")
                        sheet = Sheet(
                            tidy_text(name), [], element.get(f"{TABLE_NAMESPACE}style-name") in hidden, name == shown
                        )
                        yield OpenedSheet(position, sheet, rows.rows)
                    rows, position = OdsRows(), position + 1


def find_shown_ods_sheet(archive: zipfile.ZipFile) -> str:
    """Return the name of the sheet that is shown first; "" if the file doesn't say it."""
    from defusedxml.ElementTree import iterparse

    if "settings.xml" not in archive.namelist():
        return ""
    with archive.open("settings.xml") as settings:
        items = (one for _, one in iterparse(settings) if one.get(f"{CONFIG_NAMESPACE}name") == "ActiveTable")
        return next((one.text or "" for one in items), "")


class OdsRows:
    """The rows of a sheet in the making; blank ones at its end are left out."""

    def __init__(self) -> None:
        self.rows: Rows = []
        self.blank = 0

    def add(self, element: Any) -> None:
        """Add a row element as often as it is repeated, as long as there are not too many rows."""
        row, times = read_ods_row(element), count_repeats(element, "rows", MOST_SHEET_ROWS + 1)
        if not any(row):
            self.blank += times
        elif len(self.rows) <= MOST_SHEET_ROWS:
            self.rows += [[]] * min(self.blank, MOST_SHEET_ROWS + 1) + [row] * times
            del self.rows[MOST_SHEET_ROWS + 1 :]
            self.blank = 0


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


class TooHeavy(Exception):
    """Raised when a file has more elements than can be read in good time."""


class ElementScales:
    """Adds up the weights of elements, one after another."""

    weight = 0

    def add(self, name: str, attributes: Mapping[str, str]) -> None:
        """Add an element, whatever its prefix. Raises: TooHeavy."""
        self.weight += ELEMENT_WEIGHTS.get(name.rpartition(":")[2], OTHER_WEIGHT)
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


def read_xlsx_sheets(data: bytes) -> Iterator[OpenedSheet]:
    """Yield the sheets, that which is shown first before the others, each with at most one row more than is allowed."""
    limits = {"max_row": MOST_SHEET_ROWS + 1, "max_col": MOST_COLUMNS + 1}  # whatever size the sheet says it has
    tables, shown = open_xlsx_tables(data)
    for position in sorted(range(len(tables)), key=lambda one: one != shown):
        table = tables[position]
        sheet = Sheet(tidy_text(table.title), [], table.sheet_state != "visible", position == shown)
        yield OpenedSheet(position, sheet, format_table_rows(table.iter_rows(**limits, values_only=True)))


def format_table_rows(rows: Iterable[Sequence[Any]]) -> Iterator[list[str]]:
    """Yield rows of cells as texts; a blank row has none."""
    for row in rows:
        yield list(map(format_cell_text, row)) if any(cell is not None for cell in row) else []


def open_xlsx_tables(data: bytes) -> tuple[list[Any], int]:
    """Return the sheets of a workbook that have cells, and which of them is shown first.

    A hostile file may name one part as very many sheets, so each part is opened as one sheet only.
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
    first = [part.target for _, part in sheets[shown : shown + 1]]
    tables = {part.target: sheet for sheet, part in reversed(sheets) if "chartsheet" not in part.Type}
    found = [target for target in tables if target in reader.valid_files][::-1]
    reader.parser.sheets = [tables[target] for target in found]
    reader.read_worksheets()
    return reader.wb.worksheets, found.index(first[0]) if first and first[0] in found else 0
