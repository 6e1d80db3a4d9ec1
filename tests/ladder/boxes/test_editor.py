"""Boxes that are changed by buttons: what is sent is read whole or refused, and nothing of it is lost."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from ladder.boxes.queries.shown_boxes import load_boxes
from ladder.models import Box
from tests.factories import make_ladder, play_all, season_of, signed_in

pytestmark = pytest.mark.django_db
URL = "/club/all-time/boxes/make"


@pytest.fixture
def season():
    season = season_of(make_ladder("match-points", box_size=3))
    season.ends_on = timezone.localdate() + timedelta(10)
    season.save()
    play_all(season, [("Ana", "Ben"), ("Ana", "Cy"), ("Di", "Eve"), ("Ben", "Flo")])
    return season


@pytest.fixture
def organiser(season):
    return signed_in(User.objects.create_user("organiser", is_staff=True, is_superuser=True))


def sent(page):
    """Return the values of the fields of a page of boxes."""
    return {"box": [value for _, value, _ in page.context["shown"]]}


def names(page):
    return [[seat.player.name for seat in seats] for _, _, seats in page.context["shown"]]


def test_players_move_by_buttons_out_and_into_other_boxes(organiser):
    page = organiser.get(URL)
    first, second = names(page)
    keys = {seat.player.name: seat.player.pk for _, _, seats in page.context["shown"] for seat in seats}
    page = organiser.post(URL, sent(page) | {"move": f"down:{keys[first[2]]}"})
    assert names(page) == [first[:2], [first[2], *second]]
    page = organiser.post(URL, sent(page) | {"move": f"up:{keys[first[1]]}"})
    assert names(page)[0] == [first[1], first[0]]
    page = organiser.post(URL, sent(page) | {"drop": str(keys[second[0]])})
    assert second[0] not in [one for box in names(page) for one in box]
    page = organiser.post(URL, sent(page) | {"add": "1", "player": second[0].lower()})
    assert names(page)[-1][-1] == second[0]
    page = organiser.post(URL, sent(page) | {"box_more": "1"})
    assert [box.name for box, _, _ in page.context["shown"]] == ["Box 1", "Box 2", "Box 3"]


def test_boxes_side_by_side_are_named(organiser, season):
    page = organiser.get(URL)
    answer = organiser.post(URL, sent(page) | {"box_name": ["2a", "Box 2B"], "make": "1"})
    assert answer.status_code == 303
    assert [one.name for one in Box.objects.all()] == ["Box 2A", "Box 2B"]
    assert len(load_boxes(season)) == 2


@pytest.mark.parametrize(
    "values",
    [
        {"box": ["1:1,2,x"]},
        {"box": ["zwei:1"]},
        {"box": ["1"]},
        {"box": ["1:9999999999999999999999"]},
        {"box": ["1:424242"], "make": "1"},
        {"box": ["1:1,1"], "make": "1"},
        {"box": ["1:1"], "box_name": ["0"], "make": "1"},
        {"move": "sideways:1"},
        {"move": ""},
        {"drop": "x"},
        {"add": "1", "player": "Nobody"},
        {"make": "1"},
        {"box": ["1:1,2", "1:3,4"], "make": "1"},
    ],
)
def test_nothing_that_is_sent_makes_an_error_or_a_half(organiser, values):
    assert organiser.post(URL, values).status_code in (200, 422)
    assert not Box.objects.exists()


def test_a_name_that_nobody_has_is_said_and_the_boxes_stay_as_they_were_sent(organiser):
    page = organiser.get(URL)
    moved = organiser.post(URL, sent(page) | {"box_more": "1"})
    refused = organiser.post(URL, sent(moved) | {"add": "1", "player": "Nobody"})
    assert "No player is called Nobody." in refused.text
    assert names(refused) == names(moved)
