"""Rows as CSV or as XLSX in which no cell is a formula, whatever a player is called."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

from ladder.files.formulas import escape_row

DownloadRows = Iterable[Sequence[Any]]
UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # XML can't hold them


def build_csv(rows: DownloadRows) -> bytes:
    """Return the rows as CSV in UTF-8; the mark at its start tells Excel so."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(map(escape_row, rows))
    return text.getvalue().encode("utf-8-sig", "replace")


def build_xlsx(rows: DownloadRows, title: str) -> bytes:
    """Return the rows as a workbook of one sheet; every text is stored as a text."""
    from openpyxl import Workbook  # slow to import, and seldom wanted

    book = Workbook(write_only=True)
    sheet = book.create_sheet(re.sub(r"[\\*?:/\[\]]", " ", UNPRINTABLE.sub(" ", title))[:31] or "Sheet")
    sheet.freeze_panes = "A2"
    for row in map(escape_row, rows):
        sheet.append([build_text_cell(sheet, value) if isinstance(value, str) else value for value in row])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def build_text_cell(sheet: Any, text: str) -> Any:
    """Return a cell that is a text even where it looks like a formula or an error; nothing for a blank one."""
    from openpyxl.cell import WriteOnlyCell

    if text[:1] not in ("=", "#"):
        return UNPRINTABLE.sub("�", text) or None
    cell = WriteOnlyCell(sheet, UNPRINTABLE.sub("�", text))
    cell.data_type = "s"
    return cell
