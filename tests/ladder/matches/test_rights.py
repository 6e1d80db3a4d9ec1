"""Who may fix, undo, dispute and confirm a match, and until when."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import correct_match
from ladder.matches.actions.disputes import dispute_match
from ladder.matches.queries.confirmations import is_opponent_asked
from ladder.matches.queries.rights import (
    IS_VOID,
    NOT_A_PLAYER,
    NOT_REPORTED,
    OWN_REPORT,
    TOO_LATE,
    MatchRights,
    load_match_rights,
    refuse_confirmation,
    refuse_dispute,
    refuse_fix,
)
from ladder.models import Ladder, Match
from players.models import Club
from tests.factories import enter_report, make_ladder, make_member, play, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(ana, ben):
    return won(ana, ben)


def won(ana, ben, **ladder):
    season = season_of(make_ladder())
    if ladder:
        Ladder.objects.update(**ladder)
        season.ladder.refresh_from_db()
    return enter_report(
        season=season,
        participants=[ParticipantResult(ana, 1.0), ParticipantResult(ben, 0.0)],
        by=ana.user,
        kind="rated",
        facts={"length": 5},
    )


def again(match):
    return Match.objects.select_related("season__ladder").get(pk=match.pk)


def test_the_reporter_fixes_and_nobody_else(match, ana, ben, organiser):
    assert refuse_fix(match, ana.user) == ""
    assert refuse_fix(match, ben.user) == NOT_REPORTED
    assert refuse_fix(match, organiser) == NOT_REPORTED
    assert refuse_fix(match, AnonymousUser()) == NOT_REPORTED


def test_nobody_fixes_a_match_that_no_account_reported(organiser):
    match = play(season_of(make_ladder()), "Ana", "Ben")

    assert refuse_fix(match, AnonymousUser()) == NOT_REPORTED
    assert refuse_fix(match, organiser) == NOT_REPORTED


@pytest.mark.parametrize(
    ("now", "refusal"), [("2026-03-10 23:59:59 +0000", ""), ("2026-03-11 00:00:00 +0000", TOO_LATE)]
)
def test_the_time_ends_with_the_clubs_day(ana, ben, now, refusal):
    with time_machine.travel("2026-03-10 19:42 +0000", tick=False) as clock:
        match = won(ana, ben)
        clock.move_to(now, tick=False)

        assert refuse_fix(match, ana.user) == refusal


@pytest.mark.parametrize(
    ("now", "refusal"), [("2026-01-11 03:59:59 +0000", ""), ("2026-01-11 04:00:00 +0000", TOO_LATE)]
)
def test_the_day_is_the_clubs_and_not_that_of_utc(ana, ben, now, refusal):
    """In Halifax it is midnight at 04:00 UTC in winter."""
    Club.objects.create(pk=Club.ONLY, time_zone="America/Halifax")
    with time_machine.travel("2026-01-10 23:00 +0000", tick=False) as clock:
        match = won(ana, ben)
        clock.move_to(now, tick=False)

        assert refuse_fix(match, ana.user) == refusal


@pytest.mark.parametrize(("minutes", "after", "refusal"), [(10, 599, ""), (10, 600, TOO_LATE), (0, 0, TOO_LATE)])
def test_a_ladder_may_give_minutes_instead(ana, ben, minutes, after, refusal):
    with time_machine.travel("2026-03-10 23:55 +0000", tick=False) as clock:
        match = won(ana, ben, fix_minutes=minutes)
        clock.shift(timedelta(seconds=after))

        assert refuse_fix(match, ana.user) == refusal


def test_what_an_organiser_touched_stays(match, ana, organiser):
    correct_match(match=match, by=organiser, reason="To 7.", revision=1, facts={"length": 7})

    assert refuse_fix(again(match), ana.user) == (
        "organiser corrected this match since, so only an organiser can change it now."
    )


def test_what_the_shell_touched_stays(match, ana):
    match.save()

    assert "The site corrected this match since" in refuse_fix(again(match), ana.user)


def test_a_dispute_does_not_take_the_fix_away(match, ana, ben):
    dispute_match(match=match, by=ben.user, note="I won.", revision=1)

    assert refuse_fix(again(match), ana.user) == ""


def test_a_void_match_and_a_closed_season_stay(match, ana):
    match.season.closed_at = timezone.now()
    assert refuse_fix(match, ana.user) == "All time is closed, so its matches can't be changed."

    match.status = Match.Status.VOID
    assert refuse_fix(match, ana.user) == IS_VOID


def test_those_who_played_dispute_but_not_who_reported(match, ana, ben, organiser):
    assert refuse_dispute(match, ben.user) == ""
    assert refuse_dispute(match, ana.user) == OWN_REPORT
    assert refuse_dispute(match, make_member("Cy").user) == NOT_A_PLAYER
    assert refuse_dispute(match, organiser) == NOT_A_PLAYER
    assert refuse_dispute(match, AnonymousUser()) == NOT_A_PLAYER


def test_either_player_disputes_what_an_organiser_reported(ana, ben, organiser):
    participants = [ParticipantResult(ana, 1.0), ParticipantResult(ben, 0.0)]
    match = enter_report(
        season=season_of(make_ladder()), participants=participants, by=organiser, kind="rated", facts={"length": 5}
    )

    assert [refuse_dispute(match, one.user) for one in (ana, ben)] == ["", ""]


def test_one_dispute_at_a_time(match, ben):
    dispute_match(match=match, by=ben.user, note="I won.", revision=1)

    assert refuse_dispute(again(match), ben.user) == (
        "Ben has already disputed this match. The organisers will check it."
    )


def test_nobody_is_asked_to_confirm_unless_the_ladder_says_so(match, ben):
    assert refuse_confirmation(match, ben.user) == "This match needs no confirmation."


@pytest.mark.parametrize(("hours", "waits"), [(47, True), (48, False)])
def test_silence_confirms_after_the_ladders_hours(ana, ben, hours, waits):
    with time_machine.travel("2026-03-10 19:42 +0000", tick=False) as clock:
        match = won(ana, ben, confirm_hours=48)
        clock.shift(timedelta(hours=hours))

        assert is_opponent_asked(match) == waits
        assert (refuse_confirmation(match, ben.user) == "") == waits


def test_only_the_opponent_confirms(ana, ben, organiser):
    match = won(ana, ben, confirm_hours=48)

    assert refuse_confirmation(match, ana.user) == OWN_REPORT
    assert refuse_confirmation(match, organiser) == NOT_A_PLAYER


def test_what_the_page_offers_by_role(match, ana, ben, organiser):
    offered = {
        name: load_match_rights(match, user)
        for name, user in [("ana", ana.user), ("ben", ben.user), ("org", organiser)]
    }
    found = {name: (one.correct, one.fix, one.dispute, one.confirm) for name, one in offered.items()}

    assert found == {
        "ana": (False, True, False, False),
        "ben": (False, False, True, False),
        "org": (True, False, False, False),
    }
    assert load_match_rights(match, AnonymousUser()) == MatchRights()
