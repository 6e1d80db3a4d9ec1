"""Open any spreadsheet that a club may have as sheets of texts; row 1 is the first, and blank rows keep their numbers.

What a file is, is told by what it holds and never by its name. Of a text, the encoding and the delimiter are found out.
"""

from __future__ import annotations

import csv
import io
import re
import warnings
import zipfile
from collections.abc import Callable, Iterator
from itertools import islice
from statistics import median_low

from ladder.files.cell_lines import join_cell_lines
from ladder.files.csv_grid import NOT_A_ROW, FileError, open_csv_text
from ladder.files.ods_sheets import read_ods_sheets
from ladder.files.text_encoding import Reading, decode_as, list_readings
from ladder.files.workbooks import (
    EMPTY_FILE,
    MOST_SHEET_ROWS,
    TOO_LONG,
    OpenedSheet,
    Rows,
    Sheet,
    drop_blank_end,
    gather_sheets,
    limit_rows,
    tidy_cell,
)
from ladder.files.xlsx_sheets import is_too_heavy, read_xlsx_sheets

SHEET_DELIMITERS = (";", ",", "|")
BLANK_ROW_LETTERS = " \t\r\n,;|"  # what blank rows at the end are made of
LINE_BREAK = re.compile("[\r\n]")
MOST_LINES = 4 * MOST_SHEET_ROWS  # a cell may have several, and a line may end with two characters
DELIMITER_ROWS = 50  # rows that tell the delimiter
NO_SHEET_OR_TEXT = "The file isn't a spreadsheet or a text. Choose a CSV, XLSX or ODS file."

ArchiveReader = Callable[[bytes], Iterator[OpenedSheet]]
MOST_BYTES = 5 * 1024 * 1024
MOST_UNPACKED = 16 * 1024 * 1024  # 20,000 rows of four columns are 10 MB; the libraries need 30 times as much memory
MOST_PARTS = 1_000
TOO_LARGE = "The file is larger than 5 MB. Keep only the sheet with the matches, or save it as CSV."
UNPACKED_TOO_LARGE = "Unpacked, the file would be far too large. Save the sheet with the matches as CSV."
OLD_EXCEL = "This is a file of an old Excel, or one with a password. Save it as .xlsx without one, or as CSV."
NO_SPREADSHEET = "This isn't a spreadsheet. Choose a CSV, XLSX or ODS file."
BROKEN_FILE = "The file is damaged and can't be read. Save it again, or save it as CSV."
OLD_MAGIC, ZIP_MAGIC = b"\xd0\xcf\x11\xe0", b"PK"
ODS, XLSX = "content.xml", "xl/workbook.xml"


def read_text_rows(data: bytes, encoding: str = "") -> Iterator[list[str]]:
    """Yield the rows of a text, whichever delimiter it has. Tabs come first: commas may be part of names and numbers.

    Raises: FileError with a sentence.
    """
    text = cut_blank_end(decode_text(data, encoding))
    if text.count("\n") + text.count("\r") > MOST_LINES:
        raise FileError(TOO_LONG, MOST_SHEET_ROWS + 1)
    delimiter = (
        "\t"
        if measure_usual_width(text, "\t") > 1
        else max(SHEET_DELIMITERS, key=lambda one: measure_usual_width(text, one))
    )
    reader = open_csv_text(text, delimiter)
    try:
        for row in reader:
            yield list(map(tidy_cell, row))
    except csv.Error:
        raise FileError(NOT_A_ROW, reader.line_num) from None


def cut_blank_end(text: str) -> str:
    """Return a text without the blank lines at its end."""
    end = LINE_BREAK.search(text, len(text.rstrip(BLANK_ROW_LETTERS)))
    return text[: end.start()] if end else text


def decode_text(data: bytes, encoding: str = "") -> str:
    """Return the text of a file in this encoding, or in the likeliest. Raises: FileError if it is no text."""
    encoding = encoding or next((one.encoding for one in list_readings(data)), "")
    try:
        text = decode_as(data, encoding) if encoding else "\0"
    except UnicodeError:
        text = "\0"
    if "\0" in text:
        raise FileError(NO_SHEET_OR_TEXT)
    return text


def list_text_readings(data: bytes) -> list[Reading]:
    """Return how a text file may read, the likeliest first; none for a workbook."""
    return [] if is_workbook(data) or len(data) > MOST_BYTES else list_readings(data)


def measure_usual_width(text: str, delimiter: str) -> int:
    """Return how many cells a usual row has with this delimiter; 0 if the text can't be read so."""
    try:
        widths = [len(row) for row in islice(open_csv_text(text, delimiter), DELIMITER_ROWS) if any(row)]
    except csv.Error:
        return 0
    wide = [width for width in widths if width > 1]  # days may stand in rows of their own
    return median_low(wide if 2 * len(wide) >= len(widths) else widths) if widths else 0


def read_sheets(data: bytes, encoding: str = "") -> list[Sheet]:
    """Return the sheets of a CSV, XLSX or ODS file, of which at least one has rows; a text is one sheet.

    A text is in the given encoding, or else in the likeliest one. Raises: FileError with a sentence.
    """
    if len(data) > MOST_BYTES:
        raise FileError(TOO_LARGE)
    if data.startswith(OLD_MAGIC):
        raise FileError(OLD_EXCEL)
    sheets = read_zipped_sheets(data) if data.startswith(ZIP_MAGIC) else [read_text_sheet(data, encoding)]
    if not any(sheet.rows for sheet in sheets):
        raise FileError(next((sheet.fault for sheet in sheets if sheet.fault), EMPTY_FILE))
    return sheets


def is_workbook(data: bytes) -> bool:
    """Return whether a file is a workbook of some kind, and no text."""
    return data.startswith((OLD_MAGIC, ZIP_MAGIC))


def read_text_sheet(data: bytes, encoding: str = "") -> Sheet:
    """Return the one sheet that a text is. Raises: FileError with a sentence."""
    return Sheet("", join_cell_lines(drop_blank_end(list(limit_rows(read_text_rows(data, encoding))))))


def read_pasted_cells(text: str) -> Rows:
    """Return the rows of cells that were copied from a spreadsheet. Raises: FileError with a sentence."""
    return read_sheets(text.encode(errors="replace"))[0].rows


def read_zipped_sheets(data: bytes) -> list[Sheet]:
    """Return the sheets of an XLSX or ODS file. Raises: FileError with a sentence."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl warns of what it passes over
            return gather_sheets(find_archive_reader(archive)(data))
    except FileError:
        raise
    except MemoryError:
        raise FileError(UNPACKED_TOO_LARGE) from None
    except Exception as error:  # a damaged or hostile file makes the libraries raise almost anything
        raise FileError(BROKEN_FILE) from error


def find_archive_reader(archive: zipfile.ZipFile) -> ArchiveReader:
    """Return the function that reads this archive, once its size was checked. Raises: FileError with a sentence."""
    parts = archive.infolist()
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise FileError(UNPACKED_TOO_LARGE)
    if any(part.flag_bits & 1 for part in parts):
        raise FileError(OLD_EXCEL)
    names = {part.filename for part in parts}
    if XLSX in names:
        if is_too_heavy(archive):
            raise FileError(UNPACKED_TOO_LARGE)
        return read_xlsx_sheets
    if ODS in names:
        return read_ods_sheets
    raise FileError(NO_SPREADSHEET)
