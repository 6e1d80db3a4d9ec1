"""What the print sheet asks people to write."""

import pytest

from ladder.ratings import create_system
from ladder.standings.queries.displays import count_blank_lines, count_sheet_columns, list_blank_headings


@pytest.mark.parametrize(
    ("system", "headings"),
    [
        ("match-length-elo", ["Date", "Winner", "Loser", "Match length", "Entered"]),
        ("points-exchange", ["Date", "Winner", "Loser", "Entered"]),
        ("provisional-elo", ["Date", "Player", "Opponent", "Result", "Entered"]),
        ("warlocks-score", ["Date", "Winner", "Others", "Entered"]),
        ("chips-total", ["Date", "Winner", "Loser", "Chips", "Entered"]),
        ("tournament-points", ["Date", "First", "Second", "Third", "Players"]),
    ],
)
def test_blanks_are_what_the_system_needs(system, headings):
    assert list_blank_headings(create_system(system)) == headings


@pytest.mark.parametrize(
    ("players", "standing", "empty"),
    [(0, 1, 26), (6, 1, 20), (16, 1, 10), (17, 2, 17), (32, 2, 10), (48, 2, 10), (500, 2, 10)],
)
def test_empty_lines_fill_the_page(players, standing, empty):
    assert (count_sheet_columns(players), count_blank_lines(players)) == (standing, empty)
