"""Names that look like formulas leave harmless and come back the same."""

import io
from datetime import datetime
from zoneinfo import ZoneInfo

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.files.cell_values import escape_formula, unescape_formula
from ladder.files.match_file import read_match_file
from ladder.files.match_records import MatchRecord, build_match_rows
from ladder.files.printed_tables import build_csv, build_xlsx

ROME = ZoneInfo("Europe/Rome")
TRICKY = ["=1+1", "+1", "-1", "@SUM(A1)", "'=1", "''@x", "'", "'Ann"]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@x", "'@x"),
        ("\t1", "'\t1"),
        ("\r1", "'\r1"),
        ("'=1", "''=1"),
        ("O'Hara", "O'Hara"),
        ("'Ann", "'Ann"),
    ],
)
def test_only_what_looks_like_a_formula_gets_an_apostrophe(text, written):
    assert (escape_formula(text), unescape_formula(written)) == (written, text)


@given(st.text("'=+-@\t\rx", max_size=5))
def test_every_text_comes_back(text):
    assert unescape_formula(escape_formula(text)) == text


def test_an_exported_file_gives_the_same_names_back():
    when = datetime(2026, 1, 5, 23, 59, 59, tzinfo=ROME)
    records = [MatchRecord(1, None, when, None, (name, "Bo"), places=(1, 2)) for name in TRICKY]
    sheet = read_match_file(build_csv(build_match_rows(records)), ROME)
    assert [one.players[0] for one in sheet.records] == TRICKY


def test_no_cell_of_a_workbook_is_a_formula():
    book = openpyxl.load_workbook(
        io.BytesIO(build_xlsx([["Player", "Change"], ["=1+1", -3.5], ["\x01", 2]], "All: time"))
    )
    cells = [[(cell.value, cell.data_type) for cell in row] for row in book.active.rows]
    assert cells[1:] == [[("'=1+1", "s"), (-3.5, "n")], [("�", "s"), (2, "n")]]
