"""A sheet of doubles on its way into a ladder that counts singles. All people and clubs are fictional."""

import re

import pytest

from ladder.models import Event, Ladder, Match
from players.models import Player
from tests.factories import make_ladder, season_of
from tests.simulator.browser import find_page_form

pytestmark = pytest.mark.django_db
URL = "/club/all-time/import"
DOUBLES = """Date,Winner,Winner partner,Loser,Loser partner,Score
2026-03-04,Ann Field,Bo Marsh,Cy Reed,Di Stone,3-1
2026-03-05,Cy Reed,Ann Field,Bo Marsh,Di Stone,3-0"""
MIXED = f"{DOUBLES}\n2026-03-06,Ann Field,,Bo Marsh,,3-2"
SENTENCE = "2 rows are doubles, and this ladder counts singles."
COUNT, MAKE = "Let this ladder count doubles", "Make a doubles ladder"


@pytest.fixture
def ladder():
    return make_ladder("elo", game="table-tennis")


@pytest.fixture
def season(ladder):
    return season_of(ladder)


def check(client, text, url=URL):
    """Return the check page of pasted text."""
    return client.post(url, {"text": text})


def packed_of(page):
    return re.search(r'name="packed" value="([^"]*)"', page.text)[1]


def test_doubles_in_a_ladder_of_singles_are_one_sentence_with_two_ways_out(staff, season):
    page = check(staff, DOUBLES).text
    assert SENTENCE in page
    assert (COUNT in page, MAKE in page) == (True, True)
    assert "can't be" not in page
    assert "No board here counts doubles" not in page


def test_the_singles_of_a_mixed_sheet_are_imported_without_the_doubles(staff, season):
    page = check(staff, MIXED)
    assert SENTENCE in page.text
    assert page.context["figures"]["Rows left out"] == "2"
    assert "Import 1 match" in page.text
    sent = {"packed": packed_of(page), "import": "1", "token": page.context["token"]}
    assert staff.post(URL, sent).status_code == 303
    assert [match.kind for match in Match.objects.all()] == ["rated"]


def test_a_cell_with_two_who_play_alone_elsewhere_is_a_pair(staff, season):
    """Two among singles are doubles; a firm of two names whom nobody knows alone stays one name."""
    alone, pairs = ["2026-03-04,Ann,Bo,3-1", "2026-03-05,Cy,Ann,3-0"], ["2026-03-06,Ann & Bo,Cy & Di,3-2"]
    page = check(staff, "\n".join(["Date,Player 1,Player 2,Result", *alone, *pairs, "2026-03-07,Ed & Flo,Cy,3-2"]))
    assert "1 row is doubles, and this ladder counts singles." in page.text
    assert page.context["figures"]["Rows left out"] == "1"
    assert "Ann &amp; Bo looks like" not in page.text
    staff.post(URL, {"packed": packed_of(page), "import": "1", "token": page.context["token"]})
    assert [*Player.objects.order_by("key").values_list("name", flat=True)] == ["Ann", "Bo", "Cy", "Ed & Flo"]


def test_one_tap_lets_the_ladder_count_doubles_and_the_file_is_still_there(staff, season):
    page = staff.post(URL, {"packed": packed_of(check(staff, MIXED)), "count_sides": "1"})
    assert season.boards.get().options == {"takes": "both"}
    assert "Club counts singles and doubles." in page.text
    assert SENTENCE not in page.text
    assert "Import 3 matches" in page.text
    assert list(Event.objects.values_list("verb", "reason")) == [
        ("options", "A file that was to be imported has singles and doubles.")
    ]
    sent = {"packed": packed_of(page), "import": "1", "token": page.context["token"]}
    assert staff.post(URL, sent).status_code == 303
    assert sorted(Match.objects.values_list("kind", flat=True)) == ["rated", "team", "team"]


def test_the_file_goes_along_to_a_new_ladder_of_doubles(staff, season):
    sent = {"packed": packed_of(check(staff, DOUBLES)), "column-0": "date", "game": "table-tennis-doubles"}
    page = staff.post("/ladders/new", sent)
    assert (page.status_code, page.context["form"].errors) == (200, {})
    assert "you check your file for it" in page.text
    form = find_page_form(page.text, "slug").values
    assert (form["name"], form["packed"], form["column-0"]) == ("Table tennis doubles", sent["packed"], "date")
    made = staff.post("/ladders/new", form)
    new = Ladder.objects.exclude(pk=season.ladder_id).get()
    assert (made.status_code, made.url) == (307, f"{new.seasons.get().get_absolute_url()}import")
    assert new.seasons.get().boards.get().options["takes"] == "teams"
    arrived = staff.post(made.url, {name: form[name] for name in form if not name.startswith("column")})
    assert "Import 2 matches" in arrived.text


def test_a_file_stays_in_the_form_of_a_new_ladder_that_is_refused_or_filled_in_anew(staff, season):
    sent = {"packed": packed_of(check(staff, DOUBLES)), "game": "table-tennis-doubles"}
    form = find_page_form(staff.post("/ladders/new", sent).text, "slug").values
    refused = staff.post("/ladders/new", form | {"name": ""})
    assert (refused.status_code, packed_of(refused)) == (422, sent["packed"])
    other = staff.post("/ladders/new", form | {"switch": "table-tennis-both"})
    assert (other.status_code, packed_of(other)) == (200, sent["packed"])


def test_an_organiser_who_can_t_start_ladders_is_not_offered_one(season, organises):
    page = check(organises, DOUBLES).text
    assert (COUNT in page, MAKE in page) == (True, False)
    assert organises.post("/ladders/new", {"packed": "x", "game": "table-tennis-doubles"}).status_code == 403


def test_a_ladder_whose_system_can_t_rate_sides_is_offered_only_another_one(staff):
    season = season_of(make_ladder("rungs"))
    page = check(staff, DOUBLES).text
    assert (COUNT in page, MAKE in page) == (False, True)
    page = staff.post(URL, {"packed": packed_of(check(staff, DOUBLES)), "count_sides": "1"})
    assert "No board here can count both singles and doubles." in page.text
    assert season.boards.get().options == {}


def test_singles_in_a_ladder_of_doubles_are_one_sentence_with_a_way_out(staff, season):
    season.boards.update(options={"takes": "teams"})
    page = check(staff, MIXED)
    assert "1 row is singles, and this ladder counts doubles." in page.text
    assert ("Let this ladder count singles" in page.text, MAKE in page.text) == (True, False)
    assert "can't be" not in page.text
    page = staff.post(URL, {"packed": packed_of(page), "count_sides": "1"})
    assert season.boards.get().options == {"takes": "both"}
    assert "Import 3 matches" in page.text
