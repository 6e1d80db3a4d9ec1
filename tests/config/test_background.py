"""The server's clock does what is due, and survives what goes wrong."""

import pytest
from django.db import OperationalError
from django.utils import timezone

from config import background
from config.background import do_due_work
from ladder.models import Ladder, Match
from tests.factories import make_ladder, play, season_of


@pytest.mark.django_db(transaction=True)
def test_a_tick_lets_silence_confirm():
    match = play(season_of(make_ladder("points-exchange")), "Ana", "Ben")
    match.status = Match.Status.PENDING
    match.save()
    Match.objects.update(confirm_by=timezone.now())

    do_due_work()

    assert Match.objects.get().counts
    assert Ladder.objects.get().version > 0


@pytest.mark.parametrize("error", [OperationalError, SystemExit])
@pytest.mark.django_db(transaction=True)
def test_a_tick_that_fails_is_logged_and_the_clock_runs_on(caplog, monkeypatch, error):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr(background, "DUE_WORK", [fail])

    do_due_work()

    assert "What is due could not be done." in caplog.text
