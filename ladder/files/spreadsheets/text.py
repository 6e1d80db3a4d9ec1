"""CSV and pasted cells: the encoding and the delimiter are found out."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator
from itertools import islice
from statistics import median_low
from typing import TYPE_CHECKING

from ladder.files.sheet import NOT_A_ROW, FileError
from ladder.files.spreadsheets.cells import MOST_ROWS, TOO_LONG, tidy_text

if TYPE_CHECKING:
    from _csv import Reader

DELIMITERS = (";", ",", "|")
BLANK = " \t\r\n,;|"  # what blank rows at the end are made of
LINE_BREAK = re.compile("[\r\n]")
MOST_LINES = 4 * MOST_ROWS  # a cell may have several, and a line may end with two characters
LOOKED_AT = 50  # rows that tell the delimiter
NOT_TEXT = "The file isn't a spreadsheet or a text. Choose a CSV, XLSX or ODS file."


def read_text_rows(data: bytes) -> Iterator[list[str]]:
    """Give the rows of a text, whichever delimiter it has; tabs are no part of names and numbers, as commas may be.

    Raises: FileError with a sentence.
    """
    text = cut_blank_end(decode_text(data))
    if text.count("\n") + text.count("\r") > MOST_LINES:
        raise FileError(TOO_LONG, MOST_ROWS + 1)
    delimiter = (
        "\t" if measure_usual_width(text, "\t") > 1 else max(DELIMITERS, key=lambda one: measure_usual_width(text, one))
    )
    reader = open_csv_text(text, delimiter)
    try:
        for row in reader:
            yield list(map(tidy_text, row))
    except csv.Error:
        raise FileError(NOT_A_ROW, reader.line_num) from None


def cut_blank_end(text: str) -> str:
    """Return a text up to its last line that isn't blank, that line as it is."""
    end = LINE_BREAK.search(text, len(text.rstrip(BLANK)))
    return text[: end.start()] if end else text


def decode_text(data: bytes) -> str:
    """Return the text of a file in UTF-8, in UTF-16, or as older Windows programs write it."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encodings = ["utf-16"]
    elif b"\0" in data:
        encodings = ["utf-16-be" if data.startswith(b"\0") else "utf-16-le"]
    else:
        encodings = ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise FileError(NOT_TEXT)


def open_csv_text(text: str, delimiter: str) -> Reader:
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)


def measure_usual_width(text: str, delimiter: str) -> int:
    """Return how many cells a usual row has with this delimiter."""
    try:
        widths = [len(row) for row in islice(open_csv_text(text, delimiter), LOOKED_AT) if any(row)]
    except csv.Error:
        return 0
    return median_low(widths) if widths else 0
