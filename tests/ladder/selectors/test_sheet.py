"""What the print sheet asks people to write."""

import pytest

from ladder.ratings import create
from ladder.selectors.sheet import blanks


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
    assert blanks(create(system)) == headings
