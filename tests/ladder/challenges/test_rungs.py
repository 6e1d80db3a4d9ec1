"""Challenges on a ladder of rungs: how far up is said in rungs, and a walkover may cost one."""

import pytest

from ladder.challenges.actions import challenge_side
from ladder.challenges.queries.opponent_list import build_opponent_list, describe_offer
from ladder.challenges.queries.opponents import load_pool_for_kind
from ladder.challenges.queries.rule_sentences import describe_challenge_rules
from ladder.models import Ladder, Standing
from players.models import Player
from tests.factories import make_ladder, make_member, play_all, season_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]
NAMES = ["Ana Lee", "Bo Ray", "Cy Fox", "Dee Orr", "Eve Kay", "Flo Gee"]


@pytest.fixture
def season():
    """Six members on rungs 1 to 6, who may challenge up to three rungs above them."""
    Ladder.objects.filter(pk=make_ladder("rungs").pk).update(challenge_reach=3)
    for name in NAMES:
        make_member(name)
    play_all(season_of(Ladder.objects.get()), [("Ana Lee", "Bo Ray"), ("Cy Fox", "Dee Orr"), ("Eve Kay", "Flo Gee")])
    return season_of(Ladder.objects.get())


def pool(season, name):
    return load_pool_for_kind(season, Player.objects.get(name=name))


def reasons(season, name):
    return {line.name: line.words or line.worth for line in build_opponent_list(pool(season, name)).lines}


def test_the_range_and_the_reasons_are_told_in_rungs(season):
    assert describe_challenge_rules(pool(season, "Eve Kay")).startswith(
        "You may challenge anyone up to 3 rungs above you. "
    )
    assert reasons(season, "Eve Kay") == {
        "Ana Lee": "4 rungs apart, limit 3",
        "Bo Ray": "+3",
        "Cy Fox": "+2",
        "Dee Orr": "+1",
        "Eve Kay": "",
        "Flo Gee": "May challenge you",
    }
    dee, bo = (Player.objects.get(name=name) for name in ("Dee Orr", "Bo Ray"))
    made = challenge_side(season=season, by=dee.user, opponents=[bo])
    assert describe_offer(pool(season, "Bo Ray"), made) == "Rung 4. A win is worth +0, a loss −1."


def test_a_retired_player_keeps_the_rung_and_is_not_counted_in_the_range(season):
    Player.objects.filter(name="Cy Fox").update(retired_on="2020-01-01")
    Standing.objects.filter(player__name="Cy Fox").update(last_match=None)
    assert "up to 3 rungs above you, not counting players without a rank. " in describe_challenge_rules(
        pool(season, "Eve Kay")
    )
    told = reasons(season, "Eve Kay")
    assert (told["Ana Lee"], told["Cy Fox"]) == ("+4", "Retired on 1 January 2020")
    rung = Standing.objects.get(player__name="Cy Fox").points
    assert rung == -3


def test_a_range_up_or_down_is_in_rungs_too(season):
    Ladder.objects.update(challenge_measure="rating")
    season = season_of(Ladder.objects.get())
    assert "You may challenge anyone within 3 rungs of you." in describe_challenge_rules(pool(season, "Ana Lee"))
    assert reasons(season, "Ana Lee")["Eve Kay"] == "4 rungs apart, limit 3"
