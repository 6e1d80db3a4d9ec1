"""Which column says who won, in the sheets and forms of clubs."""

from datetime import date
from zoneinfo import ZoneInfo

import pytest

from ladder.files.interpretation.column_guess import guess_columns
from ladder.files.interpretation.row_filter import filter_rows
from ladder.files.interpretation.side_words import find_side, list_side_words
from ladder.files.match_file import read_match_file

TODAY = date(2026, 11, 21)
PLAYED = ("2026-01-02,Nora,Émile,Nora", "2026-01-02,Jürgen,Émile,Émile", "2026-01-09,Jürgen,Nora,Jürgen")
ANSWERED = ("2026-01-02,Nora,Émile,I won", "2026-01-02,Jürgen,Émile,My opponent", "2026-01-09,Jürgen,Nora,Me")
DECIDED = [("Nora", "Émile", 1.0), ("Jürgen", "Émile", 0.0), ("Jürgen", "Nora", 1.0)]


def guess_meanings_of(*rows):
    return guess_columns([row.split(",") for row in rows]).meanings


def filter_sheet(*rows):
    cells = [row.split(",") for row in rows]
    return filter_rows(cells, guess_columns(cells), {}, TODAY)


def read_outcomes(*rows):
    records = read_match_file(filter_sheet(*rows).table, ZoneInfo("Europe/Rome")).records
    return [(*one.players, one.scores[0]) for one in records]


@pytest.mark.parametrize(
    "heading", ["Match winner", "Match won by", "Winner of match", "Qui a gagné ?", "Voittaja", "Wer hat gewonnen?"]
)
def test_a_winner_under_any_heading_is_asked_about_where_the_score_says_another(heading):
    sheet = filter_sheet(
        f"Date,Player 1,Player 2,{heading},Score",
        "2026-01-02,Jürgen Bäcker,Émile Fontaine,Émile Fontaine,3-2",
        "2026-01-10,Émile Fontaine,Nora Lindqvist,Nora Lindqvist,3-0",
    )
    assert [one.title for one in sheet.doubts] == ["The winner and the score don’t agree in rows 2 and 3."]


@pytest.mark.parametrize("heading", ["Reported by", "Entered by", "Toss won by", "Paid"])
def test_a_column_of_one_of_the_players_under_a_heading_that_says_something_else_is_no_winner(heading):
    rows = f"Date,Player 1,Player 2,{heading},Score", "2026-01-02,Ann,Bo,Bo,3-2", "2026-01-03,Bo,Ann,Bo,3-2"
    assert guess_meanings_of(*rows)[3] == ""


def test_a_column_that_goes_with_scores_of_both_sides_in_half_the_rows_is_no_winner():
    rows = ("2026-01-02,Ann,Bo,Bo,3-2", "2026-01-03,Bo,Ann,Bo,3-2", "2026-01-04,Bo,Ann,Bo,2-3")
    assert guess_meanings_of("Date,Player 1,Player 2,Keys,Score", *rows)[3] == ""


def test_ticks_are_no_draws_beside_a_score():
    assert guess_meanings_of("Date,Home,Away,Fee,Score", "2026-01-02,Ann,Bo,x,3-1")[3] == ""


@pytest.mark.parametrize(
    "heading",
    [
        "Zeitstempel,Dein Name,Dein Gegner,Wer hat gewonnen?",
        "Date,Name,Name of your opponent,Who won the match?",
        "Date,Your name,Your opponent,Who won?",
        "Date,Your name,Opponent,Who won?",
        "Date,Who are you?,Who did you play?,Who won?",
        "Date,Reporter,Opponent,Who won?",
    ],
)
@pytest.mark.parametrize("rows", [PLAYED, ANSWERED], ids=["names", "words"])
def test_a_form_names_the_reporter_the_opponent_and_who_won(heading, rows):
    assert read_outcomes(heading, *rows) == DECIDED


@pytest.mark.parametrize(
    ("heading", "yes", "no"),
    [
        ("Date,Your name,Opponent,Did you win?", "Yes", "No"),
        ("Date,Name,Who did you play?,Did you win the match?", "yes", "no"),
        ("Date,Your name,Opponent,Won?", "Y", "N"),
        ("Datum,Dein Name,Gegner,Hast du gewonnen?", "Ja", "Nein"),
        ("Date,Votre nom,Adversaire,Avez-vous gagné ?", "Oui", "Non"),
    ],
)
def test_a_form_that_asks_did_you_win_has_the_answer_of_who_reports(heading, yes, no):
    rows = f"2026-01-02,Nora,Émile,{yes}", f"2026-01-02,Jürgen,Émile,{no}", f"2026-01-09,Jürgen,Nora,{yes}"
    assert read_outcomes(heading, *rows) == DECIDED


