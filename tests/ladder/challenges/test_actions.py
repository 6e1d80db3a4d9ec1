"""Challenging, accepting, declining, withdrawing: who may, when, and who comes first."""

from datetime import date, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder.access.permissions import NotAllowed
from ladder.challenges.actions import (
    accept_challenge,
    challenge_side,
    decline_challenge,
    open_battle,
    withdraw_challenge,
)
from ladder.formats import Exit, ParticipantResult
from ladder.models import Fixture, State
from tests.changes import merge_players, set_rules
from tests.factories import enter_match, make_ladder, make_member, make_player, play, season_of
from tests.threads import together

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def people():
    return {name: make_member(name) for name in ("Ana", "Ben", "Cy", "Dora")}


@pytest.fixture
def season():
    return season_of(make_ladder("points-exchange"))


@pytest.fixture
def battles():
    return season_of(make_ladder("warlocks-score", slug="battles"))


def win(season, name, points):
    """Let a player win that many battles against somebody who stays at 0."""
    for _ in range(points):
        participants = [
            ParticipantResult(make_player(name), exit=Exit("standing")),
            ParticipantResult(make_player("Nought"), exit=Exit("dead", 1)),
        ]
        enter_match(season=season, participants=participants, by=None, kind="ladder")


def refusal(act, **given):
    with pytest.raises(ValidationError) as refused:
        act(**given)
    return refused.value.messages[0]


def ana_v_ben(season, people, **given):
    return challenge_side(season=season, by=people["Ana"].user, opponents=[people["Ben"]], **given)


def test_a_challenge_is_open_for_as_long_as_the_ladder_says(season, people):
    set_rules(season, answer_days=3)
    made = ana_v_ben(season, people)
    assert (made.by, made.places, made.state) == (people["Ana"], 2, State.OPEN)
    assert made.answer_by - made.made_at == 3 * DAY
    assert [party.player.name for party in made.parties.all()] == ["Ana", "Ben"]


def test_accepting_freezes_the_start_and_begins_the_time_to_play(season, people):
    set_rules(season, play_days=5)
    made = ana_v_ben(season, people)
    before = timezone.now()
    accept_challenge(challenge=made, by=people["Ben"].user)
    found = Fixture.objects.get()
    assert found.state == State.ACCEPTED
    assert before <= found.accepted_at <= timezone.now()
    assert found.play_by - found.accepted_at == 5 * DAY


def test_declining_and_withdrawing_end_it(season, people):
    declined, by_ben = ana_v_ben(season, people), {"by": people["Ben"].user}
    decline_challenge(challenge=declined, **by_ben)
    assert Fixture.objects.get().state == State.DECLINED
    assert refusal(accept_challenge, challenge=declined, **by_ben) == "This challenge was declined."

    withdrawn = ana_v_ben(season, people)
    withdraw_challenge(challenge=withdrawn, by=people["Ana"].user)
    assert refusal(accept_challenge, challenge=withdrawn, **by_ben) == "This challenge was withdrawn."


def test_one_that_ran_out_can_not_be_accepted_and_leaves_room_for_another(season, people, time_machine):
    made = ana_v_ben(season, people)
    time_machine.move_to(made.answer_by)
    assert refusal(accept_challenge, challenge=made, by=people["Ben"].user) == "This challenge has expired."
    assert ana_v_ben(season, people).state == State.OPEN


@pytest.mark.parametrize("verb", [accept_challenge, decline_challenge, withdraw_challenge])
def test_nobody_acts_on_the_challenge_of_others(season, people, verb):
    made = ana_v_ben(season, people)
    with pytest.raises(NotAllowed, match="between others"):
        verb(challenge=made, by=people["Cy"].user)
    assert Fixture.objects.get().state == State.OPEN


def test_only_the_one_who_is_asked_answers_and_only_the_one_who_asks_withdraws(season, people):
    made = ana_v_ben(season, people)
    with pytest.raises(NotAllowed):
        withdraw_challenge(challenge=made, by=people["Ben"].user)
    with pytest.raises(NotAllowed):
        decline_challenge(challenge=made, by=people["Ana"].user)
    said = refusal(accept_challenge, challenge=made, by=people["Ana"].user)
    assert said == "You are already in this challenge."


def test_an_account_that_plays_as_nobody_challenges_nobody(season, people, organiser):
    with pytest.raises(NotAllowed, match="isn't linked to a player"):
        challenge_side(season=season, by=organiser, opponents=[people["Ben"]])


def test_one_challenge_at_a_time_between_two(season, people):
    ana_v_ben(season, people)
    said = refusal(challenge_side, season=season, by=people["Ben"].user, opponents=[people["Ana"]])
    assert said == "A challenge between you is open."


def test_one_does_not_challenge_oneself(season, people):
    said = refusal(challenge_side, season=season, by=people["Ana"].user, opponents=[people["Ana"]])
    assert said == "That is you."


