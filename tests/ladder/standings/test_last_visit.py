"""What changed since a member's last visit."""

from datetime import date, timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from tests.factories import make_ladder, make_member, play, season_of, signed_in

pytestmark = pytest.mark.django_db
MONDAY = date(2026, 3, 2)


@pytest.fixture
def club(monkeypatch):
    """A ladder of equals, and what sets its day."""
    season = season_of(make_ladder("points-exchange"))

    def turn_to(day):
        monkeypatch.setattr(timezone, "localdate", lambda at=None, zone=None: at.date() if at else day)

    turn_to(MONDAY)
    play(season, "Ann", "Bea", on=MONDAY)
    return season, turn_to


def read_news(client):
    return client.get("/").context["news"]


def test_home_tells_what_changed_since_the_last_day_with_a_visit(club):
    """P-4: ten points move between players less than 20 apart."""
    season, turn_to = club
    bea = signed_in(make_member("Bea").user)
    assert read_news(bea) == ""  # nobody was here before

    turn_to(MONDAY + timedelta(2))
    play(season, "Cid", "Bea", on=MONDAY)  # reported late
    first = read_news(bea)
    second = read_news(bea)

    assert first == second
    assert first == ("Since Monday 2 March: from 2nd to 3rd, rating from 990 to 980.")


def test_what_was_seen_last_on_a_day_is_what_the_next_day_compares_with(club):
    season, turn_to = club
    ann = signed_in(make_member("Ann").user)
    read_news(ann)
    play(season, "Bea", "Ann", on=MONDAY)
    play(season, "Bea", "Ann", on=MONDAY)
    read_news(ann)  # seen in the evening

    turn_to(MONDAY + timedelta(1))

    assert read_news(ann) == ""


def test_a_visit_is_stored_once_and_a_poll_never(club, django_assert_num_queries):
    ann = signed_in(make_member("Ann").user)
    ann.get("/", {"ladder": "club", "v": "old"}, headers={"HX-Request": "true"})
    assert "visits" not in Session.objects.get().get_decoded()

    ann.get("/")

    (seen,) = Session.objects.get().get_decoded()["visits"]
    assert (seen["rank"], seen["rating"]) == ("1st", "1,010")
    assert not ann.get("/").wsgi_request.session.modified
