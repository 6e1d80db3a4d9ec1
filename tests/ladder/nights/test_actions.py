"""A night: who is there, games on courts, and results that are matches like any other."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder import ledger
from ladder.access.permissions import NotAllowed
from ladder.boxes.actions import NewBox, make_boxes
from ladder.challenges.actions import arrange_challenge
from ladder.matches.actions.reports import undo_report
from ladder.models import Court, Fixture, Ladder, Match, Origin, Season, Visit
from ladder.nights import actions
from ladder.nights.actions import NewCourt
from ladder.nights.queries.stored_night import load_stored_night
from ladder.scene import Scene
from players.models import Player
from tests.factories import make_ladder, make_member, season_of

pytestmark = pytest.mark.django_db
NAMES = ("Ana", "Ben", "Cy", "Di", "Eve", "Flo")


@pytest.fixture
def season():
    return season_of(make_ladder("elo", nights="recorders", reporters="players"))


@pytest.fixture
def players():
    return {name: make_member(name) for name in NAMES}


@pytest.fixture
def desk(season):
    return Scene(season, User.objects.create_user("desk", is_staff=True))


@pytest.fixture
def night(season, players, desk):
    ends_at = timezone.now() + timedelta(hours=3)
    night = actions.begin_night(scene=desk, ends_at=ends_at, courts=[NewCourt("One", 2), NewCourt("Two", 2)])
    for name in ("Ana", "Ben", "Cy", "Di"):
        actions.come_to_night(night=night, scene=desk, player=players[name])
    return night


def begin(night, scene, players, one, other, court="One"):
    place = Court.objects.select_related("night__season__ladder").get(night=night, name=court)
    return actions.begin_night_game(court=place, scene=scene, sides=[[players[one]], [players[other]]])


def test_a_game_is_a_fixture_and_its_result_a_match_that_is_rated_at_once(night, desk, players):
    game = begin(night, desk, players, "Ana", "Ben")
    assert (game.origin, game.court.name, game.state) == (Origin.NIGHT, "One", "accepted")
    match = actions.enter_game_result(fixture=game, scene=desk, winner=2)
    assert [(one.player.name, one.score) for one in match.participants.all()] == [("Ana", 0.0), ("Ben", 1.0)]
    assert Fixture.objects.get(pk=game.pk).match == match
    assert match.counts
    assert ledger.verify(night.season.ladder) == []


def test_two_taps_at_once_make_one_game_and_one_match(night, desk, players):
    game = begin(night, desk, players, "Ana", "Ben")
    assert begin(night, desk, players, "Ana", "Ben") == game
    with pytest.raises(ValidationError, match=r"On One now play Ana v Ben\. Somebody was faster\."):
        begin(night, desk, players, "Cy", "Di")
    match = actions.enter_game_result(fixture=game, scene=desk, winner=1)
    assert actions.enter_game_result(fixture=game, scene=desk, winner=1) == match
    with pytest.raises(ValidationError, match=r"The result is in already: Ana won\. Open the match to correct it\."):
        actions.enter_game_result(fixture=game, scene=desk, winner=2)
    assert Match.objects.count() == 1


def test_who_is_not_there_rests_or_plays_can_not_be_put_on_a_court(night, desk, players):
    with pytest.raises(ValidationError, match=r"Eve is not here, or plays already\."):
        begin(night, desk, players, "Ana", "Eve")
    begin(night, desk, players, "Ana", "Ben")
    with pytest.raises(ValidationError, match=r"Ben is not here, or plays already\."):
        begin(night, desk, players, "Ben", "Cy", "Two")
    with pytest.raises(ValidationError, match=r"Cy is named twice\."):
        begin(night, desk, players, "Cy", "Cy", "Two")
    actions.leave_night(night=night, scene=desk, player=players["Cy"])
    with pytest.raises(ValidationError, match=r"Cy is not here, or plays already\."):
        begin(night, desk, players, "Cy", "Di", "Two")


def test_members_tick_themselves_and_enter_their_own_games_only(night, desk, players):
    eve, ana = (Scene(night.season, players[name].user) for name in ("Eve", "Ana"))
    actions.come_to_night(night=night, scene=eve, player=players["Eve"])
    with pytest.raises(NotAllowed, match=r"Only whoever runs the night can do that"):
        actions.come_to_night(night=night, scene=eve, player=players["Flo"])
    with pytest.raises(NotAllowed, match=r"Only whoever runs the night can do that"):
        begin(night, eve, players, "Ana", "Ben")
    game = begin(night, ana, players, "Ana", "Ben")
    with pytest.raises(NotAllowed, match=r"Only whoever runs the night can do that"):
        actions.enter_game_result(fixture=game, scene=eve, winner=1)
    assert actions.enter_game_result(fixture=game, scene=ana, winner=1).reported_by == players["Ana"].user


def test_who_rests_and_comes_back_has_one_visit_and_who_went_home_two(night, desk, players):
    actions.rest_at_night(night=night, scene=desk, player=players["Ana"])
    actions.rest_at_night(night=night, scene=desk, player=players["Ana"])
    visit = Visit.objects.get(player=players["Ana"])
    assert (visit.is_resting, len(visit.rests)) == (True, 1)
    actions.come_to_night(night=night, scene=desk, player=players["Ana"])
    visit.refresh_from_db()
    assert (visit.is_resting, len(visit.rests)) == (False, 1)
    actions.leave_night(night=night, scene=desk, player=players["Ana"])
    actions.come_to_night(night=night, scene=desk, player=players["Ana"])
    assert Visit.objects.filter(player=players["Ana"]).count() == 2


def test_two_who_are_merged_while_both_are_there_rest_come_back_pair_and_go_home_as_one(night, desk, players):
    ana, ben, cy = (players[name] for name in ("Ana", "Ben", "Cy"))
    Player.objects.filter(pk=ben.pk).update(merged_into=ana)
    ana = Player.objects.get(pk=ana.pk)
    visits = Visit.objects.filter(player__in=[ana, ben])
    actions.rest_at_night(night=night, scene=desk, player=ana)
    assert [one.is_resting for one in visits.all()] == [True, True]
    actions.come_to_night(night=night, scene=desk, player=ana)
    assert [one.is_resting for one in visits.all()] == [False, False]
    actions.pair_for_night(night=night, scene=desk, player=cy, partner=ana)
    assert load_stored_night(night).here[ana.pk].partner == cy
    actions.pair_for_night(night=night, scene=desk, player=ana, partner=None)
    actions.leave_night(night=night, scene=desk, player=ana)
    assert {*load_stored_night(night).here} == {cy.pk, players["Di"].pk}
    assert visits.count() == 2


def test_a_result_that_is_taken_back_leaves_the_game_on_its_court(night, desk, players):
    game = begin(night, desk, players, "Ana", "Ben")
    match = actions.enter_game_result(fixture=game, scene=desk, winner=1)
    undo_report(match=match, by=desk.user, revision=1)
    stored = load_stored_night(night)
    assert {court: one.pk for court, one in stored.running.items()} == {game.court_id: game.pk}
    actions.enter_game_result(fixture=game, scene=desk, winner=2)
    assert load_stored_night(night).played[game.pk].winner == 2
    assert Match.objects.exclude(status=Match.Status.VOID).count() == 1


def test_a_result_taken_back_while_others_play_on_the_court_waits_beside_it(night, desk, players):
    game = begin(night, desk, players, "Ana", "Ben")
    match = actions.enter_game_result(fixture=game, scene=desk, winner=1)
    other = begin(night, desk, players, "Cy", "Di")
    undo_report(match=match, by=desk.user, revision=1)
    stored = load_stored_night(night)
    assert ([one.pk for one in stored.unfinished], list(stored.running.values())) == ([game.pk], [other])
    actions.call_off_game(fixture=game, scene=desk)
    assert load_stored_night(night).unfinished == []


def test_a_result_of_a_game_that_was_called_off_is_refused(night, desk, players):
    game = begin(night, desk, players, "Ana", "Ben")
    actions.call_off_game(fixture=game, scene=desk)
    with pytest.raises(ValidationError, match=r"This game was taken off its court without a result\."):
        actions.enter_game_result(fixture=game, scene=desk, winner=1)
    with pytest.raises(ValidationError, match=r"This game was taken off its court without a result\."):
        actions.call_off_game(fixture=game, scene=desk)


def test_a_challenge_and_a_match_of_a_box_are_ticked_off_by_the_game(season, night, desk, players):
    challenge = arrange_challenge(season=season, by=desk.user, first=[players["Ben"]], second=[players["Ana"]])
    Ladder.objects.update(box_size=4)
    Season.objects.update(ends_on=timezone.localdate() + timedelta(30))
    season.refresh_from_db()
    boxed = Season.objects.select_related("ladder").get()
    make_boxes(season=boxed, boxes=[NewBox(1, "", [players[name].pk for name in ("Ana", "Ben", "Cy")])])
    match = actions.enter_game_result(fixture=begin(night, desk, players, "Ana", "Ben"), scene=desk, winner=1)
    assert sorted(Fixture.objects.filter(match=match).values_list("origin", flat=True)) == ["arranged", "box", "night"]
    challenge.refresh_from_db()
    assert match.started_at == challenge.accepted_at  # the ratings of then decide (W-8)


def test_a_night_that_ends_sends_everybody_home_and_calls_off_what_has_no_result(night, desk, players):
    begin(night, desk, players, "Ana", "Ben")
    actions.close_night(night=night, scene=desk)
    assert not Visit.objects.filter(left_at=None).exists()
    assert Fixture.objects.get().status == "called-off"
    with pytest.raises(ValidationError, match=r"This night is over\."):
        begin(night, desk, players, "Cy", "Di")


def test_the_clock_ends_a_night_that_nobody_ended(night, time_machine):
    time_machine.move_to(night.ends_at + timedelta(hours=3, minutes=-1), tick=False)
    assert actions.close_due_nights() == 0
    time_machine.move_to(night.ends_at + timedelta(hours=3, minutes=1), tick=False)
    assert (actions.close_due_nights(), actions.close_due_nights()) == (1, 0)


def test_one_night_runs_at_a_time_and_only_where_the_ladder_has_nights(season, desk, night):
    ends_at = timezone.now() + timedelta(hours=3)
    with pytest.raises(ValidationError, match=r"A night runs already\. End it first\."):
        actions.begin_night(scene=desk, ends_at=ends_at, courts=[NewCourt("One", 2)])
    actions.close_night(night=night, scene=desk)
    Ladder.objects.update(nights="none")
    with pytest.raises(ValidationError, match=r"This ladder has no club nights\."):
        actions.begin_night(scene=desk, ends_at=ends_at, courts=[NewCourt("One", 2)])


def test_courts_are_renamed_and_closed_while_a_night_runs(night, desk, players):
    game = begin(night, desk, players, "Ana", "Ben", "Two")
    new = [NewCourt("One", 2), NewCourt("Three", 2)]
    actions.store_night_settings(night=night, scene=desk, courts=new, ends_at=night.ends_at)
    assert [(one.name, one.is_open) for one in night.courts.all()] == [("One", True), ("Two", False), ("Three", True)]
    assert load_stored_night(night).running == {game.court_id: game}
    actions.enter_game_result(fixture=game, scene=desk, winner=1)
    with pytest.raises(ValidationError, match=r"Two is out of order\."):
        begin(night, desk, players, "Cy", "Di", "Two")


def test_a_tick_that_waited_for_a_network_is_of_when_it_was_tapped(night, desk, players, time_machine):
    time_machine.move_to(timezone.now() + timedelta(hours=1), tick=False)
    actions.come_to_night(night=night, scene=desk, player=players["Eve"], waited=timedelta(minutes=20))
    assert Visit.objects.get(player=players["Eve"]).came_at == timezone.now() - timedelta(minutes=20)


def test_a_tick_that_waited_changes_nothing_of_what_was_done_since(night, desk, players, time_machine):
    """Ana wants to rest without a network. The desk lets her rest and play again, before her phone says so."""
    time_machine.move_to(timezone.now() + timedelta(hours=1), tick=False)
    for act in (actions.rest_at_night, actions.come_to_night):
        act(night=night, scene=desk, player=players["Ana"])
        time_machine.shift(60)
    actions.rest_at_night(night=night, scene=desk, player=players["Ana"], waited=timedelta(minutes=5))
    assert not Visit.objects.get(player=players["Ana"]).is_resting
    actions.leave_night(night=night, scene=desk, player=players["Ana"])
    time_machine.shift(60)
    actions.come_to_night(night=night, scene=desk, player=players["Ana"], waited=timedelta(minutes=5))
    assert not Visit.objects.filter(player=players["Ana"], left_at=None).exists()


def test_a_result_that_waited_is_not_dated_before_the_one_that_was_tapped_before_it(night, desk, players, time_machine):
    """The first one was three seconds on its way, so its date is late; the second one was tapped a second after it."""
    first, second = begin(night, desk, players, "Ana", "Ben"), begin(night, desk, players, "Cy", "Di", court="Two")
    time_machine.move_to(timezone.now() + timedelta(hours=1), tick=False)
    key, ago = uuid4(), timedelta(seconds=10)
    one = actions.enter_game_result(fixture=first, scene=desk, winner=1, form_key=key, waited=ago)
    time_machine.shift(3)
    after = {"waited": timedelta(seconds=15), "after": key}
    other = actions.enter_game_result(fixture=second, scene=desk, winner=1, form_key=uuid4(), **after)
    assert one.played_at == other.played_at == timezone.now() - timedelta(seconds=13)
    assert one.sequence < other.sequence
