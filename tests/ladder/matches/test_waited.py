"""A report that waited on a device for a network is one that was made when it was entered."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from ladder.models import Match
from players.models import Club
from tests.factories import make_ladder, make_member, make_player, season_of, signed_in

pytestmark = pytest.mark.django_db
REPORT = "/club/all-time/report"
HOUR = 60 * 60 * 1000  # ms


@pytest.fixture
def report(time_machine):
    """A function with which Ana reports a match with Ben, at half past midnight in London."""
    time_machine.move_to("2026-11-22 00:30 +0000", tick=False)
    Club.objects.create(pk=Club.ONLY, time_zone="Europe/London")
    season_of(make_ladder("elo"))
    browser, ben = signed_in(make_member("Ana").user), make_player("Ben")

    def send(**changed):
        sent = {"opponent": str(ben.pk), "winner": "me", "kind": "rated", "day": "today", "form_key": str(uuid4())}
        return browser.post(REPORT, sent | changed)

    return send


@pytest.mark.parametrize(
    ("entered", "played"),
    [
        ({}, datetime(2026, 11, 21, 22, 30, tzinfo=UTC)),
        ({"time": "21:15"}, datetime(2026, 11, 21, 21, 15, tzinfo=UTC)),
        ({"day": "yesterday"}, datetime(2026, 11, 20, 23, 59, 59, tzinfo=UTC)),
        ({"day": "other", "date": "2026-11-18"}, datetime(2026, 11, 18, 23, 59, 59, tzinfo=UTC)),
    ],
)
def test_its_day_and_time_are_those_of_when_it_was_entered(report, entered, played):
    assert report(waited=2 * HOUR, **entered).status_code == 303
    assert Match.objects.get().played_at.replace(microsecond=0) == played


def test_sent_again_later_it_is_the_same_match(report, time_machine):
    key = str(uuid4())
    assert report(waited=HOUR, form_key=key).status_code == 303
    time_machine.shift(10)
    assert report(waited=HOUR + 9_000, form_key=key).status_code == 303  # the first one was a second on its way
    assert report(waited=HOUR + 9_000, form_key=key, winner="them").status_code == 422
    assert Match.objects.count() == 1


def test_two_that_were_entered_an_hour_apart_and_come_together_are_two_matches(report):
    assert report(waited=2 * HOUR).status_code == 303
    assert report(waited=HOUR).status_code == 303
    asked = report(waited=HOUR)
    assert (asked.status_code, "Report it again?" in asked.text) == (422, True)
    assert Match.objects.count() == 2


def test_what_is_refused_comes_back_with_the_time_of_when_it_was_entered(report):
    form = report(waited=HOUR, opponent="").context["form"]
    assert [form[name].value() for name in ("day", "date", "time")] == ["other", "2026-11-21", "23:30:00"]


@pytest.mark.parametrize("waited", ["x", "-5", "9" * 18, "9" * 30, "٣", "1.5"])
def test_nonsense_waited_for_nothing_or_for_as_long_as_can_be(report, waited):
    assert report(waited=waited).status_code in (303, 422)
