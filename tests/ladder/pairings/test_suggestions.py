"""Whom a member could play: even matches first, nobody met lately, nobody away, and the same every time."""

from datetime import timedelta

import pytest
from django.utils import timezone

from ladder.formats import ParticipantResult
from ladder.models import Ladder
from ladder.pairings.queries.suggestions import load_suggestions
from players.models import Player
from tests.factories import (
    at,
    enter_match,
    make_ladder,
    make_member,
    make_player,
    play,
    play_sides,
    season_of,
    signed_in,
)
from tests.markup import flat

pytestmark = pytest.mark.django_db


def days_ago(days):
    return timezone.localdate() - timedelta(days)


@pytest.fixture
def season():
    season = season_of(make_ladder())
    play(season, "Cy", "Ana", on=days_ago(40))
    play(season, "Dora Dee", "Ed", on=days_ago(20))
    play(season, "Gus", "Fay", on=days_ago(90))  # no rank any more
    play(season, "Ben", "Hal", on=days_ago(20))
    play(season, "Ana", "Ben", on=days_ago(1))
    play(season, "Ana", "Ed", on=days_ago(23))
    return season


def test_three_are_suggested_by_chance_and_last_meeting_with_a_reason_and_stakes(season):
    found = load_suggestions(season, make_member("Ana"))
    # By B-2 Ana has 1804.52, Cy 1804.47, Dora 1804.45 and Hal 1795.53; Ben was met yesterday (29), Ed 23 days ago (7).
    assert [(one.name, one.reason) for one in found] == [
        ("Cy", "Even match, last met 5 weeks ago"),
        ("Dora Dee", "Even match, not met yet"),
        ("Hal", "Even match, not met yet"),
    ]
    assert all(one.won.startswith("+4.") and one.lost.startswith("−4.") for one in found)


def test_nobody_who_is_away_or_out_of_range_is_suggested(season):
    Player.objects.filter(name="Dora Dee").update(sits_out_until=timezone.localdate() + timedelta(9))
    Player.objects.filter(name="Hal").update(retired_on=days_ago(3))
    Ladder.objects.update(rematch_days=30)

    assert [one.name for one in load_suggestions(season, make_player("Ana"))] == ["Cy"]


def test_nobody_is_suggested_with_whom_no_match_would_be_rated_any_more(season):
    ana = make_player("Ana")
    play(season, "Cy", "Ana")
    play(season, "Dora Dee", "Ed")
    assert [one.name for one in load_suggestions(season, ana)] == ["Hal", "Dora Dee", "Ed"]
    Ladder.objects.update(player_day_limit=2)
    play(season, "Ed", "Dora Dee")
    assert [one.name for one in load_suggestions(season, ana)] == ["Hal", "Ben", "Cy"]
    Ladder.objects.update(pair_day_limit=1)
    assert [one.name for one in load_suggestions(season, ana)] == ["Hal", "Ben"]
    Ladder.objects.update(player_day_limit=1)
    assert load_suggestions(season, ana) == []


def test_members_read_them_at_home_and_on_their_own_page_and_others_do_not(client, season):
    ana, words = make_member("Ana"), "Who should I play?"
    member, url = signed_in(ana.user), f"/players/{ana.pk}/"
    link = f'<a href="/club/all-time/before/{ana.pk}/{make_player("Cy").pk}">Cy</a>'
    assert all(words in page and link in page for page in (flat(member.get(one).text) for one in ("/", url)))
    assert words not in client.get(url).text
    assert words not in member.get(make_player("Ben").get_absolute_url()).text


def test_a_board_without_chances_suggests_the_nearest_places():
    season = season_of(make_ladder("chips-total"))
    for winner, loser, chips in (("Ana", "Ben", 50), ("Cy", "Dora", 40), ("Ed", "Fay", 90)):
        both = [ParticipantResult(make_player(winner), 1.0), ParticipantResult(make_player(loser), 0.0)]
        enter_match(
            season=season, participants=both, by=None, kind="rated", played_at=at(days_ago(40)), facts={"chips": chips}
        )
    found = load_suggestions(season, make_player("Ana"))  # Ed 90, Ana 50, Cy 40, then minus 32, 40 and 72 (C-3)
    assert [(one.name, one.reason) for one in found] == [
        ("Ed", "1 place above you, not met yet"),
        ("Cy", "1 place below you, not met yet"),
        ("Dora", "2 places below you, not met yet"),
    ]
    assert load_suggestions(season, make_player("Gus")) == []


def test_on_a_ladder_of_doubles_partners_and_opponents_are_suggested():
    season = season_of(make_ladder("elo"))
    season.boards.update(options={"takes": "teams", "draws": False})
    for winners, losers, days in (
        (("Ana", "Bo"), ("Cy", "Di"), 40),
        (("Eve", "Flo"), ("Gil", "Hal"), 20),
        (("Gil", "Hal"), ("Cy", "Di"), 10),
        (("Ana", "Cy"), ("Bo", "Di"), 5),
    ):
        play_sides(season, winners, losers, on=days_ago(days))
    ana = make_member("Ana")

    found = load_suggestions(season, ana)

    # By A-3 with K 32, a side at the mean of its players (S-1): Ana 1532, Bo 1500 and Cy 1484 make sides of 1516 and
    # 1508; Eve and Flo have 1516, Gil and Hal 1500, Cy and Di 1468. Bo and Di were met five days ago (25).
    assert [(one.name, one.partners, one.reason, one.won) for one in found] == [
        ("Eve and Flo", "Bo", "Even match, not met yet", "+16"),
        ("Gil and Hal", "Cy", "Even match, not met yet", "+15.6"),
        ("Cy and Di", "Bo", "Your chance is 56.9 %, last met 5 weeks ago", "+13.8"),
    ]
    first, second = ("-".join(str(make_player(name).pk) for name in side) for side in (("Ana", "Bo"), ("Eve", "Flo")))
    link = f"/club/all-time/before/{first}/{second}"
    member = signed_in(ana.user)
    line = f'<a href="{link}">Eve and Flo</a><br><small class="muted">You play with Bo. Even match, not met yet</small>'
    assert line in flat(member.get("/").text)
    assert member.get(link).status_code == 200
    Player.objects.filter(name="Bo").update(retired_on=days_ago(1))
    assert [(one.name, one.partners) for one in load_suggestions(season, ana)] == [
        ("Eve and Flo", "Cy"),  # 8 points above as the next ones are below
        ("Gil and Hal", "Cy"),
    ]
