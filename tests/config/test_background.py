"""The server's clock does what is due, and survives what goes wrong."""

from datetime import date

import pytest
from django.db import OperationalError
from django.utils import timezone

from config import background
from config.background import do_due_work
from ladder import ledger
from ladder.models import Ladder, Match
from ladder.seasons.idle_players import move_idle_players
from players.models import Club
from tests.factories import make_ladder, play, season_of
from tests.ladder.challenges.rungs import read_rungs


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


@pytest.mark.django_db(transaction=True)
def test_the_days_of_the_clock_are_those_of_the_club(monkeypatch, time_machine):
    """In Auckland it is the 16th, so the fourteen days after 1 March are over; on the server it is still the 15th."""
    monkeypatch.setattr(background, "DUE_WORK", [move_idle_players])
    club = Club(pk=Club.ONLY, time_zone="Pacific/Auckland")
    club.save()
    time_machine.move_to("2026-03-14T20:00Z", tick=False)
    with timezone.override(club.zone):
        season = season_of(make_ladder("rungs"))
        season.boards.update(options={"idle_days": 14, "idle_by": "days"})
        play(season, "Ana", "Ben", on=date(2026, 2, 28))  # noon in London
        play(season, "Cy", "Dee", on=date(2026, 3, 13))
    time_machine.move_to("2026-03-15T12:00Z", tick=False)
    do_due_work()
    assert read_rungs(season) == ["Cy", "Ana", "Ben", "Dee"]
    with timezone.override(club.zone):
        assert ledger.verify(season.ladder) == []
