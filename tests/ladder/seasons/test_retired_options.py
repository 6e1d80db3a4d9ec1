"""The model of OpenSkill is offered no more, but a board that has another keeps it."""

import pytest

from ladder import ledger
from ladder.models import Board, Standing
from tests.factories import make_ladder, play, season_of
from tests.simulator.browser import find_page_form

pytestmark = pytest.mark.django_db
PAGE = "/club/all-time/openskill/change"
OLD = {"model": "thurstone-mosteller-full"}


@pytest.fixture
def ladder():
    return make_ladder("openskill")


def change_draws(client):
    """Choose that there are no draws in the form of the board, and return the options that were asked."""
    values = find_page_form(client.get(PAGE).text, "draws").values | {"reason": "No draws here", "draws": "no"}
    token = client.post(PAGE, values | {"preview": "1"}).context["token"]
    assert client.post(PAGE, values | {"token": token}).status_code == 303
    return values.keys() & {"model", "limit", "takes", "draws"}


def test_a_new_board_is_not_asked_for_it(organises, ladder):
    assert change_draws(organises) == {"limit", "takes", "draws"}
    assert Board.objects.get().options == {"draws": False}


def test_a_board_that_has_another_keeps_it_with_its_figures(organises, ladder):
    Board.objects.update(options=OLD)
    play(season_of(ladder), "Ana", "Ben")
    points = dict(Standing.objects.values_list("player__name", "points"))
    assert change_draws(organises) == {"model", "limit", "takes", "draws"}
    assert Board.objects.get().options == OLD | {"draws": False}
    assert dict(Standing.objects.values_list("player__name", "points")) == points
    assert ledger.verify(ladder) == []
