"""Read the sheets of XLSX workbooks by openpyxl.

Formulas give the values that were stored with them, and macros are never looked at. What a file costs to read is
measured by its elements before openpyxl makes an object of each.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any
from xml.parsers import expat

from ladder.files.workbooks import (
    MOST_COLUMNS,
    MOST_SHEET_ROWS,
    OpenedSheet,
    RowMarks,
    Sheet,
    format_cell_text,
    tidy_text,
)

MOST_WEIGHT = 1_500_000  # 16 MB of cells and strings weigh about 1,100,000; what weighs the most takes 4 seconds
ELEMENT_WEIGHTS = {"c": 1, "f": 1, "is": 1, "t": 1, "v": 1, "row": 4, "si": 4}
LONGEST_FORMAT = 255  # of a number, as in Excel; openpyxl's search takes the square of its length
OTHER_WEIGHT = 20  # a style, say: a club has hundreds at most, and Excel takes 65,490
STRINGS = "xl/sharedStrings.xml"


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


class StruckText(str):
    """A text of which every letter is struck out."""


def read_xlsx_sheets(data: bytes) -> Iterator[OpenedSheet]:
    """Yield the sheets, that which is shown first before the others, each with at most one row more than is allowed."""
    tables, shown = open_xlsx_tables(data)
    for position in sorted(range(len(tables)), key=lambda one: one != shown):
        table, marks = tables[position], RowMarks([], [])
        sheet = Sheet(tidy_text(table.title), [], table.sheet_state != "visible", position == shown)
        yield OpenedSheet(position, sheet, read_xlsx_rows(table, marks), marks)


def read_xlsx_rows(table: Any, marks: RowMarks) -> Iterator[list[str]]:
    """Yield the rows of a sheet as texts, whatever size it says it has; a blank row has none.

    openpyxl reads row by row, and doesn't tell which rows are hidden when it gives their cells; so its parser is asked.
    """
    from openpyxl.worksheet._reader import WorkSheetParser

    book, struck = table.parent, find_struck_styles(table.parent)
    with table._get_source() as source:
        formats = {"date_formats": book._date_formats, "timedelta_formats": book._timedelta_formats}
        parser = WorkSheetParser(
            source, table._shared_strings, data_only=True, epoch=book.epoch, rich_text=True, **formats
        )
        last = 0
        for number, cells in parser.parse():
            if number <= last:
                continue
            yield from ([] for _ in range(last + 1, min(number, MOST_SHEET_ROWS + 2)))
            if number > MOST_SHEET_ROWS + 1:
                return
            yield place_cells(cells)
            mark_row(number, parser.row_dimensions.pop(str(number), {}), cells, struck, marks)
            last = number


def place_cells(cells: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the texts of a row's cells, each at its place; of too many columns one more than is allowed."""
    row = [""] * (MOST_COLUMNS + 1)
    for cell in cells:
        if cell["column"] <= MOST_COLUMNS + 1:
            row[cell["column"] - 1] = format_cell_text(cell["value"])
    return row


def mark_row(
    number: int, said: Mapping[str, str], cells: Iterable[Mapping[str, Any]], struck: Collection[int], marks: RowMarks
) -> None:
    """Note whether a row that is not blank is hidden, or most of its cells are struck out."""
    filled = [cell for cell in cells if cell["value"] not in (None, "")]
    if filled and (said.get("hidden") in ("1", "true") or said.get("ht") == "0"):
        marks.hidden.append(number)
    if filled and 2 * sum(cell["style_id"] in struck or is_struck_text(cell["value"]) for cell in filled) > len(filled):
        marks.struck.append(number)


def is_struck_text(value: Any) -> bool:
    """Return whether a text is struck out letter by letter, and not by the style of its cell."""
    if isinstance(value, str):
        return isinstance(value, StruckText)
    return isinstance(value, list) and all(getattr(part, "font", None) and part.font.strike for part in value)


def find_struck_styles(book: Any) -> set[int]:
    """Return the numbers of the styles whose cells are struck out."""
    struck = {number for number, font in enumerate(book._fonts) if font.strike}
    return {number for number, style in enumerate(book._cell_styles) if style.fontId in struck}


def open_xlsx_tables(data: bytes) -> tuple[list[Any], int]:
    """Return the sheets of a workbook that have cells, and which of them is shown first.

    A hostile file may name one part as very many sheets, so each part is opened as one sheet only.
    """
    from openpyxl.reader.excel import ExcelReader  # slow to import, and seldom wanted
    from openpyxl.styles.stylesheet import apply_stylesheet

    reader = ExcelReader(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    reader.read_manifest()
    reader.read_strings()
    mark_struck_strings(reader.archive, reader.shared_strings)
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


def mark_struck_strings(archive: zipfile.ZipFile, strings: list[str]) -> None:
    """Put texts that know that they are struck out in the place of those that are, among the strings of a workbook."""
    from defusedxml.ElementTree import iterparse

    data = archive.read(STRINGS) if STRINGS in archive.namelist() else b""
    if b"strike" not in data:
        return
    items = (one for _, one in iterparse(io.BytesIO(data)) if one.tag.endswith("}si"))
    for place, item in enumerate(items):
        runs = [one for one in item if one.tag.endswith("}r")]
        marks = [[one.get("val", "1") for one in run.iter() if one.tag.endswith("}strike")] for run in runs]
        if runs and all(mark and mark[0] not in ("0", "false") for mark in marks) and place < len(strings):
            strings[place] = StruckText(strings[place])
