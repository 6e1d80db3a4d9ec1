"""The gap to the place above."""

import pytest

from ladder.standings.queries.key_figures import describe_gap_above
from ladder.standings.queries.table import load_standings
from tests.factories import board_of, play

pytestmark = pytest.mark.django_db


def test_the_gap_is_to_the_place_above():
    board = board_of("points-exchange")
    play(board.season, "Ann", "Bea")
    play(board.season, "Cid", "Dan")
    gaps = {row.name: describe_gap_above(load_standings(board), row.player) for row in load_standings(board).rows}

    assert gaps == {
        "Ann": None,
        "Cid": ("level", "with Ann"),
        "Bea": ("20 behind", "Cid"),
        "Dan": ("level", "with Bea"),
    }
    assert describe_gap_above(load_standings(board), None) is None
