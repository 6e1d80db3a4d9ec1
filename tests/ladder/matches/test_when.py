"""The clock of the club's zone: summer skips an hour, and autumn shows one twice."""

from datetime import UTC, date, datetime
from uuid import uuid4

import pytest
from django.utils import timezone

from ladder.files.cell_values import NO_SUCH_TIME
from ladder.models import Match
from players.models import Club
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db
RECORD = "/club/all-time/report"
SENT = {"for": "others", "first": "Ana", "second": "Ben", "winner": "first", "length": "5", "kind": "rated"}
SKIPPED = {"date": "2026-03-29", "time": "01:30"}  # in London the clocks went from 01:00 to 02:00


@pytest.fixture
def season():
    Club.objects.create(pk=Club.ONLY, time_zone="Europe/London")
    make_player("Ana")
    make_player("Ben")
    return season_of(make_ladder(reporters="any"))


def correction(match, **changed):
    kept = {"player_0": "Ana", "player_1": "Ben", "winner": "first", "length": "5", "kind": "rated"}
    return {**kept, "reason": "So it was.", "date": f"{match.played_at:%Y-%m-%d}", **changed}


def test_a_time_that_was_never_on_the_clock_is_refused(staff, season, time_machine):
    time_machine.move_to("2026-11-01 12:00 +0000")
    answer = staff.post(RECORD, SENT | SKIPPED | {"day": "other", "form_key": uuid4()})
    assert (answer.status_code, NO_SUCH_TIME in answer.text, Match.objects.count()) == (422, True, 0)


def test_a_correction_to_such_a_time_is_refused(staff, season, time_machine):
    time_machine.move_to("2026-11-01 12:00 +0000")
    match = play(season, "Ana", "Ben")
    answer = staff.post(f"/matches/{match.pk}/correct", correction(match, **SKIPPED))
    assert (answer.status_code, NO_SUCH_TIME in answer.text) == (422, True)


def test_the_second_half_past_one_of_an_autumn_night_stays_the_second(staff, season, time_machine):
    time_machine.move_to("2026-11-01 12:00 +0000")
    second = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)  # 01:30 in London for the second time; the first was an hour ago
    match = play(season, "Ana", "Ben")
    Match.objects.filter(pk=match.pk).update(played_at=second)
    match.refresh_from_db()
    answer = staff.post(f"/matches/{match.pk}/correct", correction(match, time="01:30:00", length="7"))
    assert answer.context["form"].cleaned_data["played_at"] == second


@pytest.mark.parametrize("day", ["1888-04-07", "0002-01-01", "9998-12-31"])
def test_a_match_of_long_ago_is_corrected_like_any_other(staff, season, day):
    """Files take such days, so a correction does; a report asks for a year from 1900 on, where others are slips."""
    match = play(season, "Ana", "Ben", on=date(1889, 4, 7))
    page = staff.get(f"/matches/{match.pk}/correct").text
    assert 'value="1889-04-07"' in page
    shown = staff.post(f"/matches/{match.pk}/correct", correction(match, date=day))
    assert "Enter a year" not in shown.text
    if day < "2026":
        assert shown.status_code == 200
        sent = correction(match, date=day, token=shown.context["token"], apply="1")
        staff.post(f"/matches/{match.pk}/correct", sent)
        match.refresh_from_db()
        assert timezone.localdate(match.played_at).isoformat() == day
    sent = SENT | {"day": "other", "date": day, "form_key": uuid4()}
    assert "Enter a year from 1900 to 2199." in staff.post(RECORD, sent).text
