"""Spreadsheets of every kind as the same rows, and files that are none."""

import io
import tracemalloc
import zipfile
from collections import Counter
from contextlib import nullcontext
from datetime import date, datetime

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.files.csv_grid import FileError
from ladder.files.spreadsheet import (
    BROKEN_FILE,
    MOST_BYTES,
    MOST_PARTS,
    MOST_UNPACKED,
    NO_SHEET_OR_TEXT,
    NO_SPREADSHEET,
    OLD_EXCEL,
    TOO_LARGE,
    UNPACKED_TOO_LARGE,
    read_pasted_cells,
    read_sheets,
)
from ladder.files.workbooks import (
    LONGEST_CELL,
    MOST_COLUMNS,
    MOST_LETTERS,
    MOST_SHEET_ROWS,
    MOST_SHEETS,
    SHEET_TOO_WIDE,
    TOO_LONG,
    TOO_LONG_TOGETHER,
    TOO_MANY_SHEETS,
    TOO_MUCH_TEXT,
    OpenedSheet,
    Sheet,
    gather_sheets,
)
from ladder.files.xlsx_sheets import MOST_WEIGHT, OTHER_WEIGHT

ROWS = [["Date", "Who won", "Points"], [], ["2026-03-04", "Zoë", "4"], ["2026-03-05T20:15:00", "Bo"]]
BOOK, SHEET, STYLES = "xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/styles.xml"
URN = "urn:oasis:names:tc:opendocument:xmlns"
CONTENT = f"""<?xml version="1.0" encoding="UTF-8"?>
<o:document-content xmlns:o="{URN}:office:1.0" xmlns:table="{URN}:table:1.0" xmlns:t="{URN}:text:1.0">
<o:body><o:spreadsheet><table:table table:name="S">ROWS</table:table></o:spreadsheet></o:body>
</o:document-content>"""
ROW = """<table:table-row>
<table:table-cell o:value-type="string"><t:p>x</t:p></table:table-cell>
<table:table-cell table:number-columns-repeated="2"/>
<table:table-cell o:value-type="float" o:value="5" table:number-columns-repeated="2"><t:p>5,0</t:p></table:table-cell>
<table:table-cell o:value-type="date" o:date-value="2026-03-04"><t:p>4.3.26</t:p></table:table-cell>
</table:table-row>"""


def zipped(**parts):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def ods(rows):
    return zipped(**{"content.xml": CONTENT.replace("ROWS", rows)})


def workbook(*rows):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def rows_of(data):
    """Return the rows of the only sheet that has any."""
    (sheet,) = [one for one in read_sheets(data) if one.rows]
    return sheet.rows


def refusal(data):
    with pytest.raises(FileError) as refused:
        read_sheets(data)
    return str(refused.value)


def as_text(delimiter, encoding):
    return "\r\n".join(delimiter.join(row) for row in ROWS).encode(encoding)