def test_who_is_away_is_not_asked(season, people, time_machine):
    time_machine.move_to(date(2026, 2, 20))
    ben, nobody = people["Ben"], make_player("Nobody")
    play(season, "Nobody", "Ben")
    ben.sits_out_until = date(2026, 3, 3)
    ben.save()
    assert refusal(ana_v_ben, season=season, people=people) == "Sits out until 3 March."
    ben.sits_out_until, ben.retired_on = None, date(2026, 1, 31)
    ben.save()
    assert refusal(ana_v_ben, season=season, people=people) == "Retired on 31 January."
    said = refusal(challenge_side, season=season, by=people["Ana"].user, opponents=[nobody])
    assert said == "Has no account to answer with."


def test_who_sits_out_asks_nobody(season, people, time_machine):
    time_machine.move_to(date(2026, 2, 20))
    people["Ana"].sits_out_until = date(2027, 3, 3)
    people["Ana"].save()
    assert refusal(ana_v_ben, season=season, people=people) == "You are sitting out until 3 March 2027."


def test_who_sits_out_or_retired_takes_no_part(battles, people, time_machine):
    time_machine.move_to(date(2026, 2, 20))
    made = [ana_v_ben(battles, people), open_battle(season=battles, by=people["Ana"].user, places=3)]
    ben = people["Ben"]
    ben.sits_out_until = date(2026, 3, 3)
    ben.save()
    for one in made:
        assert refusal(accept_challenge, challenge=one, by=ben.user) == "You are sitting out until 3 March."
    ben.sits_out_until, ben.retired_on = None, date(2026, 1, 31)
    ben.save()
    said = "You retired on 31 January. Ask an organiser to bring you back."
    for one in made:
        assert refusal(accept_challenge, challenge=one, by=ben.user) == said
    assert refusal(challenge_side, season=battles, by=ben.user, opponents=[people["Cy"]]) == said


def test_a_range_in_places_reaches_upwards(season, people):
    set_rules(season, challenge_reach=1, challenge_measure="places")
    play(season, "Cy", "Ana")
    play(season, "Cy", "Ana")
    play(season, "Dora", "Ana")  # P-4: Cy 1,019, Dora 1,010, Ana 971; Ben has not played
    said = refusal(challenge_side, season=season, by=people["Ana"].user, opponents=[people["Cy"]])
    assert said == "2 places apart, limit 1."
    said = refusal(challenge_side, season=season, by=people["Cy"].user, opponents=[people["Dora"]])
    assert said == "May challenge you."
    made = challenge_side(season=season, by=people["Ana"].user, opponents=[people["Dora"]])
    assert made.state == State.OPEN


@pytest.mark.parametrize("opponent", ["Ben", "Cy"])
def test_whoever_shares_a_rank_may_be_challenged_alike(season, people, opponent):
    set_rules(season, challenge_reach=1, challenge_measure="places")
    play(season, "Ben", "Ana")
    play(season, "Cy", "Dora")  # Ben and Cy share the first rank at 1,010 (P-3), Ana and Dora the third at 990

    made = challenge_side(season=season, by=people["Ana"].user, opponents=[people[opponent]])

    assert made.state == State.OPEN


@pytest.mark.parametrize(("by", "opponent"), [("Ben", "Cy"), ("Cy", "Ben")])
def test_level_players_may_challenge_each_other(season, people, by, opponent):
    set_rules(season, challenge_reach=1, challenge_measure="places")
    play(season, "Ben", "Ana")
    play(season, "Cy", "Dora")

    assert challenge_side(season=season, by=people[by].user, opponents=[people[opponent]]).state == State.OPEN


def test_a_range_in_rating_holds_both_ways(season, people):
    set_rules(season, challenge_reach=19, challenge_measure="rating")
    play(season, "Cy", "Ana")  # 1,010 and 990
    for one, other in (("Ana", "Cy"), ("Cy", "Ana")):
        said = refusal(challenge_side, season=season, by=people[one].user, opponents=[people[other]])
        assert said == "20 points apart, limit 19."
    assert ana_v_ben(season, people)


def test_two_meet_again_after_the_days_of_the_ladder(season, people):
    set_rules(season, rematch_days=7)
    day = timezone.localdate()
    play(season, "Ana", "Ben", on=day - 2 * DAY)
    play(season, "Ana", "Cy", on=day - 7 * DAY)
    assert refusal(ana_v_ben, season=season, people=people) == "You met 2 days ago, limit 7 days."
    assert challenge_side(season=season, by=people["Ana"].user, opponents=[people["Cy"]])


def test_a_rematch_counts_what_was_played_under_a_name_that_was_merged(season, people):
    set_rules(season, rematch_days=7)
    play(season, "Ana B.", "Ben")
    merge_players(player=make_player("Ana B."), into=people["Ana"])
    assert refusal(ana_v_ben, season=season, people=people) == "You met today, limit 7 days."


def test_nobody_has_more_open_challenges_than_the_ladder_lets_them(season, people):
    set_rules(season, most_challenges=1)
    made = ana_v_ben(season, people)
    said = refusal(challenge_side, season=season, by=people["Ana"].user, opponents=[people["Cy"]])
    assert said == "You have 1 open challenge, limit 1."
    to_ana = {"season": season, "by": people["Cy"].user, "opponents": [people["Ana"]]}
    assert refusal(challenge_side, **to_ana) == "Has 1 open challenge, limit 1."
    challenge_side(season=season, by=people["Cy"].user, opponents=[people["Ben"]])  # not answered: not Ben's yet
    accept_challenge(challenge=made, by=people["Ben"].user)
    said = refusal(challenge_side, season=season, by=people["Dora"].user, opponents=[people["Ben"]])
    assert said == "Has 1 open challenge, limit 1."


