"""Where a challenge stands, read from the clock; and what the database refuses."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from ladder.challenges.queries.running import build_unplayed_filter
from ladder.models import Fixture, Ladder, State
from ladder.models.fixture import TO_PLAY
from ladder.upgrades import date_accepted_challenges
from tests.factories import make_ladder, make_player, season_of

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def a_challenge(**fields):
    now = timezone.now()
    season = season_of(make_ladder())
    return Fixture(season=season, by=make_player("Ana"), kind="rated", made_at=now, answer_by=now + DAY, **fields)


def test_an_unanswered_challenge_runs_out_by_the_clock_alone(time_machine):
    challenge = a_challenge()
    assert challenge.state == State.OPEN
    time_machine.move_to(challenge.answer_by)
    assert challenge.state == State.EXPIRED


def test_an_accepted_one_is_overdue_after_its_own_deadline(time_machine):
    now = timezone.now()
    challenge = a_challenge(status=State.ACCEPTED, accepted_at=now, play_by=now + 2 * DAY, decide_at=now + 4 * DAY)
    time_machine.move_to(challenge.answer_by)
    assert challenge.state == State.ACCEPTED
    time_machine.move_to(now + 2 * DAY)
    assert challenge.state == State.OVERDUE


def test_an_accepted_one_stays_as_long_again_and_then_runs_out(time_machine):
    now = timezone.now()
    challenge = a_challenge(status=State.ACCEPTED, accepted_at=now, play_by=now + 2 * DAY, decide_at=now + 4 * DAY)
    challenge.save()
    second = timedelta(seconds=1)
    for moment, state in (
        (2 * DAY - second, State.ACCEPTED),
        (2 * DAY, State.OVERDUE),
        (4 * DAY - second, State.OVERDUE),
        (4 * DAY, State.EXPIRED),
    ):
        time_machine.move_to(now + moment, tick=False)
        assert challenge.state == state
        assert Fixture.objects.filter(build_unplayed_filter()).exists() == (state in TO_PLAY)


def test_one_that_an_older_version_stored_runs_as_long_again_as_there_was_to_play():
    now = timezone.now()
    a_challenge(status=State.ACCEPTED, accepted_at=now - 3 * DAY, play_by=now - DAY).save()
    date_accepted_challenges(Fixture)
    assert (Fixture.objects.get().decide_at, Fixture.objects.get().state) == (now + DAY, State.OVERDUE)


def test_the_longest_time_that_can_be_stored_runs():
    first, last = (datetime(year, 1, 2, tzinfo=UTC) for year in (1, 9999))
    a_challenge(status=State.ACCEPTED, accepted_at=first, play_by=last, decide_at=last).save()
    assert [one.state for one in Fixture.objects.filter(build_unplayed_filter())] == [State.ACCEPTED]


@pytest.mark.parametrize("wrong", [{"status": "expired"}, {"places": 1}, {"places": 21}, {"status": "accepted"}])
def test_the_database_takes_no_other_states(wrong):
    with pytest.raises(IntegrityError), transaction.atomic():
        a_challenge(**wrong).save()


@pytest.mark.parametrize(
    "wrong",
    [
        *({"challenge_reach": 0}, {"rematch_days": 366}, {"answer_days": 0}, {"play_days": 366}),
        *({"most_challenges": 101}, {"grace_days": 366}, {"free_challenges": 101}, {"exempt_accepted": 0}),
        *({"challenge_measure": "far"}, {"free_for": "us"}),
    ],
)
def test_the_settings_of_a_ladder_have_ranges(wrong):
    ladder = make_ladder()
    with pytest.raises(ValidationError):
        Ladder(slug="other", name="Other", **wrong).full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        Ladder.objects.filter(pk=ladder.pk).update(**wrong)
