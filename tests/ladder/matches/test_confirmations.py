"""What waits for somebody's word, and how it is said."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.utils import timezone

from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import void_match
from ladder.matches.actions.disputes import confirm_match, dispute_match
from ladder.matches.actions.new_match import record_match
from ladder.matches.actions.reports import report_match
from ladder.matches.queries.confirmations import describe_waiting, list_matches_to_confirm
from ladder.models import Ladder, Match
from players.models import Player
from tests.factories import make_asking, make_ladder, make_member, make_player, season_of

pytestmark = pytest.mark.django_db


def won(season, winner, loser):
    return report_match(
        season=season,
        participants=[ParticipantResult(winner, 1.0), ParticipantResult(loser, 0.0)],
        by=winner.user,
        kind="rated",
    )


def asked(player):
    return [
        (one.match.pk, one.outcome.who, one.outcome.went)
        for one in list_matches_to_confirm(player, player.user or User())
    ]


def test_a_pending_match_waits_for_the_opponent_and_nobody_else(ana, ben):
    match = won(make_asking(), ana, ben)

    assert asked(ben) == [(match.pk, "Ana", "beat Ben")]
    assert (asked(ana), asked(make_member("Cy"))) == ([], [])


def test_so_does_one_that_counts_meanwhile_for_its_hours(ana, ben):
    ladder = make_ladder("points-exchange")
    Ladder.objects.update(confirm_hours=2)
    with time_machine.travel("2026-03-10 19:42 +0000", tick=False) as clock:
        match = won(season_of(ladder), ana, ben)
        assert asked(ben) == [(match.pk, "Ana", "beat Ben")]

        clock.shift(timedelta(hours=2))
        assert asked(ben) == []


@pytest.mark.parametrize("said", ["confirm", "dispute", "void"])
def test_it_waits_no_longer_once_something_was_said(ana, ben, organiser, said):
    match = won(make_asking(), ana, ben)

    if said == "void":
        void_match(match=match, by=organiser, reason="Entered twice.", revision=1)
    elif said == "dispute":
        dispute_match(match=match, by=ben.user, revision=1, note="I won.")
    else:
        confirm_match(match=match, by=ben.user, revision=1)

    assert (asked(ben), describe_waiting(Match.objects.get())) == ([], "")


def test_a_merged_player_is_asked_too(ana, ben):
    other = make_player("Benny")
    match = won(make_asking(), ana, other)
    Player.objects.filter(pk=other.pk).update(merged_into=ben)

    assert asked(ben) == [(match.pk, "Ana", "beat Ben")]


def test_the_page_says_what_silence_does(ana, ben):
    with time_machine.travel("2026-03-10 19:42 +0000", tick=False) as clock:
        match = won(make_asking(), ana, ben)
        until = "12 March 2026, 19:42"
        assert describe_waiting(match) == f"Waiting for Ben to confirm. If nobody answers, it counts from {until}."

        clock.shift(timedelta(hours=48))
        assert describe_waiting(match) == f"Nobody objected by {until}, so it will count shortly."


def test_without_hours_it_waits_for_somebody(ana, ben):
    match = won(make_asking(), ana, ben)
    match.confirm_by = None

    assert describe_waiting(match) == "Waiting for Ben or an organiser to confirm."


@pytest.mark.parametrize("many", [1, 4])
def test_what_waits_takes_a_constant_number_of_queries(ana, ben, many, django_assert_num_queries):
    season = make_asking()
    for _ in range(many):
        won(season, ana, ben)

    with django_assert_num_queries(2):
        assert len(list_matches_to_confirm(ben, ben.user)) == many


def test_the_most_urgent_comes_first(ana, ben):
    season = make_asking()
    first, second = won(season, ana, ben), won(season, ana, ben)
    Match.objects.filter(pk=second.pk).update(confirm_by=timezone.now())

    assert [pk for pk, *_ in asked(ben)] == [second.pk, first.pk]


def test_what_nobody_reported_waits_for_all_who_played(ana, ben):
    """As at the venue, where there is no account."""
    participants = [ParticipantResult(ana, 1.0), ParticipantResult(make_player("Cy"), 0.0)]
    match = record_match(season=make_asking(), participants=participants, by=None, kind="rated", pending=True)

    assert describe_waiting(match) == "Waiting for Ana and Cy or an organiser to confirm."
    assert [pk for pk, *_ in asked(ana)] == [match.pk]
