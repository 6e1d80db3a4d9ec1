"""Headings that stand over several columns, with names for what is under them. All people are fictional."""

import csv
import io
from datetime import UTC, date

import pytest

from ladder.files.interpretation.column_guess import guess_columns
from ladder.files.interpretation.row_filter import filter_rows
from ladder.files.match_file import read_match_file
from ladder.formats import format_games

PAIR = "Date,Player A,Player B"
TWO_SETS = "2026-03-04,Ann,Bo,11,8,11,5\n2026-03-05,Bo,Cy,3,11,4,11"
SETS = {
    "under one heading": f"{PAIR},Set 1,,Set 2,\n{TWO_SETS}",
    "under a title": f"Our club,,,,,,\n{PAIR},Set 1,,Set 2,\n{TWO_SETS}",
    "in German": f"Datum,Heim,Gast,1. Satz,,2. Satz,\n{TWO_SETS}",
    "with numbers alone": f"{PAIR},1,,2,\n{TWO_SETS}",
    "divided in the row below": f"{PAIR},Set 1,,Set 2,\n,,,A,B,A,B\n{TWO_SETS}",
    "divided, the other one first": f"{PAIR},Set 1,,Set 2,\n,,,B,A,B,A\n"
    "2026-03-04,Ann,Bo,8,11,5,11\n2026-03-05,Bo,Cy,11,3,11,4",
    "named above the headings": f",,,Set 1,,Set 2,\n{PAIR},P1,P2,P1,P2\n{TWO_SETS}",
    "with a sign between": f"{PAIR},Set 1,,,Set 2,,\n2026-03-04,Ann,Bo,11,:,8,11,:,5\n2026-03-05,Bo,Cy,3,:,11,4,:,11",
    "with a set that was not played": f"{PAIR},Set 1,,Set 2,,Set 3,\n"
    "2026-03-04,Ann,Bo,11,8,11,5,0,0\n2026-03-05,Bo,Cy,3,11,4,11,,",
}


def read(text):
    rows = list(csv.reader(io.StringIO(text)))
    return read_match_file(filter_rows(rows, guess_columns(rows), {}, date(2026, 11, 1)).table, UTC)


@pytest.mark.parametrize("text", SETS.values(), ids=SETS)
def test_two_numbers_under_a_set_are_the_points_of_both_players(text):
    file = read(text)
    assert (file.errors, file.unscored) == ([], ())
    assert [(one.players, one.scores, format_games(one.games)) for one in file.records] == [
        (("Ann", "Bo"), (1, 0), "11-8 11-5"),
        (("Bo", "Cy"), (0, 1), "3-11 4-11"),
    ]


@pytest.mark.parametrize("heading", ["Score,", "Result,,", "Sets,", "Ergebnis,,"])
def test_two_numbers_under_a_score_are_those_of_both_players(heading):
    between = ",:" if heading.endswith(",,") else ""
    file = read(f"{PAIR},{heading}\n2026-03-04,Ann,Bo,3{between},1\n2026-03-05,Bo,Cy,0{between},3")
    assert [(one.players, one.scores) for one in file.records] == [(("Ann", "Bo"), (1, 0)), (("Bo", "Cy"), (0, 1))]


def test_half_a_set_says_nothing_of_who_won():
    file = read(f"{PAIR},Set 1,,Set 2,\n2026-03-04,Ann,Bo,11,,11,5\n2026-03-05,Bo,Cy,3,11,4,11")
    assert [one.players for one in file.records] == [("Bo", "Cy")]


PARTNERS = {
    "winners and losers": "Date,Winners,,Losers,,Score",
    "in French": "Date,Vainqueurs,,Perdants,,Score",
    "teams": "Date,Team 1,,Team 2,,Score",
    "players": "Date,Player 1,,Player 2,,Score",
    "divided in the row below": "Date,Winners,,Losers,,Score\n,Player 1,Player 2,Player 1,Player 2,",
    "divided by names": "Date,Team A,,Team B,,Score\n,Name,Partner,Name,Partner,",
}


@pytest.mark.parametrize("heading", PARTNERS.values(), ids=PARTNERS)
def test_two_names_under_a_side_are_partners(heading):
    (record,) = read(f"{heading}\n2026-03-04,Ann,Bo,Cy,Di,6-3").records
    assert (record.players, record.sides, record.scores) == (("Ann", "Bo", "Cy", "Di"), (1, 1, 2, 2), (1, 1, 0, 0))


def test_three_names_under_a_side_are_a_team():
    (record,) = read("Date,Winners,,,Losers,,\n2026-03-04,Ann,Bo,Cy,Di,Ed,Flo").records
    assert (record.players, record.sides) == (("Ann", "Bo", "Cy", "Di", "Ed", "Flo"), (1, 1, 1, 2, 2, 2))


@pytest.mark.parametrize(
    ("beside", "rows"),
    [
        ("clubs", "Ann,Red,Bo,Blue\nBo,Blue,Cy,Red\nAnn,Red,Cy,Red"),
        ("notes of the loser", "Ann,,Bo,close\nBo,,Cy,long\nAnn,,Cy,short"),
        ("numbers", "Ann,3,Bo,1\nBo,3,Cy,0\nAnn,3,Cy,2"),
    ],
)
def test_what_else_stands_beside_a_name_is_no_partner(beside, rows):
    dated = "\n".join(f"2026-03-04,{row}" for row in rows.splitlines())
    file = read(f"Date,Winner,,Loser,\n{dated}")
    assert [(one.players, one.sides) for one in file.records] == [
        (("Ann", "Bo"), ()),
        (("Bo", "Cy"), ()),
        (("Ann", "Cy"), ()),
    ]


def test_a_column_is_called_after_the_heading_over_it():
    guess = guess_columns(list(csv.reader(io.StringIO(SETS["under one heading"]))))
    assert [column.heading for column in guess.columns[3:]] == ["Set 1", "Set 1 (2)", "Set 2", "Set 2 (2)"]
