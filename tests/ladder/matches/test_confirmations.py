"""What waits for somebody's word, and how it is said."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.utils import timezone

from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import void_match
from ladder.matches.actions.disputes import confirm_match, dispute_match
from ladder.matches.queries.confirmations import describe_waiting, list_matches_to_confirm
from ladder.matches.queries.results import load_marks
from ladder.models import Ladder, Match, Role
from players.models import Notice, Player
from tests.factories import (
    enter_match,
    enter_report,
    make_asking,
    make_ladder,
    make_member,
    make_player,
    season_of,
)

pytestmark = pytest.mark.django_db


def won(season, winner, loser):
    return enter_report(
        season=season,
        participants=[ParticipantResult(winner, 1.0), ParticipantResult(loser, 0.0)],
        by=winner.user,
        kind="rated",
    )


def asked(player):
    return [(one.match.pk, one.outcome.who, one.outcome.went) for one in list_matches_to_confirm(player)]


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

    assert (asked(ben), describe_waiting(Match.objects.get(), is_rated=True)) == ([], "")


def test_a_merged_player_is_asked_too(ana, ben):
    other = make_player("Benny")
    match = won(make_asking(), ana, other)
    Player.objects.filter(pk=other.pk).update(merged_into=ben)

    assert asked(ben) == [(match.pk, "Ana", "beat Ben")]


def test_the_page_says_what_silence_does(ana, ben):
    with time_machine.travel("2026-03-10 19:42 +0000", tick=False) as clock:
        match = won(make_asking(), ana, ben)
        until = "12 March 2026, 19:42"
        asked = f"Waiting for Ben to confirm. If nobody answers by {until}, it counts."
        assert describe_waiting(match, is_rated=True) == asked

        clock.shift(timedelta(hours=48))
        assert describe_waiting(match, is_rated=True) == f"Nobody objected by {until}, so it will count shortly."


def test_without_hours_it_waits_for_somebody(ana, ben, organiser):
    match = won(make_asking(), ana, ben)
    match.confirm_by = None

    assert describe_waiting(match, is_rated=True) == "Waiting for Ben or an organiser to confirm."


@pytest.mark.parametrize("many", [1, 4])
def test_what_waits_takes_a_constant_number_of_queries(ana, ben, many, django_assert_num_queries):
    season = make_asking()
    for _ in range(many):
        won(season, ana, ben)

    with django_assert_num_queries(3):
        assert len(list_matches_to_confirm(ben)) == many


def test_the_most_urgent_comes_first(ana, ben):
    season = make_asking()
    first, second = won(season, ana, ben), won(season, ana, ben)
    Match.objects.filter(pk=second.pk).update(confirm_by=timezone.now())

    assert [pk for pk, *_ in asked(ben)] == [second.pk, first.pk]


def test_what_nobody_reported_waits_for_all_who_can_answer(ana, organiser):
    """As at the venue, where there is no account."""
    participants = [ParticipantResult(ana, 1.0), ParticipantResult(make_member("Cy"), 0.0)]
    match = enter_match(season=make_asking(), participants=participants, by=None, kind="rated", pending=True)

    assert describe_waiting(match, is_rated=True) == "Waiting for Ana and Cy or an organiser to confirm."
    assert [pk for pk, *_ in asked(ana)] == [match.pk]


def test_nobody_is_asked_of_a_match_that_counts_where_no_opponent_has_an_account(ana):
    season = season_of(make_ladder("points-exchange"))
    Ladder.objects.update(confirm_hours=48)
    match = won(season_of(season.ladder), ana, make_player("Ben"))

    assert (describe_waiting(match, is_rated=True), load_marks([match])) == ("", {})


@pytest.mark.parametrize("account", ["none", "closed", "of a merged name"])
def test_of_four_only_an_opponent_who_can_answer_is_asked(account):
    """Cy played with the reporter, so has no button; Di may have no account, or one that is closed."""
    people = {name: make_member(name) for name in ("Ana", "Cy", "Bo")} | {"Di": make_player("Di")}
    if account == "closed":
        people["Di"] = make_member("Di")
        User.objects.filter(player=people["Di"]).update(is_active=False)
    elif account == "of a merged name":
        old = make_member("Dina")
        Player.objects.filter(pk=old.pk).update(merged_into=people["Di"])
    match = report_doubles(people)

    names = "Bo and Di" if account == "of a merged name" else "Bo"
    assert describe_waiting(match, is_rated=True).startswith(f"Waiting for {names} to confirm. If nobody answers by ")
    assert [name for name, one in people.items() if asked(one)] == names.split(" and ")


def report_doubles(people):
    """Let Ana report that she and Cy beat Bo and Di."""
    sides = {"Ana": 1, "Cy": 1, "Bo": 2, "Di": 2}
    participants = [ParticipantResult(people[name], float(2 - side), side=side) for name, side in sides.items()]
    season = make_asking()
    season.boards.update(options={"takes": "teams"})
    return enter_report(season=season, participants=participants, by=people["Ana"].user, kind="team")


@pytest.mark.parametrize(
    ("others", "said"),
    [
        (True, "Waiting for an organiser to confirm. If nobody answers by 12 March 2026, 19:42, it counts."),
        (False, "Nobody else can confirm it. If nobody objects by 12 March 2026, 19:42, it counts."),
    ],
)
@time_machine.travel("2026-03-10 19:42 +0000", tick=False)
def test_where_no_opponent_has_an_account_an_organiser_is_asked_who_did_not_report(ana, others, said):
    """Ana is an organiser herself."""
    season = make_asking()
    for user in (ana.user, User.objects.create_user("eve") if others else ana.user):
        Role.objects.update_or_create(ladder=season.ladder, user=user, role="organiser")
    match = won(season, ana, make_player("Ben"))

    assert match.is_pending
    assert describe_waiting(match, is_rated=True) == said


def test_a_partner_hears_that_an_organiser_confirms_where_no_opponent_can():
    people = {name: make_member(name) for name in ("Ana", "Cy")} | {name: make_player(name) for name in ("Bo", "Di")}
    report_doubles(people)

    assert Notice.objects.get(player=people["Cy"]).text.endswith("It is pending until an organiser confirms it.")
