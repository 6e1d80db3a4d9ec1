"""Cells that name a whole side: which are two people, and which are one name. All people are fictional."""

import io
from datetime import UTC, date

import openpyxl
import pytest

from ladder.files.interpretation.column_guess import guess_columns
from ladder.files.interpretation.row_filter import filter_rows
from ladder.files.match_file import read_match_file
from ladder.files.spreadsheet import read_sheets


def read(rows, **answers):
    """Return who played together in each match, and what is asked; each row has the cells of two sides."""
    book = openpyxl.Workbook()
    book.active.append(["Date", "Winner", "Loser"])
    for row in rows:
        book.active.append(["2026-03-04", *row])
    stream = io.BytesIO()
    book.save(stream)
    sheet = read_sheets(stream.getvalue())[0].rows
    found = filter_rows(sheet, guess_columns(sheet), answers, date(2026, 11, 1))
    records = read_match_file(found.table, UTC).records
    return [" ".join(one.players) if one.sides else ", ".join(one.players) for one in records], [
        one.title for one in found.doubts
    ]


@pytest.mark.parametrize(
    "sign", ["/", " / ", " & ", "+", "; ", " | ", "\\", " - ", " – ", " and ", " und ", " og ", "\n"]
)
def test_what_stands_between_two_names(sign):
    rows = [(f"Ann{sign}Bo", f"Cy{sign}Di"), (f"Ann{sign}Cy", f"Bo{sign}Di")]
    assert read(rows) == (["Ann Bo Cy Di", "Ann Cy Bo Di"], [])
    assert read(rows[:1]) == (["Ann Bo Cy Di"], [])


def test_a_comma_stands_between_whole_names_or_names_that_change_places():
    assert read([("Ann Aalto, Bo Berg", "Cy Carter, Di Dolan")])[0] == ["Ann Aalto Bo Berg Cy Carter Di Dolan"]
    assert read([("Ann, Bo", "Cy, Di"), ("Bo, Cy", "Ann, Di")])[0] == ["Ann Bo Cy Di", "Bo Cy Ann Di"]


def test_a_comma_that_may_stand_behind_a_last_name_is_asked_about():
    rows = [("Aalto, Ann", "Berg, Bo")]
    assert read(rows) == (["Aalto, Ann, Berg, Bo"], ["“Aalto, Ann” may be one player or two."])
    assert read(rows, pairs="pairs")[0] == ["Aalto Ann Berg Bo"]


def test_many_names_with_a_comma_have_the_last_name_first():
    rows = [(f"Last{number}, Ann", f"Name{number}, Bo") for number in range(4)]
    assert read(rows) == ([f"Last{number}, Ann, Name{number}, Bo" for number in range(4)], [])


@pytest.mark.parametrize("sign", [" - ", ", ", " / "])
def test_a_club_behind_a_name_is_no_partner(sign):
    rows = [("Ann", "Red", "Bo", "Blue"), ("Cy", "Red", "Bo", "Blue"), ("Ann", "Red", "Cy", "Red")]
    found, asked = read([(f"{one}{sign}{club}", f"{two}{sign}{other}") for one, club, two, other in rows])
    assert found == [f"{one}{sign}{club}, {two}{sign}{other}" for one, club, two, other in rows]
    assert asked == []


def test_a_few_doubles_among_singles_are_found_and_firms_are_not_taken_apart():
    singles = [("Ann", "Bo"), ("Cy", "Ann"), ("Bo", "Cy"), ("Smith & Sons", "Cy"), ("Ann", "Smith & Sons")]
    doubles = [("Ann/Bo", "Cy"), ("Ed/Flo", "Gus/Hal"), ("Ed Eck/Flo Fink", "Ann")]
    assert read([*singles, *doubles])[0] == [
        *("Ann, Bo", "Cy, Ann", "Bo, Cy", "Smith & Sons, Cy", "Ann, Smith & Sons"),
        *("Ann Bo Cy", "Ed Flo Gus Hal", "Ed Eck Flo Fink Ann"),
    ]


def test_a_name_that_is_broken_over_two_lines_is_one():
    rows = [("Ann", "Bo"), ("Cy", "Ann"), ("Bo", "Anna Maria\nvan der Heijden")]
    assert read(rows)[0] == ["Ann, Bo", "Cy, Ann", "Bo, Anna Maria van der Heijden"]
    rows = [(f"Ann\nLast{number}", f"Bo\nName{number}") for number in range(6)]
    assert read(rows)[0] == [f"Ann Last{number}, Bo Name{number}" for number in range(6)]
