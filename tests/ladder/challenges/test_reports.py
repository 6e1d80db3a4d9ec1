"""A challenge that was played: the start is frozen, the players are those who agreed, and it is played once."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder import ledger
from ladder.access.permissions import NotAllowed
from ladder.challenges.actions import accept_challenge, challenge_side, open_battle
from ladder.challenges.reports import report_challenge
from ladder.formats import Exit, ParticipantResult
from ladder.matches.actions.new_match import build_played_match
from ladder.matches.actions.reports import fix_report, undo_report
from ladder.models import Fixture, Match, RatingChange, State
from tests.factories import enter_match, make_ladder, make_player, season_of

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def season():
    return season_of(make_ladder("warlocks-score"))


def killed(winner, *losers):
    return [
        ParticipantResult(make_player(winner), exit=Exit("standing")),
        *(ParticipantResult(make_player(one), exit=Exit("dead", 1)) for one in losers),
    ]


def won(challenge, by, winner="Ana", loser="Ben", form_key=None, **given):
    entry = build_played_match("ladder", killed(winner, loser), **given)
    return report_challenge(challenge=challenge, by=by, entry=entry, form_key=form_key)


def test_the_match_begins_when_the_challenge_was_accepted(accepted, people):
    match = won(accepted, people["Ana"].user)
    found = Fixture.objects.select_related("match").get()
    assert (found.match, found.state) == (match, State.PLAYED)
    assert match.started_at == found.accepted_at


def test_the_ratings_of_the_moment_of_acceptance_decide_the_cap(accepted, people, season, time_machine):
    """W-8: accepted at 0 against 0, the mean is 0; whoever has 5 at the end gains nothing."""
    for hour in range(1, 6):
        time_machine.move_to(accepted.accepted_at + hour * HOUR)
        enter_match(season=season, participants=killed("Ana", "Nought"), by=None, kind="ladder")
    time_machine.move_to(accepted.accepted_at + 6 * HOUR)
    match = won(accepted, people["Ana"].user)
    row = RatingChange.objects.get(participant__match=match, participant__player=people["Ana"])
    assert (row.before_points, row.after_points, row.at_start[0]) == (5, 5, 0)
    assert ledger.verify(season.ladder) == []


def test_the_range_of_the_moment_of_acceptance_holds(accepted, people, season, time_machine):
    """W-9 is tested when the challenge is accepted, not at the end."""
    for hour in range(1, 7):
        time_machine.move_to(accepted.accepted_at + hour * HOUR)
        enter_match(
            season=season, participants=killed("Ana", "Nought"), by=None, kind="friendly" if hour > 6 else "ladder"
        )
    time_machine.move_to(accepted.accepted_at + 8 * HOUR)
    assert won(accepted, people["Ben"].user, "Ben", "Ana")


def test_no_start_that_is_sent_along_counts(accepted, people):
    match = won(accepted, people["Ana"].user, started_at=timezone.now() - 5 * HOUR)
    assert match.started_at == Fixture.objects.get().accepted_at


def test_a_match_that_ended_before_is_not_of_this_challenge(accepted, people):
    with pytest.raises(Exception, match="can't end before it began"):
        won(accepted, people["Ana"].user, played_at=timezone.now() - HOUR)


def test_a_match_of_others_is_not_of_this_challenge(accepted, people):
    with pytest.raises(ValidationError, match="This challenge is between Ana and Ben"):
        won(accepted, people["Ana"].user, "Ana", "Cy")


def test_fixing_the_report_keeps_its_players(accepted, people):
    match = won(accepted, people["Ana"].user)
    fixed = {"match": match, "by": people["Ana"].user, "revision": 1}
    with pytest.raises(ValidationError, match="This challenge is between Ana and Ben"):
        fix_report(entry=build_played_match("ladder", killed("Ana", "Cy")), **fixed)
    assert fix_report(entry=build_played_match("ladder", killed("Ben", "Ana")), **fixed).revision == 2


def test_nobody_else_reports_it(accepted, people):
    with pytest.raises(NotAllowed, match="between others"):
        won(accepted, people["Cy"].user)


def test_it_is_played_once_and_the_same_form_again_is_no_second_match(accepted, people):
    key = uuid4()
    first = won(accepted, people["Ana"].user, form_key=key)
    assert won(accepted, people["Ana"].user, form_key=key) == first
    with pytest.raises(ValidationError, match="has been played"):
        won(accepted, people["Ben"].user, form_key=uuid4())
    assert Match.objects.count() == 1


def test_one_that_nobody_accepted_is_not_reported(season, people):
    made = challenge_side(season=season, by=people["Ana"].user, opponents=[people["Ben"]])
    with pytest.raises(ValidationError):
        won(made, people["Ana"].user)
    assert not Match.objects.exists()


def test_a_report_that_is_undone_leaves_the_challenge_to_be_played(accepted, people):
    match = won(accepted, people["Ana"].user)
    undo_report(match=match, by=people["Ana"].user, revision=1)
    assert Fixture.objects.get().state == State.ACCEPTED
    again = won(accepted, people["Ben"].user, "Ben", "Ana")
    assert Fixture.objects.get().match == again


def test_a_battle_of_three_is_reported_by_one_of_them(season, people):
    made = open_battle(season=season, by=people["Ana"].user, places=3)
    accept_challenge(challenge=made, by=people["Ben"].user)
    accept_challenge(challenge=made, by=people["Cy"].user)
    match = report_challenge(
        challenge=made, by=people["Ana"].user, entry=build_played_match("ladder", killed("Ana", "Ben", "Cy"))
    )
    assert Fixture.objects.get().match == match