def test_a_closed_season_takes_no_challenges(season, people):
    made = ana_v_ben(season, people)
    type(season).objects.filter(pk=season.pk).update(closed_at=timezone.now())
    assert refusal(ana_v_ben, season=season, people=people) == "All time is closed."
    assert refusal(accept_challenge, challenge=made, by=people["Ben"].user) == "All time is closed."


def test_a_ladder_battle_needs_scores_in_reach_when_it_is_made_and_when_it_is_accepted(battles, people):
    """W-9: 5 apart is allowed, 6 is not, and it is tested when the challenge is accepted."""
    win(battles, "Ben", 5)
    made = ana_v_ben(battles, people)
    win(battles, "Ben", 1)
    accepting = {"challenge": made, "by": people["Ben"].user}
    assert refusal(accept_challenge, **accepting) == "6 points apart, limit 5."
    assert Fixture.objects.get().state == State.OPEN
    again = {"season": battles, "by": people["Cy"].user, "opponents": [people["Ben"]]}
    assert refusal(challenge_side, **again) == "6 points apart, limit 5."


@pytest.mark.parametrize("kind", ["friendly", "very-friendly"])
def test_friendly_battles_have_no_range(battles, people, kind):
    set_rules(battles, challenge_reach=1, rematch_days=7)
    win(battles, "Ben", 6)
    assert ana_v_ben(battles, people, kind=kind).kind == kind


def test_a_kind_that_no_board_knows_is_refused(season, people):
    said = refusal(ana_v_ben, season=season, people=people, kind="friendly")
    assert said == "This season has no challenges of this kind."


def test_a_battle_begins_when_its_last_place_is_taken(battles, people):
    made = open_battle(season=battles, by=people["Ana"].user, places=3)
    accept_challenge(challenge=made, by=people["Ben"].user)
    assert Fixture.objects.get().state == State.OPEN
    accept_challenge(challenge=made, by=people["Cy"].user)
    found = Fixture.objects.get()
    assert found.state == State.ACCEPTED
    assert [player.name for player in found.joined_players()] == ["Ana", "Ben", "Cy"]
    said = refusal(accept_challenge, challenge=made, by=people["Dora"].user)
    assert said == "This challenge is already accepted."


def test_who_joined_a_battle_may_leave_it_until_it_is_full(battles, people):
    made = open_battle(season=battles, by=people["Ana"].user, places=3)
    accept_challenge(challenge=made, by=people["Ben"].user)
    withdraw_challenge(challenge=made, by=people["Ben"].user)
    assert [player.name for player in Fixture.objects.get().joined_players()] == ["Ana"]


def test_whoever_joins_a_ladder_battle_is_in_reach_of_all(battles, people):
    win(battles, "Cy", 6)
    made = open_battle(season=battles, by=people["Ana"].user, places=3)
    assert refusal(accept_challenge, challenge=made, by=people["Cy"].user) == "6 points apart, limit 5."


@pytest.mark.parametrize("places", [2, 21])
def test_a_battle_has_3_to_20_places(battles, people, places):
    given = {"season": battles, "by": people["Ana"].user, "places": places}
    assert refusal(open_battle, **given) == "A battle has 3 to 20 places."


def test_where_matches_have_two_players_no_battle_opens(season, people):
    given = {"season": season, "by": people["Ana"].user, "places": 3}
    assert refusal(open_battle, **given) == "Matches of this kind have two players."


@pytest.mark.django_db(transaction=True)
def test_of_an_answer_and_a_withdrawal_at_once_one_wins(season, people):
    for _ in range(4):
        made = ana_v_ben(season, people)
        outcomes = together(
            [
                lambda made=made: accept_challenge(challenge=made, by=people["Ben"].user),
                lambda made=made: withdraw_challenge(challenge=made, by=people["Ana"].user),
            ]
        )
        assert [isinstance(one, ValidationError) for one in outcomes].count(True) == 1
        found = Fixture.objects.get(pk=made.pk)
        assert found.state == (State.ACCEPTED if isinstance(outcomes[1], ValidationError) else State.WITHDRAWN)
        Fixture.objects.all().delete()


@pytest.mark.django_db(transaction=True)
def test_the_last_place_of_a_battle_is_taken_once(battles, people):
    for _ in range(4):
        made = open_battle(season=battles, by=people["Ana"].user, places=3)
        accept_challenge(challenge=made, by=people["Ben"].user)
        users = [people[name].user for name in ("Cy", "Dora")]
        outcomes = together([lambda by=by, made=made: accept_challenge(challenge=made, by=by) for by in users])
        assert [isinstance(one, ValidationError) for one in outcomes].count(True) == 1
        assert len(Fixture.objects.get().joined_players()) == 3
        Fixture.objects.all().delete()
