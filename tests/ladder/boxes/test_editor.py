"""Boxes that are changed by buttons: what is sent is read whole or refused, and nothing of it is lost."""

from datetime import timedelta
from urllib.parse import quote

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.html import escape

from ladder.boxes.queries.shown_boxes import load_boxes
from ladder.models import Box
from players.models import Player
from tests.factories import make_ladder, make_player, play_all, season_of, signed_in

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


def test_a_pasted_list_is_shown_as_boxes_in_its_order_and_made(organiser, season):
    page = organiser.get(URL)
    pasted = "Box 2B\nEve\nDi\n\nBox 1\n1. ben\n2. Ana\n3. Cy\nBox 2A\nFlo\nGus\n"
    make_player("Gus")
    shown = organiser.post(URL, sent(page) | {"pasted": pasted, "paste": "1"})
    assert [box.name for box, _, _ in shown.context["shown"]] == ["Box 1", "Box 2A", "Box 2B"]
    assert names(shown) == [["Ben", "Ana", "Cy"], ["Flo", "Gus"], ["Eve", "Di"]]
    assert not Box.objects.exists()
    assert organiser.post(URL, sent(shown) | {"make": "1"}).status_code == 303
    assert [one.name for one in Box.objects.all()] == ["Box 1", "Box 2A", "Box 2B"]
    assert len(load_boxes(season)[0].fixtures) == 3


def test_names_of_a_list_that_nobody_or_several_have_are_said_and_nothing_is_lost(organiser):
    for name in ("Ria Moor", "Ria Mann"):
        make_player(name)
    page = organiser.get(URL)
    pasted = "Ana,1\nBen,1\nana,2\nRia,2\nZed <b>,2\n\u05d3\u05df,1\n"
    refused = organiser.post(URL, sent(page) | {"pasted": pasted, "paste": "1"})
    assert refused.status_code == 422
    assert refused.context["form"].problems == [
        "No player is called Ria. Did you mean Ria Mann or Ria Moor?",
        "No player is called Zed <b>.",
        "No player is called \u2068\u05d3\u05df\u2069.",
        "Ana is in the list twice.",
    ]
    assert escape(pasted) in refused.text
    assert names(refused) == names(page)
    assert escape(pasted) in organiser.post(URL, sent(page) | {"pasted": pasted, "box_more": "1"}).text


@pytest.mark.parametrize(
    ("pasted", "said"),
    [
        ("", "The list has no names."),
        ("nonsense", "Row 1, “nonsense”, doesn’t say who is in which box."),
        ("\ufeffAna,1\nBen", "Row 2, “Ben”, doesn’t say"),
        ("Ana,1\nBen,7Z", "“7Z” is no box. Name it 2, or 2A where others are beside it."),
        ("x" * 5000 + ",1", "No player is called " + "x" * 40 + "…."),
        ("\x00\x01,1", "doesn’t say who is in which box."),
        ("PK\x03\x04,1", "The file is damaged"),
        ("%FF%FEA%E1,1", "No player is called"),
        ("\n".join(f"Player {number},{number % 99 + 1}" for number in range(700)), "And 688 more."),
        ("Box 1\n" + "Ana\n" * 25_000, "The file has more than 20,000 rows."),
    ],
)
def test_nothing_that_is_pasted_makes_an_error(organiser, pasted, said):
    text = pasted if pasted.startswith("%") else quote(pasted)
    refused = organiser.post(URL, f"pasted={text}&paste=1", "application/x-www-form-urlencoded")
    assert refused.status_code == 422
    assert said in refused.text


def test_a_list_of_seven_hundred_is_read_with_few_questions(organiser, django_assert_max_num_queries):
    keys = [Player(name=f"Player {number}", key=f"player {number}") for number in range(700)]
    Player.objects.bulk_create(keys)
    pasted = "\n".join(f"Player {number}\t{number // 10 + 1}" for number in range(700))
    with django_assert_max_num_queries(30):
        page = organiser.post(URL, {"pasted": pasted, "paste": "1"})
    assert [len(one) for one in names(page)] == [10] * 70
