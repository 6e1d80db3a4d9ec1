"""The player file."""

import pytest

from ladder.files.player_file import PlayerFileRow, read_player_file
from ladder.ratings import Counts, Rating, RatingError, create_system


def test_players_bring_what_the_file_says():
    players = read_player_file(
        "Name;Rating;Games;Won;Drawn;Lost;Died;Experience;Active\n Ann ;1850.5;9;5;1;3;2;40;no\n"
    )
    assert players == ([PlayerFileRow(2, "Ann", 1850.5, 9, 40, 5, 1, 3, 2, active=False)], [], [])


def test_newcomer_without_figures_starts_as_everyone():
    assert PlayerFileRow(2, "Ann").opening(create_system("match-length-elo")) == Rating(1800)


def test_newcomer_with_a_rating_brings_it():
    assert PlayerFileRow(2, "Ann", 1900, experience=25).opening(create_system("match-length-elo")) == Rating(1900, 25)


def test_deviation_of_the_file_is_that_of_the_starting_rating():
    """Glicko-2 starts everybody with a volatility of 0.06 (K-1)."""
    [ada] = read_player_file("name,rating,deviation\nAda,1500,80.5\n").rows
    assert ada.opening(create_system("glicko-2")) == Rating(1500, 0, [80.5, 0.06, []])
    assert ada.opening(create_system("openskill")) == Rating(1500, 0, [80.5])
    assert ada.opening(create_system("elo")) == Rating(1500)


def test_deviation_alone_goes_with_the_usual_rating():
    [ada] = read_player_file("name,deviation\nAda,80\n").rows
    assert ada.opening(create_system("glicko-2")) == Rating(1500, 0, [80.0, 0.06, []])


@pytest.mark.parametrize("deviation", [0.5, 351])
def test_deviation_beyond_that_of_a_newcomer_is_refused(deviation):
    row = PlayerFileRow(2, "Ada", 1500, deviation=deviation)
    with pytest.raises(RatingError, match=r"^Deviation must be a number from 1 to 350\.$"):
        row.opening(create_system("glicko-2"))


def test_games_are_the_outcomes_when_not_given():
    assert PlayerFileRow(2, "Ann", won=2, drawn=1, lost=3).counts() == Counts(6, 2, 1, 3, 0)


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (",1,,,", "A player's name is missing."),
        ("Ann,high,,,", "The rating must be a number such as 5 or 2.5, not “high”."),
        ("Ann,2000000,,,", "The rating is out of range."),
        ("Ann,,-1,,", "The games must be a whole number from 0 to 1,000,000."),
        ("Ann,,2.5,,", "The games must be a whole number."),
        ("Ann,,1,2,", "More games were won, drawn, lost or died in than played."),
        ("Ann,,,,maybe", "Active must be yes or no, not “maybe”."),
    ],
)
def test_player_row_names_line_and_reason(row, sentence):
    assert read_player_file(f"name,rating,games,won,active\n{row}\n").errors == [(2, sentence)]


def test_player_who_is_there_twice_is_refused():
    assert read_player_file("name\nAnn\nANN\n").errors == [(3, "Ann is there twice.")]


@pytest.mark.parametrize(
    ("data", "sentence"), [("", "The file is empty."), ("rating\n1\n", "The header has no column name.")]
)
def test_player_file_needs_names(data, sentence):
    assert read_player_file(data).errors == [(1, sentence)]