def test_did_you_win_beside_a_score_is_asked_about_where_they_do_not_agree():
    rows = "2026-01-02,Nora,Émile,Yes,3-1", "2026-01-02,Jürgen,Émile,No,1-3", "2026-01-09,Jürgen,Nora,Yes,1-3"
    (doubt,) = filter_sheet("Date,Your name,Opponent,Did you win?,Score", *rows).doubts
    assert doubt.title == "The winner and the score don’t agree in row 4."


@pytest.mark.parametrize("heading", ["Did your opponent win?", "Won by walkover?", "Have you paid?", "Did you lose?"])
def test_a_yes_under_a_heading_that_asks_something_else_does_not_say_who_won(heading):
    rows = f"Date,Your name,Opponent,{heading}", "2026-01-02,Nora,Émile,Yes", "2026-01-02,Jürgen,Émile,No"
    assert guess_meanings_of(*rows)[3] == ""


def test_a_club_beside_the_answer_to_did_you_win_is_no_player():
    rows = "Date,Opponent,Won?,Club", "2026-01-02,Bo,Yes,North", "2026-01-03,Cy,No,South"
    assert guess_meanings_of(*rows) == ["date", "player2", "winner", ""]


def test_the_columns_of_a_form_keep_their_meanings_whatever_rows_are_added():
    heading = "Zeitstempel,Dein Name,Dein Gegner,Wer hat gewonnen?"
    found = [guess_meanings_of(heading, *PLAYED[first:end]) for first in range(3) for end in range(first + 1, 4)]
    assert found == [["date", "player1", "player2", "winner"]] * 6


def test_my_opponent_is_the_one_under_that_heading_also_where_it_comes_first():
    rows = "Date,Your opponent,Your name,Who won?", "2026-01-02,Ann,Bo,Me", "2026-01-03,Ann,Bo,I won"
    assert guess_meanings_of(*rows) == ["date", "player2", "player1", "winner"]


@pytest.mark.parametrize("heading", ["Date,Your name,Who won?", "Date,Opponent,Who won?"])
def test_answers_such_as_my_opponent_make_no_players_where_a_name_is_missing(heading):
    assert "loser" not in guess_meanings_of(heading, "2026-01-02,Ann,Me", "2026-01-03,Ann,My opponent")


def test_who_reported_beside_a_winner_and_a_loser_is_no_player():
    rows = ("2026-01-02,Ann,Bo,Ann", "2026-01-03,Cy,Bo,Cy", "2026-01-04,Bo,Cy,Bo")
    assert guess_meanings_of("Date,Winner,Played with,Submitted by", *rows) == ["date", "winner", "loser", ""]


@pytest.mark.parametrize("answer", ["Me", "I won"])
def test_a_club_beside_answers_such_as_i_won_is_no_player(answer):
    rows = "Date,Opponent,Who won?,Club", f"2026-01-02,Bo,{answer},North", "2026-01-03,Cy,My opponent,South"
    assert guess_meanings_of(*rows) == ["date", "player2", "winner", ""]


def test_a_list_of_ones_own_has_a_player_called_me():
    wins = ["2026-01-02,Me,Bo,North", "2026-01-03,Me,Cy,North"] * 3
    assert guess_meanings_of("Date,Winner,Opponent,Club", *wins, "2026-01-04,Bo,Me,North") == [
        "date",
        "winner",
        "loser",
        "",
    ]


def test_one_reporter_of_all_matches_is_a_player():
    rows = "Date,Your name,Your opponent,Who won?,Club", "2026-01-02,Ann,Bo,Me,X", "2026-01-03,Ann,Cy,My opponent,X"
    assert guess_meanings_of(*rows) == ["date", "player1", "player2", "winner", ""]


def test_a_player_s_column_without_a_heading_names_no_side():
    assert find_side("later", list_side_words("Home", "")) is None
    assert find_side("home", list_side_words("Home", "")) == 0
