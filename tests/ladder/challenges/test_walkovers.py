"""An accepted challenge that was not played: who closes it, when, and that it is counted and never rated."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder import ledger
from ladder.access.permissions import NotAllowed
from ladder.challenges.actions import accept_challenge, challenge_side
from ladder.challenges.reports import record_walkover, report_challenge
from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import void_match
from ladder.matches.actions.disputes import dispute_match
from ladder.matches.actions.new_match import build_played_match
from ladder.models import Fixture, Match, RatingChange, Standing, State
from players.models import Notice
from tests.factories import make_ladder, play, season_of
from tests.threads import together

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    return season_of(make_ladder("match-length-elo", "points-exchange"))


@pytest.fixture
def overdue(accepted):
    now = timezone.now()
    Fixture.objects.update(accepted_at=now - timedelta(14), play_by=now, decide_at=now + timedelta(14))
    return accepted


def counts(board, name):
    row = Standing.objects.get(board=board, player__name=name)
    return row.points, row.experience, row.played, row.won, row.lost


def test_a_player_closes_it_for_themselves_when_the_time_is_over(overdue, people, season):
    match = record_walkover(challenge=overdue, winner=people["Ben"], by=people["Ben"].user)
    assert (match.kind, Fixture.objects.get().state) == ("walkover", State.PLAYED)
    for board, start in zip(season.boards.all(), (1800, 1000), strict=True):  # B-1, P-1
        assert counts(board, "Ben") == (start, 0, 1, 1, 0)
        assert counts(board, "Ana") == (start, 0, 1, 0, 1)
    assert {row.change for row in RatingChange.objects.all()} == {0}
    assert ledger.verify(season.ladder) == []
    assert Notice.objects.filter(player=people["Ana"], text__contains="Ben beat Ana by walkover").exists()


def test_nothing_that_is_rated_later_feels_it(overdue, people, season):
    record_walkover(challenge=overdue, winner=people["Ben"], by=people["Ben"].user)
    match = play(season, "Ana", "Ben")
    board = season.boards.get(system="points-exchange")
    changes = RatingChange.objects.filter(board=board, participant__match=match)
    assert sorted(row.change for row in changes) == [-10, 10]  # P-4, the first row
    assert ledger.verify(season.ladder) == []


def test_before_its_time_is_over_a_player_waits(accepted, people):
    with pytest.raises(ValidationError, match="You can close it as a walkover from"):
        record_walkover(challenge=accepted, winner=people["Ana"], by=people["Ana"].user)
    assert not Match.objects.exists()


def test_nobody_gives_it_to_the_other_or_closes_that_of_others(overdue, people):
    for who, winner in (("Ana", "Ben"), ("Cy", "Cy"), ("Cy", "Ana")):
        with pytest.raises(NotAllowed):
            record_walkover(challenge=overdue, winner=people[winner], by=people[who].user)
    assert not Match.objects.exists()


def test_an_organiser_gives_it_to_either_at_once(accepted, people, organiser):
    with pytest.raises(ValidationError, match="Choose one of the two players"):
        record_walkover(challenge=accepted, winner=people["Cy"], by=organiser)
    assert record_walkover(challenge=accepted, winner=people["Ana"], by=organiser).reported_by == organiser


def test_one_that_nobody_accepted_or_that_was_played_is_none(season, people, organiser):
    made = challenge_side(season=season, by=people["Ana"].user, opponents=[people["Ben"]])
    with pytest.raises(ValidationError):
        record_walkover(challenge=made, winner=people["Ana"], by=organiser)
    accept_challenge(challenge=made, by=people["Ben"].user)
    participants = [ParticipantResult(people["Ana"], 1.0), ParticipantResult(people["Ben"], 0.0)]
    report_challenge(
        challenge=made, by=people["Ana"].user, entry=build_played_match("rated", participants, facts={"length": 5})
    )
    with pytest.raises(ValidationError, match="has been played"):
        record_walkover(challenge=made, winner=people["Ana"], by=organiser)


def test_an_unanswered_one_costs_nothing(season, people):
    challenge_side(season=season, by=people["Ana"].user, opponents=[people["Ben"]])
    Fixture.objects.update(answer_by=timezone.now())
    assert Fixture.objects.get().state == State.EXPIRED
    assert not Standing.objects.exists()


def test_the_other_disputes_it_and_an_organiser_takes_it_back(overdue, people, organiser, season):
    match = record_walkover(challenge=overdue, winner=people["Ben"], by=people["Ben"].user)
    dispute_match(match=match, by=people["Ana"].user, note="We had agreed on Sunday.", revision=1)
    void_match(match=match, by=organiser, reason="They had agreed on Sunday.", revision=2)
    assert Fixture.objects.get().state == State.OVERDUE
    assert not Standing.objects.exists()
    assert ledger.verify(season.ladder) == []


@pytest.mark.django_db(transaction=True)
def test_of_two_claims_at_once_one_wins(overdue, people):
    claims = [
        lambda one=people[name]: record_walkover(challenge=overdue, winner=one, by=one.user) for name in ("Ana", "Ben")
    ]
    outcomes = together(claims)
    assert [isinstance(one, ValidationError) for one in outcomes].count(True) == 1
    assert Match.objects.count() == 1