@pytest.mark.parametrize("delimiter", ["\t", ";", ",", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be"])
def test_text_of_any_delimiter_and_encoding(delimiter, encoding):
    assert rows_of(as_text(delimiter, encoding)) == ROWS


def test_pasted_cells_keep_their_row_numbers():
    assert read_pasted_cells("Date\tWon\n\n2026-03-04\t Ann  Lee \n\n") == [
        ["Date", "Won"],
        [],
        ["2026-03-04", "Ann Lee"],
    ]


def test_a_workbook_gives_dates_as_dates_and_numbers_without_a_tail():
    moment = datetime(2026, 3, 5, 20, 15)  # noqa: DTZ001 - a spreadsheet knows no zones
    data = workbook(["Date", "Who won", "Points"], [], [date(2026, 3, 4), "Zoë", 4.0], [moment, "Bo", None])
    assert rows_of(data) == ROWS


def test_a_workbook_with_formulas_merged_cells_errors_and_huge_numbers_is_read():
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (["=1+1", 1e308, True], ["#REF!", -0.5, "x" * 5_000], ["Merged", None, 1e20]):
        sheet.append(row)
    sheet.merge_cells("A3:B3")
    stream = io.BytesIO()
    book.save(stream)
    assert rows_of(stream.getvalue()) == [
        ["", "1e+308", "TRUE"],
        ["#REF!", "-0.5", "x" * LONGEST_CELL],
        ["Merged", "", "1e+20"],
    ]


def test_opendocument_keeps_cells_and_rows_that_are_told_once_for_several():
    row = ["x", "", "", "5", "5", "2026-03-04"]
    again = ROW.replace("<table:table-row>", '<table:table-row table:number-rows-repeated="2">')
    assert rows_of(ods(ROW + again + '<table:table-row table:number-rows-repeated="1048000"/>')) == [row] * 3


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (b" \r\n\t", "The file is empty."),
        (b"\xd0\xcf\x11\xe0old", OLD_EXCEL),
        (zipped(**{"a.txt": "x"}), NO_SPREADSHEET),
        (zipped(**{"xl/workbook.xml": "<x"}), BROKEN_FILE),
        (zipped(**{"content.xml": "<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>"}), BROKEN_FILE),
        (b"PK\x03\x04broken", BROKEN_FILE),
        (workbook(["a"])[:-60], BROKEN_FILE),
        (zipped(**{"content.xml": "x" * (MOST_UNPACKED + 1)}), UNPACKED_TOO_LARGE),
        (zipped(**{f"{number}": "" for number in range(MOST_PARTS + 1)}), UNPACKED_TOO_LARGE),
        (b"x" * (MOST_BYTES + 1), TOO_LARGE),
        (b"a,b\n\0\0\0", NO_SHEET_OR_TEXT),
        (bytes(range(1, 256)), NO_SHEET_OR_TEXT),
        (b"a,b\nx\n" * (MOST_SHEET_ROWS // 2 + 1), TOO_LONG),
        (b"," * MOST_COLUMNS + b"x", SHEET_TOO_WIDE),
        (
            ods(ROW.replace("<table:table-row>", '<table:table-row table:number-rows-repeated="999999">')),
            TOO_LONG,
        ),
    ],
)
def test_a_file_that_is_none_is_refused_with_a_sentence(data, sentence):
    assert refusal(data) == sentence


def forged(name, old, new):
    """Return a workbook with something else, once, in one of its parts."""
    with zipfile.ZipFile(io.BytesIO(workbook(["a", "b"]))) as archive:
        parts = {part: archive.read(part) for part in archive.namelist()}
    assert old in parts[name]
    return zipped(**parts | {name: parts[name].replace(old, new, 1)})


def test_a_sheet_that_says_it_is_huge_is_read_within_limits():
    last = b'<row r="1048576"><c r="A1048576"><v>1</v></c></row></sheetData>'
    assert rows_of(forged(SHEET, b'ref="A1:B1"', b'ref="A1:XFD1048576"')) == [["a", "b"]]
    assert rows_of(forged(SHEET, b"</sheetData>", last)) == [["a", "b"]]
    assert rows_of(forged(SHEET, b"</sheetData>", last.replace(b"A1048576", b"XFD1048576"))) == [["a", "b"]]


@pytest.mark.parametrize(
    ("name", "end", "more"),
    [
        (STYLES, b"</fonts>", b"<font/>" * (MOST_WEIGHT // OTHER_WEIGHT)),
        (STYLES, b"</cellXfs>", b"<x:xf/>" * (MOST_WEIGHT // OTHER_WEIGHT)),
        (SHEET, b"</row>", b"<c/>" * MOST_WEIGHT),
        (SHEET, b"</sheetData>", b"<row/>" * (MOST_WEIGHT // 4)),
    ],
)
def test_a_small_file_with_too_many_elements_is_refused(name, end, more):
    assert refusal(forged(name, end, more + end)) == UNPACKED_TOO_LARGE


@pytest.mark.parametrize(("letters", "is_read"), [(255, True), (256, False)])  # Excel takes 255
def test_a_format_that_is_longer_than_excel_takes_is_refused(letters, is_read):
    book = openpyxl.Workbook()
    book.active.append(["a"])
    book.active["A1"].number_format = "[" * letters  # each bracket is searched for its end
    stream = io.BytesIO()
    book.save(stream)
    data = stream.getvalue()
    assert (rows_of(data) if is_read else refusal(data)) == ([["a"]] if is_read else UNPACKED_TOO_LARGE)


def test_a_file_with_as_many_styles_and_empty_cells_as_a_club_may_have_is_read():
    assert rows_of(forged(STYLES, b"</fonts>", b"<font/>" * 500 + b"</fonts>")) == [["a", "b"]]
    assert rows_of(forged(SHEET, b"</row>", b"<c/>" * 16_382 + b"</row>")) == [["a", "b"]]


def saved(book):
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def named_workbook(**sheets):
    """Return a workbook with these sheets, each given by its rows."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    return book


def test_every_sheet_of_a_workbook_is_read_and_says_whether_it_is_hidden_or_shown_first():
    book = named_workbook(March=[["a"]], April=[["b"]], Secret=[["c"]], Empty=[])
    book.create_chartsheet("Chart", 0)
    book["Secret"].sheet_state = "hidden"
    book.active = 2
    assert read_sheets(saved(book)) == [
        Sheet("March", [["a"]]),
        Sheet("April", [["b"]], is_shown=True),
        Sheet("Secret", [["c"]], is_hidden=True),
        Sheet("Empty", []),
    ]


def test_every_sheet_of_an_opendocument_file_is_read():
    cell = '<table:table-cell o:value-type="string"><t:p>x</t:p></table:table-cell>'
    row = f"<table:table-row>{cell}</table:table-row>"
    source = "<table:table-source/>"  # of a file that another one quotes
    tables = [("March", "shown", row), ("April", "shown", row), ("Secret", "hidden", row), ("Kept", "", source + row)]
    sheets = "".join(
        f'<table:table table:name="{name}" table:style-name="{style}">{inside}</table:table>'
        for name, style, inside in tables
    )
    styles = "".join(
        f'<s:style s:name="{name}"><s:table-properties table:display="{display}"/></s:style>'
        for name, display in (("shown", "true"), ("hidden", "false"))
    )
    content = CONTENT.replace('<table:table table:name="S">ROWS</table:table>', sheets)
    head = f'<o:automatic-styles xmlns:s="{URN}:style:1.0">{styles}</o:automatic-styles>'
    item = '<c:config-item c:name="ActiveTable">April</c:config-item>'
    settings = f'<c:settings xmlns:c="{URN}:config:1.0">{item}</c:settings>'
    parts = {"content.xml": content.replace("<o:body>", f"{head}<o:body>"), "settings.xml": settings}
    assert read_sheets(zipped(**parts)) == [
        Sheet("March", [["x"]]),
        Sheet("April", [["x"]], is_shown=True),
        Sheet("Secret", [["x"]], is_hidden=True),
    ]


def gathered(*sheets):
    """Return sheets that have these rows."""
    return gather_sheets(OpenedSheet(place, Sheet(str(place), []), rows) for place, rows in enumerate(sheets))


def test_a_sheet_that_is_too_long_says_so_and_leaves_the_others():
    assert gathered([["x"]] * (MOST_SHEET_ROWS + 1), [["a"]]) == [Sheet("0", [], fault=TOO_LONG), Sheet("1", [["a"]])]
    one, other = gathered(*[[["x"]] * (MOST_SHEET_ROWS // 2 + 1)] * 2)
    assert (len(one.rows), other.rows, other.fault) == (MOST_SHEET_ROWS // 2 + 1, [], TOO_LONG_TOGETHER)


def test_sheets_are_limited_together():
    letters = [["x" * LONGEST_CELL] * MOST_COLUMNS] * (MOST_LETTERS // LONGEST_CELL // MOST_COLUMNS)
    assert [sheet.fault for sheet in gathered(letters, letters)] == ["", TOO_MUCH_TEXT]
    faults = [sheet.fault for sheet in gathered(*[[[]] * MOST_SHEET_ROWS] * 7)]
    assert faults == [""] * 5 + [TOO_LONG_TOGETHER] * 2  # five times as many rows are looked at
    with pytest.raises(FileError, match=TOO_MANY_SHEETS):
        gathered(*[[]] * (MOST_SHEETS + 1))


def test_a_sheet_that_is_too_wide_leaves_the_others():
    wide, narrow = read_sheets(saved(named_workbook(Wide=[["x"] * (MOST_COLUMNS + 1)], Narrow=[["x"] * MOST_COLUMNS])))
    assert (wide.fault, len(narrow.rows[0])) == (SHEET_TOO_WIDE, 100)


def test_sheets_that_are_all_one_part_stay_closed_but_one(monkeypatch):
    opened, usual = Counter(), zipfile.ZipFile.open
    one = b'<sheet name="Sheet" sheetId="1" state="visible" r:id="rId1" />'
    files = [forged(BOOK, one, one * times) for times in (1, 100)]

    def counted(archive, part, *more, **options):
        opened[part] += 1
        return usual(archive, part, *more, **options)

    monkeypatch.setattr(zipfile.ZipFile, "open", counted)
    for data in files:
        opened.clear()
        assert rows_of(data) == [["a", "b"]]
        assert opened[SHEET] == 2  # for its size and its rows


@given(st.binary(max_size=300))
def test_any_bytes_are_rows_or_a_refusal(data):
    for prefix in (b"", b"PK\x03\x04", b"\xff\xfe"):
        try:
            assert all(isinstance(cell, str) for row in rows_of(prefix + data) for cell in row)
        except FileError:
            continue  # a sentence, as the tests above show


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"Date,Winner,Loser\n" + b"\n" * 500_000, ""),
        (b"Date,Winner,Loser\n" + b",,\r\n" * 500_000, ""),
        (b"\n" * 500_000, "The file is empty."),
        (b"Date,Winner,Loser\n" + b"\n" * 500_000 + b"2026-01-02,Ann,Bo\n", "The file has more than 20,000 rows."),
    ],
)
def test_blank_lines_are_not_made_into_rows(data, sentence):
    tracemalloc.start()
    with pytest.raises(FileError, match=sentence) if sentence else nullcontext():
        assert rows_of(data) == [["Date", "Winner", "Loser"]]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10 * len(data)


def test_blank_cells_at_the_end_of_the_last_row_keep_their_commas():
    assert rows_of(b"Rating,Name\n1100,\n,\n\n") == [["Rating", "Name"], ["1100"]]
