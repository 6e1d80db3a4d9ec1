"""A CSV file as rows of cells with line numbers, whatever its delimiter and the order of its columns."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, NamedTuple

from ladder.files.cell_values import shorten_cell

if TYPE_CHECKING:
    from _csv import Reader

DELIMITERS = (",", ";", "\t")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
NOT_TEXT = "The file isn't text in UTF-8. Save it again as CSV in UTF-8."
NOT_A_ROW = "This row can't be read: a quotation mark isn't closed, or a cell is far too long."
TOO_WIDE = "This row has more cells than the header has columns."


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


class CsvGrid:
    """An opened CSV file: the position of each column, and the rows below the header.

    Every row has one more cell, an empty one, where `column()` finds those the file doesn't have.
    """

    def __init__(self, data: bytes, known: Collection[str]) -> None:
        self.data = data
        self.problems: list[FileProblem] = []
        delimiter = max(DELIMITERS, key=lambda one: len(set(known).intersection(self.header(one))))
        header = self.header(delimiter)
        check_header_row(header)
        self.width = len(header)
        self.columns = find_column_positions(header, known)
        unknown = [name for name in header if name and name not in known]
        self.warnings = [f"The column {shorten_cell(name)} is unknown and left out." for name in unknown]
        self.reader = self.open(delimiter)
        self.skip_header()

    def open(self, delimiter: str) -> Reader:
        """Return a CSV reader that stands at the start of the file."""
        text = io.TextIOWrapper(io.BytesIO(self.data), encoding="utf-8-sig", newline="")
        return csv.reader(text, delimiter=delimiter, strict=True)

    def header(self, delimiter: str) -> list[str]:
        """Return the cells of the first row that isn't blank, in lower case."""
        try:
            first: list[str] = next(filter(any, self.open(delimiter)), [])
        except csv.Error:
            return []
        return [name.strip().lower() for name in first]

    def skip_header(self) -> None:
        """Read up to the end of the first row that isn't blank."""
        next(filter(any, self.reader))

    def column(self, name: str) -> int:
        """Return the position of a column in a row; that of the empty last cell for one the file doesn't have."""
        return self.columns.get(name, self.width)

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the line number and the cells of each row that isn't blank; unreadable rows become problems."""
        reader, width = self.reader, self.width
        while True:
            line = reader.line_num + 1
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error:
                self.problems.append(FileProblem(line, NOT_A_ROW))
                continue
            if len(cells) > width:
                if any(cells[width:]):
                    self.problems.append(FileProblem(line, TOO_WIDE))
                    continue
                del cells[width + 1 :]
            if any(cells):
                cells += [""] * (width + 1 - len(cells))
                yield line, cells


def open_csv_grid(data: bytes | str, known: Collection[str]) -> CsvGrid:
    """Return a CSV file as a grid; columns that are not in `known` are named in its warnings.

    Raises: FileError, "The file is empty." or why it can't be read.
    """
    raw = encode_text(data)
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        raise FileError(NOT_TEXT, raw.count(b"\n", 0, error.start) + 1) from None
    if not raw.removeprefix(BYTE_ORDER_MARK).strip():
        raise FileError("The file is empty.")
    return CsvGrid(raw, known)


def encode_text(data: bytes | str) -> bytes:
    """Return the bytes of a file that may have been pasted as text."""
    try:
        return data.encode() if isinstance(data, str) else data
    except UnicodeEncodeError:
        raise FileError(NOT_TEXT) from None


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
