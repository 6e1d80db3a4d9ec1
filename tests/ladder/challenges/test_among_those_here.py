"""Challenges among those who are here on a club night: who counts, who is refused and why, at every door."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ladder.challenges.actions import accept_challenge, arrange_challenge, challenge_side
from ladder.challenges.queries.eligibility import NOBODY_IS_HERE, NOT_HERE_YOURSELF, find_own_obstacle
from ladder.challenges.queries.opponent_list import build_opponent_list
from ladder.challenges.queries.opponents import load_pool_for_kind
from ladder.challenges.queries.rule_sentences import AMONG_THOSE_HERE, describe_challenge_rules
from ladder.models import Board, Court, Ladder
from ladder.nights.actions import NewCourt, begin_night, begin_night_game, close_night, come_to_night, leave_night
from ladder.pairings.queries.suggestions import load_suggestions
from ladder.scene import Scene
from players.models import Player
from tests.factories import make_ladder, make_member, play_sides, season_of, signed_in
from tests.ladder.challenges.rungs import make_many_rungs
from tests.markup import flat

pytestmark = pytest.mark.django_db


def find_player(number):
    return Player.objects.select_related("user").get(name=f"P{number}")


def read_pool(number, kind=""):
    return load_pool_for_kind(season_of(Ladder.objects.get()), find_player(number), kind)


def read_reached(number):
    """Return whom a member may challenge, by the page."""
    return [int(one.name[1:]) for one in build_opponent_list(read_pool(number), True).lines if one.can]


def read_words(number):
    """Return why a member may not challenge the others, by their number."""
    lines = build_opponent_list(read_pool(number), True).lines
    return {int(one.name[1:]): one.words for one in lines if one.words}


def challenge(number, other):
    season = season_of(Ladder.objects.get())
    return challenge_side(season=season, by=find_player(number).user, opponents=[find_player(other)])


def make_rungs(count=8, **rules):
    return make_many_rungs(count, challenge_among="here", nights="recorders", **rules)


@pytest.fixture
def desk(organiser):
    """A function that begins a night to which these come, and returns it with who runs it."""

    def begin(*numbers):
        scene = Scene(season_of(Ladder.objects.get()), organiser)
        courts = [NewCourt("One", 2), NewCourt("Two", 2)]
        night = begin_night(scene=scene, ends_at=timezone.now() + timedelta(hours=3), courts=courts)
        for number in numbers:
            come_to_night(night=night, scene=scene, player=find_player(number))
        return night, scene

    return begin


@pytest.mark.parametrize(
    ("rules", "reaches"),
    [
        # of eight the first, third, fourth, seventh and eighth are here: 1, 3, 4, 7, 8 stand on places 1 to 5
        ({"challenge_reach": 3}, {8: [3, 4, 7], 7: [1, 3, 4], 3: [1], 1: []}),
        ({"challenge_reach": 1}, {8: [7], 7: [4], 4: [3], 3: [1]}),
        ({"challenge_reach": 1, "reach_down": 2}, {3: [1, 4, 7], 8: [7], 1: [3, 4]}),
        ({"challenge_reach": 3, "top_places": 3, "top_reach": 1}, {4: [3], 7: [1, 3, 4]}),
        ({"challenge_measure": "share", "challenge_reach": 40}, {8: [4, 7], 3: [1]}),  # two fifths of five are two
        ({"challenge_measure": "rows", "challenge_reach": 1}, {8: [3, 4, 7], 4: [1, 3], 7: [3, 4, 8]}),  # 1; 3 4; 7 8
        ({"challenge_measure": "above"}, {8: [1, 3, 4, 7], 1: []}),
        ({}, {8: [1, 3, 4, 7], 1: [3, 4, 7, 8]}),
    ],
)
def test_places_are_counted_among_those_who_are_here(desk, rules, reaches):
    make_rungs(**rules)
    desk(1, 3, 4, 7, 8)
    assert {number: read_reached(number) for number in reaches} == reaches


def test_who_is_not_here_is_told_so_and_refused_at_every_door(desk):
    make_rungs(challenge_reach=1)
    night, scene = desk(1, 3, 8)
    assert read_words(8) == {
        1: "2 rungs apart, limit 1",
        **dict.fromkeys((2, 4, 5, 6, 7), "Is not here"),
    }
    with pytest.raises(ValidationError, match="Is not here"):
        challenge(8, 7)
    assert find_own_obstacle(read_pool(7)) == NOT_HERE_YOURSELF
    with pytest.raises(ValidationError, match="Say first, on the page of tonight, that you are"):
        challenge(7, 3)
    assert challenge(8, 3).pk
    leave_night(night=night, scene=scene, player=find_player(1))
    with pytest.raises(ValidationError, match="Is not here"):
        challenge(3, 1)


def test_outside_a_night_nobody_can_challenge_and_the_page_says_why(desk):
    make_rungs(challenge_reach=3)
    assert find_own_obstacle(read_pool(8)) == NOBODY_IS_HERE
    page = flat(signed_in(find_player(8).user).get("/club/challenges").text)
    assert NOBODY_IS_HERE in page
    assert AMONG_THOSE_HERE in page
    night, scene = desk(6, 8)
    assert find_own_obstacle(read_pool(8)) == ""
    close_night(night=night, scene=scene)
    with pytest.raises(ValidationError, match="Nobody is here now"):
        challenge(8, 6)


def test_only_those_who_are_here_are_suggested(desk):
    season = make_rungs(challenge_reach=1)
    assert load_suggestions(season, find_player(8)) == []
    desk(1, 3, 8)
    assert [one.name for one in load_suggestions(season, find_player(8))] == ["P3"]
    assert load_suggestions(season, find_player(7)) == []


def test_a_challenge_is_accepted_though_others_came_or_the_challenger_went_home(desk):
    make_rungs(challenge_reach=1)
    night, scene = desk(1, 8)
    made = challenge(8, 1)
    come_to_night(night=night, scene=scene, player=find_player(4))
    leave_night(night=night, scene=scene, player=find_player(8))
    assert accept_challenge(challenge=made, by=find_player(1).user).accepted_at


def test_what_an_organiser_arranges_needs_nobody_here(organiser):
    season = make_rungs(challenge_reach=1)
    assert arrange_challenge(season=season, by=organiser, first=[find_player(8)], second=[find_player(1)]).pk


def test_friendly_battles_need_nobody_here():
    make_ladder("warlocks-score", nights="recorders", challenge_among="here")
    make_member("P1")
    friendly, rated = read_pool(1, "friendly"), read_pool(1, "ladder")
    assert (find_own_obstacle(friendly), find_own_obstacle(rated)) == ("", NOBODY_IS_HERE)
    assert AMONG_THOSE_HERE not in describe_challenge_rules(friendly)


def test_all_players_of_both_sides_are_here(desk):
    make_ladder("points-exchange", most_a_side=2, nights="recorders", challenge_among="here")
    Board.objects.update(options={"takes": "both"})
    season = season_of(Ladder.objects.get())
    for number in range(1, 5):
        make_member(f"P{number}")
    play_sides(season, ["P1", "P2"], ["P3", "P4"])
    night, scene = desk(1, 2, 3)
    sides = {"partners": [find_player(2)], "opponents": [find_player(3), find_player(4)]}
    with pytest.raises(ValidationError, match="P4 is not here"):
        challenge_side(season=season, by=find_player(1).user, kind="team", **sides)
    come_to_night(night=night, scene=scene, player=find_player(4))
    assert challenge_side(season=season, by=find_player(1).user, kind="team", **sides).pk


def test_who_came_under_a_name_that_was_merged_is_here(desk):
    make_rungs(challenge_reach=1)
    make_member("P9")
    desk(6, 9)
    Player.objects.filter(name="P9").update(merged_into=find_player(8))
    assert read_reached(8) == [6]


def test_a_game_on_a_court_is_a_match_to_play(desk):
    """L14, L17 and L19: who is in a game need not accept."""
    make_rungs(challenge_reach=3, exempt_accepted=1)
    night, scene = desk(5, 6, 7, 8)
    court = Court.objects.first()
    begin_night_game(court=court, scene=scene, sides=[[find_player(5)], [find_player(6)]])
    assert read_reached(8) == [7]
    assert read_words(8)[6] == "Has 1 match to play, which is enough"
    close_night(night=night, scene=scene)
    desk(5, 6, 7, 8)
    assert read_reached(8) == [5, 6, 7]


def test_who_is_here_takes_one_query(desk):
    make_rungs(challenge_reach=3)
    desk(2, 4, 6, 8)

    def count(among):
        Ladder.objects.update(challenge_among=among)
        season, me = season_of(Ladder.objects.get()), find_player(8)
        with CaptureQueriesContext(connection) as asked:
            load_pool_for_kind(season, me)
        return len(asked)

    count("everybody")  # the standings are kept from here on
    assert count("here") == count("everybody") + 1


def test_in_the_last_minutes_of_a_night_nobody_can_be_challenged(desk, time_machine):
    """L17: less than 20 minutes are left."""
    make_rungs(challenge_reach=3, exempt_minutes=20)
    night, _ = desk(6, 7, 8)
    made = challenge(8, 6)
    time_machine.move_to(night.ends_at - timedelta(minutes=20, seconds=1), tick=False)
    assert find_own_obstacle(read_pool(8)) == ""
    time_machine.move_to(night.ends_at - timedelta(minutes=20), tick=False)
    said = f"The club night ends at {timezone.localtime(night.ends_at):%H:%M}. In its last 20 minutes nobody can be"
    with pytest.raises(ValidationError, match=said):
        challenge(8, 7)
    assert accept_challenge(challenge=made, by=find_player(6).user).accepted_at
