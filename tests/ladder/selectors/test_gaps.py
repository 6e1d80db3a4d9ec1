"""The gap to the place above."""

import pytest

from ladder.selectors.gaps import gap_above
from ladder.selectors.standings import table
from tests.factories import board_of, play

pytestmark = pytest.mark.django_db


def test_the_gap_is_to_the_place_above():
    board = board_of("points-exchange")
    play(board.season, "Ann", "Bea")
    play(board.season, "Cid", "Dan")
    gaps = {row.name: gap_above(table(board), row.player) for row in table(board).rows}

    assert gaps == {
        "Ann": None,
        "Cid": ("level", "with Ann"),
        "Bea": ("20 behind", "Cid"),
        "Dan": ("level", "with Bea"),
    }
    assert gap_above(table(board), None) is None
