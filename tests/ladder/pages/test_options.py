"""The options of a rating system, as a form shows them and takes them back."""

import pytest

from ladder.models import Board
from ladder.seasons.forms import BoardForm
from tests.factories import make_ladder, season_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("share", [2 / 3, 0.8, 1.0])
def test_an_option_that_was_left_alone_is_the_same_to_its_last_digit(share):
    season = season_of(make_ladder("chips-total"))
    Board.objects.update(options={"share": share})
    board = season.boards.get()
    shown = BoardForm(board=board, system=board.system)
    form = BoardForm({one.html_name: one.value() or "" for one in shown}, board=board, system=board.system)
    form.is_valid()
    assert float(form.values()["share"]) == share
