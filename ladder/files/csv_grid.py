"""A table whose first row names its columns, as rows of cells with line numbers, whatever the order of the columns.

It comes from a CSV file, whatever its delimiter, or is one already, as what was read of a spreadsheet.
"""

from __future__ import annotations

import csv
import io
import string
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from ladder.files.cell_values import shorten_cell

if TYPE_CHECKING:
    from _csv import Reader

FileContent = bytes | str | list[list[str]]
NumberedRows = Iterable[tuple[int, list[str] | None]]  # None for a row that can't be read

GRID_DELIMITERS = (",", ";", "\t")
BYTE_ORDER_MARK = "\ufeff"
NOT_UTF8 = "The file isn't text in UTF-8. Save it again as CSV in UTF-8."
NOT_A_ROW = "This row can't be read: a quotation mark isn't closed, or a cell is far too long."
ROW_TOO_WIDE = "This row has more cells than the header has columns."


class FileProblem(NamedTuple):
    """An error in a line of a file, as a sentence for the person who made it."""

    line: int
    sentence: str

    @property
    def text(self) -> str:
        """The error with its row."""
        return f"Row {self.line:,}: {self.sentence}"


class FileError(ValueError):
    """A file that can't be read at all; the message is a sentence for the person who made it."""

    def __init__(self, sentence: str, line: int = 1) -> None:
        super().__init__(sentence)
        self.line = line


class Grid:
    """An opened table: the position of each column, and the rows below the header.

    Every row has one more cell, an empty one, where `column()` finds those the table doesn't have.
    """

    def __init__(self, header: list[str], found: NumberedRows, known: Collection[str]) -> None:
        check_header_row(header)
        self.problems: list[FileProblem] = []
        self.width = len(header)
        self.columns = find_column_positions(header, known)
        unknown = [name for name in header if name and name not in known]
        self.warnings = [f"The column {shorten_cell(name)} is unknown and left out." for name in unknown]
        self.found = found
        self.row_count = 0  # at most; for whoever shows how far reading is

    def column(self, name: str) -> int:
        """Return the position of a column in a row; that of the empty last cell for one the table doesn't have."""
        return self.columns.get(name, self.width)

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the line number and the cells of each row that isn't blank; what can't be a row becomes a problem."""
        width = self.width
        for line, cells in self.found:
            if cells is None:
                self.problems.append(FileProblem(line, NOT_A_ROW))
            elif any(cells[width:]):
                self.problems.append(FileProblem(line, ROW_TOO_WIDE))
            elif any(cells):
                yield line, cells[:width] + [""] * (width + 1 - min(len(cells), width))


def open_grid(data: FileContent, known: Collection[str]) -> Grid:
    """Return a CSV file or a table as a grid; columns that are not in `known` are named in its warnings.

    Raises: FileError, "The file is empty." or why it can't be read.
    """
    if isinstance(data, list):
        rows = (row for row in enumerate(data, 1) if any(row[1]))
        grid = Grid(clean_header(next(rows, (1, []))[1]), rows, known)
        grid.row_count = len(data)
        return grid
    text = decode_utf8(data)
    if not text.strip(string.whitespace):
        raise FileError("The file is empty.")
    headers = {one: read_csv_header(open_csv_text(text, one, strict=True)) for one in GRID_DELIMITERS}
    delimiter = max(GRID_DELIMITERS, key=lambda one: len(set(known).intersection(headers[one])))
    reader = open_csv_text(text, delimiter, strict=True)
    grid = Grid(read_csv_header(reader), read_csv_rows(reader), known)
    grid.row_count = text.count("\n")
    return grid


def open_csv_text(text: str, delimiter: str, *, strict: bool = False) -> Reader:
    """Return a CSV reader of a text; a strict one refuses a quotation mark that isn't closed."""
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=strict)


def read_csv_header(reader: Reader) -> list[str]:
    """Read up to the end of the first row that isn't blank, and return its cells; none if it can't be read."""
    try:
        return clean_header(next(filter(any, reader), []))
    except csv.Error:
        return []


def clean_header(cells: list[str]) -> list[str]:
    """Return the names of columns without blanks around them and in lower case."""
    return [name.strip().lower() for name in cells]


def read_csv_rows(reader: Reader) -> NumberedRows:
    """Yield the rows with the number of their first line; None for a row that can't be read."""
    while True:
        line = reader.line_num + 1
        try:
            yield line, next(reader)
        except StopIteration:
            return
        except csv.Error:
            yield line, None


def decode_utf8(data: bytes | str) -> str:
    """Return the text of a file, without the mark at its beginning. Raises: FileError if it is no text in UTF-8."""
    try:
        raw = data.encode() if isinstance(data, str) else data
        return raw.decode().removeprefix(BYTE_ORDER_MARK)
    except UnicodeEncodeError:
        raise FileError(NOT_UTF8) from None
    except UnicodeDecodeError as error:
        raise FileError(NOT_UTF8, raw.count(b"\n", 0, error.start) + 1) from None


def check_header_row(header: list[str]) -> None:
    """Raise FileError if the first row can't be one that names the columns."""
    if not any(header):
        raise FileError("The first row can't be read. It should name the columns.")
    if any(unicodedata.category(letter) == "Cc" for name in header for letter in name):
        raise FileError("The file isn't a table: its first row should name the columns.")


def find_column_positions(header: list[str], known: Collection[str]) -> dict[str, int]:
    """Return the position of each known column. Raises: FileError for one that is there twice."""
    columns: dict[str, int] = {}
    for place, name in enumerate(header):
        if name in known and columns.setdefault(name, place) != place:
            raise FileError(f"The column {name} is there twice.")
    return columns
