"""What a match is marked with in lists."""

from datetime import timedelta

import pytest
import time_machine

from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import correct_match, void_match
from ladder.matches.actions.disputes import dispute_match, uphold_result
from ladder.matches.queries.results import (
    CORRECTED,
    DISPUTED,
    PENDING,
    PENDING_AND_DISPUTED,
    UNCONFIRMED,
    VOID,
    load_marks,
)
from ladder.models import Ladder, Match
from tests.factories import enter_report, make_asking, make_ladder, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(ana, ben):
    participants = [ParticipantResult(ana, 1.0), ParticipantResult(ben, 0.0)]
    return enter_report(
        season=season_of(make_ladder()), participants=participants, by=ana.user, kind="rated", facts={"length": 5}
    )


def found():
    """The mark of the only match."""
    match = Match.objects.get()
    return load_marks([match]).get(match.pk)


def test_what_was_only_reported_has_no_mark(match):
    assert found() is None


def test_a_dispute_goes_before_a_correction_and_a_void_before_both(match, ben):
    fresh = correct_match(match=match, by=None, reason="To 7.", revision=1, facts={"length": 7})
    assert found() == CORRECTED

    fresh = dispute_match(match=fresh, by=ben.user, note="I won.", revision=2)
    assert found() == DISPUTED

    void_match(match=fresh, by=None, reason="Ben is right.", revision=3)
    assert found() == VOID


def test_an_upheld_match_has_no_mark(match, ben, organiser):
    fresh = dispute_match(match=match, by=ben.user, note="I won.", revision=1)

    uphold_result(match=fresh, by=organiser, reason="It is right.", revision=2)

    assert found() is None


def test_the_clock_alone_takes_the_mark_of_a_waiting_match(ana, ben):
    season = season_of(make_ladder())
    Ladder.objects.update(confirm_hours=2)
    participants = [ParticipantResult(ana, 1.0), ParticipantResult(ben, 0.0)]
    with time_machine.travel("2026-03-10 19:42 +0000", tick=False) as clock:
        season.ladder.refresh_from_db()
        enter_report(season=season, participants=participants, by=ana.user, kind="rated", facts={"length": 5})
        assert found() == UNCONFIRMED

        clock.shift(timedelta(hours=2))
        assert found() is None


def test_a_pending_match_is_marked_whatever_the_clock_says(ana, ben):
    participants = [ParticipantResult(ana, 1.0), ParticipantResult(ben, 0.0)]
    match = enter_report(season=make_asking(), participants=participants, by=ana.user, kind="rated")
    assert found() == PENDING

    Match.objects.update(confirm_by=match.recorded_at)
    assert found() == PENDING

    dispute_match(match=match, by=ben.user, note="I won.", revision=1)
    assert found() == PENDING_AND_DISPUTED


def test_the_versions_of_one_match_mark_no_other(match, ana, ben):
    again = enter_report(
        season=match.season,
        participants=[ParticipantResult(ben, 1.0), ParticipantResult(ana, 0.0)],
        by=ben.user,
        kind="rated",
        facts={"length": 7},
    )

    void_match(match=match, by=None, reason="Twice.", revision=1)

    assert load_marks(Match.objects.all()) == {match.pk: VOID}
    assert load_marks([again]) == {}
