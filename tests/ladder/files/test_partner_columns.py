"""Sheets of doubles: four names in a row, and who played together."""

import csv
import io
from datetime import UTC, date

import pytest

from ladder.files.interpretation.column_guess import guess_columns
from ladder.files.interpretation.row_filter import filter_rows
from ladder.files.match_file import read_match_file
from ladder.files.match_records import build_source_keys, write_match_file
from ladder.ratings import RatingError, create_system

TODAY = date(2026, 11, 1)
WON, LOST = (1, 1, 0, 0), (0, 0, 1, 1)
SHEETS = {
    "each with a partner": "Date,Winner,Partner,Loser,Partner\n2026-03-04,Ann,Bo,Cy,Di",
    "numbered": "Date,Winner 1,Winner 2,Loser 1,Loser 2\n2026-03-04,Ann,Bo,Cy,Di",
    "losers first": "Date,Loser 1,Loser 2,Winner 1,Winner 2\n2026-03-04,Cy,Di,Ann,Bo",
    "only the second numbered": "Date,Winner,Winner 2,Loser,Loser 2\n2026-03-04,Ann,Bo,Cy,Di",
    "by team": "Day,Team A Player 1,Team A Player 2,Team B Player 1,Team B Player 2,Sets\n2026-03-04,Ann,Bo,Cy,Di,2-0",
    "with letters": "Date,Player 1a,Player 1b,Player 2a,Player 2b,Score\n2026-03-04,Ann,Bo,Cy,Di,6-4",
    "a log of one's own": "Date,Player,Partner,Opponent 1,Opponent 2,Result\n2026-03-04,Ann,Bo,Cy,Di,W",
}


def filtered(text):
    rows = list(csv.reader(io.StringIO(text)))
    guess = guess_columns(rows)
    return guess, read_match_file(filter_rows(rows, guess, {}, TODAY).text, UTC)


@pytest.mark.parametrize("text", SHEETS.values(), ids=SHEETS)
def test_headings_say_who_played_together(text):
    guess, file = filtered(text)
    assert (guess.refused, file.errors, file.warnings) == ("", [], [])
    (record,) = file.records
    assert (record.players, record.scores, record.sides) == (("Ann", "Bo", "Cy", "Di"), WON, (1, 1, 2, 2))


def test_a_cell_may_name_both_players_of_a_side():
    _, file = filtered("Date,Winner,Loser\n2026-03-04,Ann & Bo,Cy and Di\n2026-03-04,Ann/Cy,Bo + Di")
    assert [record.players for record in file.records] == [("Ann", "Bo", "Cy", "Di"), ("Ann", "Cy", "Bo", "Di")]


def test_the_other_side_may_have_won():
    _, file = filtered("Date,Player,Partner,Opponent 1,Opponent 2,Result\n2026-03-04,Ann,Bo,Cy,Di,L")
    assert file.records[0].scores == LOST


def test_four_names_of_which_nothing_says_who_played_together_are_refused():
    rows = ["Ann,Bo,Cy,Di", "Cy,Ann,Bo,Di", "Di,Cy,Ann,Bo", "Bo,Di,Cy,Ann"]
    guess = guess_columns([["2026-03-04", *row.split(","), "6-4"] for row in rows])
    assert guess.refused == "doubles"


@pytest.mark.parametrize(
    "heading", ["winner,partner1,loser,partner2", "winner1,winner2,loser1,loser2", "winner,winner2,loser,loser2"]
)
def test_a_match_file_has_columns_for_partners(heading):
    (record,) = read_match_file(f"date,{heading}\n2026-03-04,Ann,Bo,Cy,Di\n", UTC).records
    assert (record.players, record.scores, record.sides) == (("Ann", "Bo", "Cy", "Di"), WON, (1, 1, 2, 2))


def test_the_same_match_in_the_long_form_is_known_again():
    short = "date,player1,partner1,player2,partner2,result,score\n2026-03-04,Ann,Bo,Cy,,0.5,\n2026-03-05,Ann,,Bo,,1,\n"
    records = read_match_file(short, UTC).records
    assert [record.sides for record in records] == [(1, 1, 2), ()]
    assert records[0].scores == (0.5, 0.5, 0.5)
    stream = io.StringIO()
    write_match_file(stream, records)
    again = read_match_file(stream.getvalue(), UTC)
    assert again.errors == []
    assert build_source_keys(again.records) == build_source_keys(records)
    system = create_system("elo", {"takes": "both"})
    assert [one.result(system.known).scores for one in again.records] == [(0.5, 0.5, 0.5), (1, 0)]


def test_a_system_that_takes_singles_says_so():
    (record,) = read_match_file("date,winner1,winner2,loser1,loser2\n2026-03-04,Ann,Bo,Cy,Di\n", UTC).records
    with pytest.raises(RatingError, match="No board here counts doubles and teams"):
        record.result(create_system("points-exchange").known)
    assert record.result(create_system("points-exchange", {"takes": "teams"}).known).sides == (1, 1, 2, 2)
