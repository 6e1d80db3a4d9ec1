"""Tables that stand side by side in a sheet, and columns that only look as if they did. All people are fictional."""

import csv
import io

import pytest

from ladder.files.interpretation.sheet_choice import SIDE_BY_SIDE, choose_sheets
from ladder.files.interpretation.side_tables import part_side_tables
from ladder.files.workbooks import Sheet

HEAD = "Date,Winner,Loser"


def part(text, name=""):
    return part_side_tables([Sheet(name, list(csv.reader(io.StringIO(text))))])


def read(text):
    """Return the rows below the headings of all tables that are read, with the remarks."""
    table = choose_sheets(part(text))
    return [[cell for cell in row if cell] for row in table.rows[table.heading or 0 :] if any(row)], [*table.remarks]


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD},,{HEAD}\n1.3.2026,Ann,Bo,,2.3.2026,Cy,Di\n3.3.2026,Ann,Cy,,4.3.2026,Di,Bo",
        f"{HEAD},{HEAD}\n1.3.2026,Ann,Bo,2.3.2026,Cy,Di\n3.3.2026,Ann,Cy,4.3.2026,Di,Bo",
        f"Group A,,,,Group B,,\n{HEAD},,{HEAD}\n1.3.2026,Ann,Bo,,2.3.2026,Cy,Di\n3.3.2026,Ann,Cy,,4.3.2026,Di,Bo",
        f"{HEAD},,,{HEAD}\n1.3.2026,Ann,Bo,,,2.3.2026,Cy,Di\n3.3.2026,Ann,Cy,,,4.3.2026,Di,Bo",
        f"{HEAD},,,,\n1.3.2026,Ann,Bo,,{HEAD}\n3.3.2026,Ann,Cy,,2.3.2026,Cy,Di\n,,,,4.3.2026,Di,Bo",
    ],
    ids=["a gap", "no gap", "titles", "a wide gap", "one lower than the other"],
)
def test_the_second_table_is_more_rows(text):
    rows, remarks = read(text)
    assert remarks == [SIDE_BY_SIDE]
    assert [row for row in rows if "2026" in row[0]] == [
        ["1.3.2026", "Ann", "Bo"],
        ["3.3.2026", "Ann", "Cy"],
        ["2.3.2026", "Cy", "Di"],
        ["4.3.2026", "Di", "Bo"],
    ]


def test_three_tables_and_columns_in_another_order():
    text = f"{HEAD},,Loser,Winner,Date,,{HEAD}\n1.3.2026,Ann,Bo,,Di,Cy,2.3.2026,,3.3.2026,Ed,Flo"
    assert read(text)[0] == [["1.3.2026", "Ann", "Bo"], ["2.3.2026", "Cy", "Di"], ["3.3.2026", "Ed", "Flo"]]


def test_a_date_before_both_tables_belongs_to_both():
    text = "Date,Winner,Loser,,Winner,Loser\n1.3.2026,Ann,Bo,,Cy,Di\n3.3.2026,Ann,Cy,,Di,Bo"
    assert [row[0] for row in read(text)[0]] == ["1.3.2026", "3.3.2026", "1.3.2026", "3.3.2026"]


def test_tables_without_headings_are_told_by_what_they_hold():
    text = "1.3.2026,Ann,Bo,3-1,,2.3.2026,Cy,Di,3-0\n3.3.2026,Ann,Cy,1-3,,4.3.2026,Di,Bo,3-2"
    assert len(read(text)[0]) == 4


def test_a_row_says_in_which_columns_it_stands():
    table = choose_sheets(part(f"{HEAD},,{HEAD}\n1.3.2026,Ann,Bo,,2.3.2026,Cy,Di", "March"))
    assert [f"{number}" for number in table.numbers if number in (2, 4)] == [
        "2 of “March, columns A to C”",
        "2 of “March, columns E to G”",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Date,Player,Partner,Player,Partner,Score\n1.3.2026,Ann,Bo,Cy,Di,6-4",
        "Date,,Winner,Loser\n1.3.2026,,Ann,Bo",
        "Winner,Points,,Loser,Points\nAnn,11,,Bo,8",
        "Player,Points,,Player,Points\nAnn,11,,Bo,8",
        f"{HEAD},,Length\n1.3.2026,Ann,Bo,,5",
        "Date,Score,Player 1,Score,Player 2\n1.3.2026,3,Ann,1,Bo",
        "",
    ],
)
def test_what_is_no_second_list_of_matches_stays_one_sheet(text):
    (sheet,) = part(text)
    assert sheet == Sheet("", list(csv.reader(io.StringIO(text))))


@pytest.mark.parametrize("beside", [("Rating", "1510", "1490"), ("Points", "3", "0"), ("", "12", "9")])
def test_a_table_of_players_beside_the_matches_is_left_out_and_named(beside):
    heading, first, second = beside
    text = f"{HEAD},,Player,{heading}\n1.3.2026,Ann,Bo,,Ann,{first}\n2.3.2026,Bo,Cy,,Bo,{second}\n,,,,Cy,{second}"
    (sheet,) = part(text)
    assert [row[:3] for row in sheet.rows] == [HEAD.split(","), ["1.3.2026", "Ann", "Bo"], ["2.3.2026", "Bo", "Cy"]]
    assert not any(cell for row in sheet.rows for cell in row[3:])
    assert sheet.unused == ["the table in columns E to F"]
