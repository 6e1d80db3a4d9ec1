"""A CSV file as rows of cells with their line numbers, whatever its delimiter and the order of its columns."""

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
    """What is wrong with a line, as a sentence for the person who made the file."""

    line: int
    sentence: str


class FileError(ValueError):
    """A file that can't be read at all; the text is a sentence."""

    def __init__(self, sentence: str, line: int = 1) -> None:
        super().__init__(sentence)
        self.line = line


class CsvGrid:
    """An opened file: where each column is, and the rows below the header.

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
        text = io.TextIOWrapper(io.BytesIO(self.data), encoding="utf-8-sig", newline="")
        return csv.reader(text, delimiter=delimiter, strict=True)

    def header(self, delimiter: str) -> list[str]:
        """Return the names of the first row that isn't blank, in small letters."""
        try:
            first: list[str] = next(filter(any, self.open(delimiter)), [])
        except csv.Error:
            return []
        return [name.strip().lower() for name in first]

    def skip_header(self) -> None:
        next(filter(any, self.reader))

    def column(self, name: str) -> int:
        return self.columns.get(name, self.width)

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Yield (line, cells) of each row; what can't be read becomes a problem."""
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
    """Open a CSV file; unknown columns are named in the grid's warnings.

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
    try:
        return data.encode() if isinstance(data, str) else data
    except UnicodeEncodeError:
        raise FileError(NOT_TEXT) from None


def check_header_row(header: list[str]) -> None:
    """Refuse a first row that can't be one."""
    if not any(header):
        raise FileError("The first row can't be read. It should name the columns.")
    if any(unicodedata.category(letter) == "Cc" for name in header for letter in name):
        raise FileError("The file isn't a table: its first row should name the columns.")


def find_column_positions(header: list[str], known: Collection[str]) -> dict[str, int]:
    """Return where each known column is, refusing one that is there twice."""
    columns: dict[str, int] = {}
    for place, name in enumerate(header):
        if name in known and columns.setdefault(name, place) != place:
            raise FileError(f"The column {name} is there twice.")
    return columns
