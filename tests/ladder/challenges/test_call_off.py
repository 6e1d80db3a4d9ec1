"""An accepted challenge is called off by those who were to play it, by an organiser, or when its season closes."""

import pytest
from django.core.exceptions import ValidationError

from ladder import ledger
from ladder.access.permissions import NotAllowed
from ladder.challenges.actions import (
    accept_challenge,
    call_off_as_organiser,
    challenge_side,
    open_battle,
    request_call_off,
)
from ladder.challenges.queries.running import describe_unfinished_challenges
from ladder.challenges.reports import find_challenge_to_report, report_challenge
from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import void_match
from ladder.matches.actions.new_match import build_played_match
from ladder.models import Fixture, Match, State
from ladder.seasons.actions.life_cycle import close_season, reopen_season
from players.models import Notice
from tests.factories import make_ladder, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    return season_of(make_ladder("points-exchange"))


@pytest.fixture
def agreed(accepted):
    """A challenge of Ana that Ben accepted; nobody was told of anything yet."""
    Notice.objects.all().delete()
    return accepted


def told():
    """Who was told what since the last time."""
    found = {(one.player.name, one.text) for one in Notice.objects.all()}
    Notice.objects.all().delete()
    return found


def test_one_asks_and_the_other_agrees(agreed, people):
    request_call_off(challenge=agreed, by=people["Ana"].user)
    request_call_off(challenge=agreed, by=people["Ana"].user)
    assert Fixture.objects.get().state == State.ACCEPTED
    assert told() == {("Ben", "Ana asks to call the challenge off. It stays until everybody agrees.")}

    request_call_off(challenge=agreed, by=people["Ben"].user)
    found = Fixture.objects.get()
    assert (found.state, found.accepted_at, found.play_by) == (State.CALLED_OFF, None, None)
    assert told() == {("Ana", "Ben agreed to call the challenge off.")}


def test_what_is_called_off_can_not_be_reported_and_another_may_be_made(season, agreed, people):
    for name in ("Ben", "Ana"):
        request_call_off(challenge=agreed, by=people[name].user)
    assert find_challenge_to_report(season=season, pk=agreed.pk, by=people["Ana"].user) is None
    with pytest.raises(ValidationError, match="was called off"):
        request_call_off(challenge=agreed, by=people["Ana"].user)
    assert challenge_side(season=season, by=people["Ana"].user, opponents=[people["Ben"]]).state == State.OPEN


def test_an_organiser_calls_off_at_once_what_is_accepted_or_open(season, agreed, people, organiser):
    call_off_as_organiser(challenge=agreed, by=organiser)
    text = "An organiser called off Ana’s challenge."
    assert (Fixture.objects.get().state, told()) == (State.CALLED_OFF, {("Ana", text), ("Ben", text)})
    made = challenge_side(season=season, by=people["Cy"].user, opponents=[people["Ben"]])
    assert call_off_as_organiser(challenge=made, by=organiser).state == State.CALLED_OFF


def test_nobody_else_calls_it_off_nor_what_is_not_accepted(season, agreed, people):
    with pytest.raises(NotAllowed, match="between others"):
        request_call_off(challenge=agreed, by=people["Cy"].user)
    made = challenge_side(season=season, by=people["Cy"].user, opponents=[people["Ben"]])
    with pytest.raises(NotAllowed):
        request_call_off(challenge=made, by=people["Ben"].user)
    with pytest.raises(NotAllowed, match="Only organisers"):
        call_off_as_organiser(challenge=agreed, by=people["Ana"].user)
    with pytest.raises(ValidationError, match="has not been accepted"):
        request_call_off(challenge=made, by=people["Cy"].user)


def test_a_battle_is_called_off_when_all_have_asked(people):
    games = season_of(make_ladder("warlocks-score", slug="games"))
    made = open_battle(season=games, by=people["Ana"].user, places=3, note="Who is in?")
    for name in ("Ben", "Cy"):
        accept_challenge(challenge=made, by=people[name].user)
    states = [request_call_off(challenge=made, by=player.user).state for player in people.values()]
    assert states == [State.ACCEPTED, State.ACCEPTED, State.CALLED_OFF]


def test_a_season_that_closes_ends_what_was_not_played_and_reopening_revives_nothing(
    season, agreed, people, time_machine
):
    time_machine.move_to(Fixture.objects.get().play_by)  # overdue, which ends, too
    challenge_side(season=season, by=people["Cy"].user, opponents=[people["Ben"]])
    told()
    assert describe_unfinished_challenges(season) == "Two challenges that were not played will be called off."
    close_season(season)
    ended = {name: f"All time has closed, so {name}’s challenge was called off." for name in ("Ana", "Cy")}
    assert told() == {("Ana", ended["Ana"]), ("Ben", ended["Ana"]), ("Ben", ended["Cy"]), ("Cy", ended["Cy"])}
    reopen_season(season)
    assert {one.state for one in Fixture.objects.all()} == {State.CALLED_OFF}
    assert describe_unfinished_challenges(season) == ""


def test_a_season_that_closes_leaves_what_was_played_declined_or_ran_out(season, agreed, people, time_machine):
    participants = [ParticipantResult(people["Ana"], 1.0), ParticipantResult(people["Ben"], 0.0)]
    match = report_challenge(challenge=agreed, by=people["Ana"].user, entry=build_played_match("rated", participants))
    late = challenge_side(season=season, by=people["Cy"].user, opponents=[people["Ben"]])
    time_machine.move_to(late.answer_by)
    close_season(season)
    assert [one.state for one in Fixture.objects.order_by("pk")] == [State.PLAYED, State.EXPIRED]
    assert Fixture.objects.get(pk=agreed.pk).match == match


def test_a_voided_match_leaves_a_challenge_that_can_be_called_off(agreed, people, organiser):
    participants = [ParticipantResult(people["Ana"], 1.0), ParticipantResult(people["Ben"], 0.0)]
    match = report_challenge(challenge=agreed, by=people["Ana"].user, entry=build_played_match("rated", participants))
    void_match(match=match, by=organiser, reason="Never played", revision=1)
    call_off_as_organiser(challenge=agreed, by=organiser)
    assert (Fixture.objects.get().match, Match.objects.count()) == (None, 1)
    assert ledger.verify(match.season.ladder) == []
