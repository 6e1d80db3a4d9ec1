"""What a challenge asked of its players is read once it is answered, or over."""

from datetime import timedelta

import pytest
from django.core.management import call_command

from ladder.challenges.actions import (
    accept_challenge,
    call_off_as_organiser,
    challenge_side,
    decline_challenge,
    request_call_off,
    withdraw_challenge,
)
from ladder.challenges.queries.running import load_challenge_marks
from ladder.challenges.reports import record_walkover, report_challenge
from ladder.club.actions import change_ladder
from ladder.formats import ParticipantResult
from ladder.matches.actions.new_match import build_played_match
from ladder.seasons.actions.life_cycle import close_season
from players.models import Notice
from tests.factories import make_ladder, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    return season_of(make_ladder("points-exchange"))


@pytest.fixture
def asked(season, people):
    return challenge_side(season=season, by=people["Ana"].user, opponents=[people["Ben"]])


def unread():
    """Return who has yet to read what, by its first words."""
    rows = Notice.objects.filter(read_at=None).select_related("player").order_by("pk")
    return [(one.player.name, " ".join(one.text.split()[:2])) for one in rows]


@pytest.mark.parametrize(
    ("verb", "who", "left"),
    [
        (accept_challenge, "Ben", [("Ana", "Ben accepted")]),
        (decline_challenge, "Ben", [("Ana", "Ben declined")]),
        (withdraw_challenge, "Ana", [("Ben", "Ana withdrew")]),
    ],
)
def test_an_answer_is_all_that_is_news(asked, people, verb, who, left):
    assert unread() == [("Ben", "Ana challenged")]
    verb(challenge=asked, by=people[who].user)
    assert unread() == left


def test_another_challenge_keeps_what_it_asks(asked, season, people):
    challenge_side(season=season, by=people["Cy"].user, opponents=[people["Ben"]])
    accept_challenge(challenge=asked, by=people["Ben"].user)
    assert unread() == [("Ben", "Cy challenged"), ("Ana", "Ben accepted")]


def test_a_notice_follows_the_ladder_to_another_address(asked, season, people):
    renamed = change_ladder(ladder=season.ladder, values={"slug": "chess"}, by=None)
    assert Notice.objects.get().url == f"/chess/challenges#challenge-{asked.pk}"
    accept_challenge(challenge=asked, by=people["Ben"].user)
    assert unread() == [("Ana", "Ben accepted")]
    assert people["Ana"].notices.get().url.startswith(renamed.get_absolute_url())


def test_who_agrees_to_call_it_off_has_read_that_it_was_asked(accepted, people):
    request_call_off(challenge=accepted, by=people["Ana"].user)
    assert unread() == [("Ben", "Ana asks")]
    request_call_off(challenge=accepted, by=people["Ben"].user)
    assert unread() == [("Ana", "Ben agreed")]


def test_what_an_organiser_calls_off_asks_nobody_any_more(asked, organiser):
    call_off_as_organiser(challenge=asked, by=organiser)
    assert unread() == [("Ana", "An organiser"), ("Ben", "An organiser")]


def test_a_season_that_closes_leaves_only_that_it_did(asked, season):
    close_season(season)
    assert sorted(unread()) == [("Ana", "All time"), ("Ben", "All time")]


def test_what_was_played_asks_nobody_any_more(accepted, people):
    participants = [ParticipantResult(people["Ana"], 1.0), ParticipantResult(people["Ben"], 0.0)]
    report_challenge(challenge=accepted, by=people["Ben"].user, entry=build_played_match("rated", participants[::-1]))
    assert unread() == [("Ana", "Ben reported:")]


def test_a_walkover_asks_nobody_any_more(accepted, people, organiser):
    record_walkover(challenge=accepted, winner=people["Ben"], by=organiser)
    assert unread() == [("Ana", "organiser reported:"), ("Ben", "organiser reported:")]


def test_what_ran_out_without_an_answer_asks_nobody_any_more(asked, time_machine):
    time_machine.move_to(asked.answer_by - timedelta(seconds=1))
    call_command("remind")
    assert unread() == [("Ben", "Ana challenged"), ("Ben", "Answer Ana’s")]
    time_machine.move_to(asked.answer_by)
    call_command("remind")
    assert unread() == []


def test_a_mark_is_the_members_own_and_ends_with_the_time_to_answer(asked, season, people, time_machine):
    ana, ben, cy = (people[name] for name in ("Ana", "Ben", "Cy"))
    other = challenge_side(season=season, by=ana.user, opponents=[cy])
    accept_challenge(challenge=other, by=cy.user)
    assert load_challenge_marks(season, ana) == {ben.pk: "Challenged", cy.pk: "To play"}
    assert load_challenge_marks(season, ben) == {ana.pk: "Challenged you"}
    time_machine.move_to(asked.answer_by)
    assert load_challenge_marks(season, ben) == {}
    assert load_challenge_marks(season, ana) == {cy.pk: "To play"}


def test_what_was_accepted_asks_for_as_long_as_it_can_be_reported(accepted, time_machine):
    """It stays as long again as there was to play."""
    assert unread() == [("Ana", "Ben accepted")]
    time_machine.move_to(accepted.decide_at - timedelta(seconds=1))
    call_command("remind")
    assert unread() == [("Ana", "Ben accepted")]
    time_machine.move_to(accepted.decide_at)
    call_command("remind")
    assert unread() == []


def test_an_answer_stays_news_when_the_time_is_over(asked, people, time_machine):
    decline_challenge(challenge=asked, by=people["Ben"].user)
    time_machine.move_to(asked.answer_by)
    call_command("remind")
    assert unread() == [("Ana", "Ben declined")]
