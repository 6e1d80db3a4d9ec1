"""Lists in which a match stands twice, once for each player. All people are fictional."""

import csv
import io
from datetime import UTC, date

import pytest

from ladder.files.interpretation.column_guess import guess_columns
from ladder.files.interpretation.row_filter import filter_rows
from ladder.files.match_file import read_match_file

VIEWS = "Date,Player,Opponent,Result"
TWICE = "Each match stands twice here, once for each player."
ONCE, DIFFERENT = "leave", "keep"


def read(heading, *rows, **answers):
    """Return the rows that become matches, and the questions with their preset answers; all rows are of one day."""
    sheet = list(csv.reader(io.StringIO("\n".join([heading, *(f"2026-03-04,{row}" for row in rows)]))))
    found = filter_rows(sheet, guess_columns(sheet), answers, date(2026, 11, 1))
    lines = [one.line for one in read_match_file(found.table, UTC).records]
    return [line - 2 for line in lines], {one.title: one.default for one in found.doubts}


@pytest.mark.parametrize(
    ("heading", "rows"),
    [
        (VIEWS, ["Ann,Bo,W", "Bo,Ann,L", "Cy,Bo,L", "Bo,Cy,W"]),
        (VIEWS, ["Ann,Bo,W", "Cy,Bo,L", "Bo,Cy,W", "Bo,Ann,L"]),
        ("Datum,Name,Gegner,Ergebnis", ["Ann,Bo,Sieg", "Bo,Ann,Niederlage", "Cy,Bo,Niederlage", "Bo,Cy,Sieg"]),
        ("Date,Player 1,Player 2,Score", ["Ann,Bo,3-1", "Bo,Ann,1-3", "Cy,Bo,0-3", "Bo,Cy,3-0"]),
        ("Date,Home,Away,Score", ["Ann,Bo,11-7 11-5", "Bo,Ann,7-11 5-11", "Cy,Bo,9-11 4-11", "Bo,Cy,11-9 11-4"]),
        ("Date,Player 1,Player 2,Winner", ["Ann,Bo,Ann", "Bo,Ann,Ann", "Cy,Bo,Bo", "Bo,Cy,Bo"]),
        ("Date,Player,Opponent,Points for,Points against", ["Ann,Bo,11,8", "Bo,Ann,8,11", "Cy,Bo,5,11", "Bo,Cy,11,5"]),
        (VIEWS, ["Ann,Bo,2-2", "Bo,Ann,2-2", "Cy,Bo,1-3", "Bo,Cy,3-1"]),
        (VIEWS, ["Ann Aalto,Bo,W", 'Bo,"Aalto, Ann",L', "Cy,Bo,L", "Bo,Cy,W"]),
    ],
)
def test_the_second_row_of_a_match_pairs_off_with_the_first(heading, rows):
    kept, asked = read(heading, *rows)
    assert len(kept) == 2
    assert asked == {TWICE: ONCE}
    assert read(heading, *rows, twice=DIFFERENT)[0] == [1, 2, 3, 4]


def test_two_matches_of_a_day_that_different_people_won_stay_two():
    assert read(VIEWS, "Ann,Bo,W", "Bo,Ann,L", "Bo,Ann,W", "Ann,Bo,L")[0] == [1, 3]


def test_three_matches_of_a_day_with_the_same_winner_stay_three():
    rows = ["Ann,Bo,W"] * 3 + ["Bo,Ann,L"] * 3
    assert read(VIEWS, *rows)[0] == [1, 2, 3]


def test_the_scores_tell_which_rows_belong_together():
    rows = ["Ann,Bo,3-1", "Ann,Bo,3-0", "Bo,Ann,0-3", "Bo,Ann,1-3"]
    assert read(VIEWS, *rows) == ([1, 2], {TWICE: ONCE})


def test_a_row_that_stands_once_is_asked_about_and_kept():
    rows = ["Ann,Bo,W", "Bo,Ann,L", "Cy,Bo,L", "Bo,Cy,W", "Ann,Cy,W"]
    kept, asked = read(VIEWS, *rows)
    assert (kept, asked) == ([1, 3, 5], {TWICE: ONCE, "The other player has no row that agrees with row 6.": "keep"})
    assert read(VIEWS, *rows, once="leave")[0] == [1, 3]


def test_two_who_both_say_that_they_won_are_asked_about():
    rows = ["Ann,Bo,W", "Bo,Ann,L", "Cy,Bo,W", "Bo,Cy,W"]
    assert read(VIEWS, *rows)[1] == {TWICE: ONCE, "The other player has no row that agrees with rows 4 and 5.": "keep"}


def test_another_score_from_the_other_side_is_asked_about():
    rows = ["Ann,Bo,3-1", "Bo,Ann,2-3", "Cy,Bo,1-3", "Bo,Cy,3-1"]
    title = "Row 3 has another score than the row of the other player."
    assert read(VIEWS, *rows) == ([1, 3], {TWICE: ONCE, title: ONCE})
    assert read(VIEWS, *rows, **{"twice-scores": DIFFERENT})[0] == [1, 2, 3]


def test_a_pair_may_stand_four_times_once_for_each_player():
    heading = "Date,Player,Partner,Opponent 1,Opponent 2,Result"
    rows = ["Ann,Bo,Cy,Di,W", "Bo,Ann,Cy,Di,W", "Cy,Di,Ann,Bo,L", "Di,Cy,Bo,Ann,L", "Ann,Cy,Bo,Di,L", "Bo,Di,Cy,Ann,W"]
    assert read(heading, *rows)[0] == [1, 5]


@pytest.mark.parametrize(
    ("heading", "rows"),
    [
        ("Date,Winner,Loser", ["Ann,Bo", "Ann,Bo", "Cy,Bo"]),
        ("Date,Player 1,Player 2,Score", ["Ann,Bo,3-1", "Bo,Ann,1-3", "Cy,Bo,3-0", "Cy,Ann,3-0", "Bo,Cy,3-2"]),
        (VIEWS, ["Ann,Bo,W", "Bo,Ann,W", "Ann,Cy,W"]),
    ],
)
def test_lists_from_nobody_s_view_keep_their_repeats_without_a_question(heading, rows):
    assert read(heading, *rows) == (list(range(1, len(rows) + 1)), {})


def test_white_and_black_who_meet_twice_are_asked_about_and_kept():
    rows = ["Ann,Bo,1-0", "Bo,Ann,0-1", "Cy,Bo,1-0", "Bo,Cy,0-1"]
    assert read("Date,White,Black,Result", *rows) == ([1, 2, 3, 4], {TWICE: DIFFERENT})
