"""Telling what a file is by what it holds, never by its name, and opening it within limits."""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Callable, Iterator

from ladder.files.sheet import FileError
from ladder.files.spreadsheets.cells import Rows, drop_blank_end, limit_rows
from ladder.files.spreadsheets.ods import read_ods_rows
from ladder.files.spreadsheets.text import read_text_rows
from ladder.files.spreadsheets.weighing import is_too_heavy
from ladder.files.spreadsheets.xlsx import read_xlsx_rows

ArchiveReader = Callable[[bytes], Iterator[list[str]]]
MOST_BYTES = 5 * 1024 * 1024
MOST_UNPACKED = 16 * 1024 * 1024  # 20,000 rows of four columns are 10 MB; the libraries need 30 times as much memory
MOST_PARTS = 1_000
TOO_LARGE = "The file is larger than 5 MB. Keep only the sheet with the matches, or save it as CSV."
UNPACKS = "Unpacked, the file would be far too large. Save the sheet with the matches as CSV."
OLD_EXCEL = "This is a file of an old Excel, or one with a password. Save it as .xlsx without one, or as CSV."
NO_SPREADSHEET = "This isn't a spreadsheet. Choose a CSV, XLSX or ODS file."
BROKEN = "The file is damaged and can't be read. Save it again, or save it as CSV."
OLD_MAGIC = b"\xd0\xcf\x11\xe0"
ODS, XLSX = "content.xml", "xl/workbook.xml"


def read_spreadsheet(data: bytes) -> Rows:
    """Return the rows of a CSV, XLSX or ODS file; of several sheets, the one that is shown first.

    Raises: FileError with a sentence.
    """
    if len(data) > MOST_BYTES:
        raise FileError(TOO_LARGE)
    if data.startswith(OLD_MAGIC):
        raise FileError(OLD_EXCEL)
    return drop_blank_end(list(limit_rows(read_zipped_rows(data) if data.startswith(b"PK") else read_text_rows(data))))


def read_pasted_cells(text: str) -> Rows:
    """Return the rows of cells that were copied from a spreadsheet. Raises: FileError with a sentence."""
    return read_spreadsheet(text.encode(errors="replace"))


def read_zipped_rows(data: bytes) -> Iterator[list[str]]:
    """Give the rows of an XLSX or ODS file. Raises: FileError with a sentence."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl warns of what it passes over
            yield from find_archive_reader(archive)(data)
    except FileError:
        raise
    except MemoryError:
        raise FileError(UNPACKS) from None
    except Exception as error:  # a damaged or hostile file makes the libraries raise almost anything
        raise FileError(BROKEN) from error


def find_archive_reader(archive: zipfile.ZipFile) -> ArchiveReader:
    """Return what reads this archive, after a look at its directory and its weight. Raises: FileError."""
    parts = archive.infolist()
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise FileError(UNPACKS)
    if any(part.flag_bits & 1 for part in parts):
        raise FileError(OLD_EXCEL)
    names = {part.filename for part in parts}
    if XLSX in names:
        if is_too_heavy(archive):
            raise FileError(UNPACKS)
        return read_xlsx_rows
    if ODS in names:
        return read_ods_rows
    raise FileError(NO_SPREADSHEET)
