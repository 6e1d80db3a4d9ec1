"""A file that was changed and comes again: what it has no more is told, and kept unless somebody says otherwise."""

from html import unescape

import pytest

from ladder import ledger
from ladder.models import Event, Match
from tests.factories import make_ladder, play, season_of
from tests.ladder.imports.test_name_pages import bring, hidden, send, table

pytestmark = pytest.mark.django_db
WHOLE = table("Ann,Bo", "Ann,Cy", "Bo,Cy")
SHORTER = table("Ann,Bo", "Bo,Cy", "Cy,Di")
GONE = "1 match from the earlier file is not in this one."


@pytest.fixture
def season():
    return season_of(make_ladder("points-exchange"))


def standing():
    return Match.objects.exclude(status="void").count()


def test_a_match_that_a_changed_file_has_no_more_is_told_and_kept(staff, season):
    bring(staff, WHOLE)
    page = unescape(send(staff, SHORTER))
    assert GONE in page
    assert "Ann beat Cy, 4 March 2026" in page
    bring(staff, SHORTER)
    assert standing() == 4


def test_it_is_voided_where_somebody_says_so_with_what_that_does_shown_first(staff, season):
    """The table is that of a ladder that never had the match."""
    bring(staff, WHOLE)
    page = send(staff, SHORTER, gone="void")
    assert "Import 1 match and void 1 match" in page
    assert standing() == 3
    done = staff.post("/club/all-time/import", {**hidden(page), "gone": "void", "import": "1"})
    assert done.status_code == 303
    assert standing() == 3
    fresh = season_of(make_ladder("points-exchange", slug="fresh"))
    for winner, loser in (("Ann", "Bo"), ("Bo", "Cy"), ("Cy", "Di")):
        play(fresh, winner, loser)
    points = [dict(one.boards.get().standings.values_list("player__name", "points")) for one in (season, fresh)]
    assert points[0] == points[1]
    assert ledger.verify(season.ladder) == []
    assert Event.objects.get(verb="take-back").reason == "Not in the file any more: club.csv"
    assert staff.get("/club/log").status_code == 200


CORRECTED = table("Ann,Bo", "Cy,Ann", "Bo,Cy")
ENDED_DIFFERENTLY = "1 match from the earlier file ended differently in this one."


def list_results():
    counted = Match.objects.exclude(status="void").order_by("pk")
    return [str(one.participants.get(score=1).player) for one in counted]


def test_a_row_that_was_put_right_in_the_file_takes_the_place_of_the_wrong_one(staff, season):
    bring(staff, WHOLE)
    page = unescape(send(staff, CORRECTED))
    assert ENDED_DIFFERENTLY in page
    assert "Ann beat Cy, 4 March 2026" in page
    assert GONE not in page
    bring(staff, CORRECTED)
    assert list_results() == ["Ann", "Bo", "Cy"]
    assert ledger.verify(season.ladder) == []
    assert "Nothing new" in send(staff, CORRECTED)


def test_both_rows_count_where_somebody_says_that_they_are_two_matches(staff, season):
    bring(staff, WHOLE)
    bring(staff, CORRECTED, replaced="keep")
    assert list_results() == ["Ann", "Ann", "Bo", "Cy"]


def test_one_row_that_is_new_takes_the_place_of_one_match_alone(staff, season):
    bring(staff, table("Ann,Cy", "Ann,Cy", "Bo,Cy"))
    page = unescape(send(staff, table("Cy,Ann", "Bo,Cy")))
    assert ENDED_DIFFERENTLY in page
    assert GONE in page


def test_only_what_was_shown_is_voided(staff, season):
    bring(staff, WHOLE)
    page = send(staff, SHORTER)
    again = staff.post("/club/all-time/import", {**hidden(page), "gone": "void", "import": "1"})
    assert (again.status_code, standing()) == (422, 3)


def test_a_file_that_lacks_a_match_and_brings_none_can_void_it(staff, season):
    bring(staff, WHOLE)
    bring(staff, table("Ann,Bo", "Bo,Cy"), gone="void")
    assert standing() == 2


def test_a_longer_file_and_one_of_other_matches_lack_nothing(staff, season):
    bring(staff, WHOLE)
    for data in (f"{WHOLE}\n2026-03-05,Cy,Ann", table("Di,Ed")):
        assert "from the earlier file" not in send(staff, data)


def test_an_export_without_a_match_that_was_entered_on_the_site_tells_it(staff, season):
    for winner, loser in (("Ann", "Bo"), ("Ann", "Cy"), ("Bo", "Cy")):
        play(season, winner, loser)
    lines = staff.get("/club/all-time/export.csv").content.decode("utf-8-sig").splitlines()
    assert "from the earlier file" not in send(staff, "\n".join(lines))
    assert GONE in send(staff, "\n".join([*lines[:3], *lines[5:]]))


def test_a_match_that_was_corrected_since_is_not_gone(staff, season):
    bring(staff, WHOLE)
    Match.objects.update(revision=2)
    assert "from the earlier file" not in send(staff, WHOLE)
