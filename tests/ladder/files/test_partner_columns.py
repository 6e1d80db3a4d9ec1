"""Sheets of doubles: four names in a row, and who played together."""

import csv
import io
from datetime import UTC, date

import pytest

from ladder.files.interpretation.column_guess import guess_columns
from ladder.files.interpretation.partner_columns import find_partner_columns
from ladder.files.interpretation.row_filter import filter_rows
from ladder.files.match_file import read_match_file
from ladder.files.match_records import build_source_keys, write_match_file
from ladder.imports.forms import ColumnsForm
from ladder.ratings import BoardRules, RatingError, create_system

TODAY = date(2026, 11, 1)
WON, LOST = (1, 1, 0, 0), (0, 0, 1, 1)
SHEETS = {
    "each with a partner": "Date,Winner,Partner,Loser,Partner\n2026-03-04,Ann,Bo,Cy,Di",
    "numbered": "Date,Winner 1,Winner 2,Loser 1,Loser 2\n2026-03-04,Ann,Bo,Cy,Di",
    "losers first": "Date,Loser 1,Loser 2,Winner 1,Winner 2\n2026-03-04,Cy,Di,Ann,Bo",
    "only the second numbered": "Date,Winner,Winner 2,Loser,Loser 2\n2026-03-04,Ann,Bo,Cy,Di",
    "by team": "Day,Team A Player 1,Team A Player 2,Team B Player 1,Team B Player 2,Sets\n2026-03-04,Ann,Bo,Cy,Di,2-0",
    "with letters": "Date,Player 1a,Player 1b,Player 2a,Player 2b,Score\n2026-03-04,Ann,Bo,Cy,Di,6-4",
    "winning and losing": "Date,"
    "Winning Player 1,Winning Player 2,Losing Player 1,Losing Player 2\n2026-03-04,Ann,Bo,Cy,Di",
    "with name behind": "date,winner1_name,winner1_age,winner2_name,winner2_age,"
    "loser1_name,loser1_age,loser2_name,loser2_age"
    "\n2026-03-04,Ann,31,Bo,28,Cy,40,Di,19",
    "by a letter for the place": "Date,WO,WD,LO,LD\n2026-03-04,Ann,Bo,Cy,Di",
    "by the place": "Date,Winner Offense,Winner Defense,Loser Offense,Loser Defense\n2026-03-04,Ann,Bo,Cy,Di",
    "in French": "Date,Vainqueur 1,Vainqueur 2,Perdant 1,Perdant 2\n2026-03-04,Ann,Bo,Cy,Di",
    "a log of one's own": "Date,Player,Partner,Opponent 1,Opponent 2,Result\n2026-03-04,Ann,Bo,Cy,Di,W",
}


def filtered(text):
    rows = list(csv.reader(io.StringIO(text)))
    guess = guess_columns(rows)
    return guess, read_match_file(filter_rows(rows, guess, {}, TODAY).table, UTC)


@pytest.mark.parametrize("text", SHEETS.values(), ids=SHEETS)
def test_headings_say_who_played_together(text):
    guess, file = filtered(text)
    assert (guess.refused, file.errors, file.warnings) == ("", [], [])
    (record,) = file.records
    assert (record.players, record.scores, record.sides) == (("Ann", "Bo", "Cy", "Di"), WON, (1, 1, 2, 2))


TEAMS = {
    "numbered": "Date,Winner 1,Winner 2,Winner 3,Loser 1,Loser 2,Loser 3\n2026-03-04,Ann,Bo,Cy,Di,Ed,Flo",
    "with letters": "Date,Player 1a,Player 1b,Player 1c,Player 2a,Player 2b,Player 2c,Score\n"
    "2026-03-04,Ann,Bo,Cy,Di,Ed,Flo,3-1",
    "by team": "Day,Team A Player 1,Team A Player 2,Team A Player 3,Team B Player 1,Team B Player 2,Team B Player 3,"
    "Sets\n2026-03-04,Ann,Bo,Cy,Di,Ed,Flo,2-0",
    "partners behind each": "Date,Winner,Partner,Partner,Loser,Partner,Partner\n2026-03-04,Ann,Bo,Cy,Di,Ed,Flo",
    "in one cell": "Date,Winner,Loser\n2026-03-04,Ann & Bo & Cy,Di & Ed & Flo\n2026-03-05,Ann & Di & Cy,Bo & Ed & Flo",
}


@pytest.mark.parametrize("text", TEAMS.values(), ids=TEAMS)
def test_three_on_a_side_are_read_like_two(text):
    guess, file = filtered(text)
    assert (guess.refused, file.errors, file.warnings) == ("", [], [])
    record = file.records[0]
    assert record.players == ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
    assert (record.scores, record.sides) == ((1, 1, 1, 0, 0, 0), (1, 1, 1, 2, 2, 2))


def test_six_on_a_side_are_the_most_and_a_side_may_lack_somebody():
    heading = [f"{who}{number}" for who in ("winner", "loser") for number in range(1, 7)]
    names = [[f"{side}{number}" for number in range(1, 7)] for side in "AB"]
    for lines in (heading, [one.capitalize() for one in heading]):
        text = f"date,{','.join(lines)}\n2026-03-04,{','.join(names[0])},B1,,B3,,,\n"
        text += f"2026-03-05,{','.join(names[1])},{','.join(names[0])}\n"
        for file in (read_match_file(text, UTC), filtered(text)[1]):
            record, whole = file.records
            assert whole.players == (*names[1], *names[0])
            assert record.players == (*names[0], "B1", "B3")
            assert record.sides == (1,) * 6 + (2,) * 2
    text = f"date,{','.join(heading)},winner7\n2026-03-04,{','.join([*names[0], *names[1], 'A7'])}\n"
    assert len(read_match_file(text, UTC).records[0].players) == 12


def test_a_gap_in_the_numbers_says_nothing():
    assert find_partner_columns(["winner1", "winner3", "loser1", "loser2"], range(4)) == {}
    assert find_partner_columns(["winner1", "winner2", "loser"], range(3)) == {}


def test_the_page_offers_as_many_seats_as_a_side_has():
    guess, _ = filtered(TEAMS["numbered"])
    offered = {
        most: {key for key, _ in ColumnsForm(guess, most).fields["column-0"].choices if key.startswith("partner")}
        for most in (1, 2, 4, 6)
    }
    named = {"partner1", "partner2", "partner1_3", "partner2_3"}
    assert offered[1] == offered[2] == named
    assert offered[4] == named | {"partner1_4", "partner2_4"}
    assert len(offered[6]) == 10


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
    assert guess.meanings[:5] == ["date", "", "", "", ""]  # two of the four would be as wrong as two others


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
    assert [one.result(BoardRules(system).known).scores for one in again.records] == [(0.5, 0.5, 0.5), (1, 0)]


def test_a_system_that_takes_singles_says_so():
    (record,) = read_match_file("date,winner1,winner2,loser1,loser2\n2026-03-04,Ann,Bo,Cy,Di\n", UTC).records
    with pytest.raises(RatingError, match="No board here counts doubles and teams"):
        record.result(BoardRules(create_system("points-exchange")).known)
    assert record.result(BoardRules(create_system("points-exchange", {"takes": "teams"})).known).sides == (1, 1, 2, 2)
