"""Whom a member could play: even matches first, nobody met lately, nobody away, and the same every time."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from ladder import ledger
from ladder.challenges.queries.opponent_list import list_near_matches
from ladder.challenges.queries.opponents import choose_terms, load_standing_pool
from ladder.formats import ParticipantResult
from ladder.models import Board, Ladder, Opening
from ladder.pairings.queries.suggestions import load_suggestions
from ladder.standings.queries import long_board
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
SIDES = ("Up", 1), ("Low", -1)


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
        ("Cy and Di", "Bo", "Your chance is 56.9%, last met 5 weeks ago", "+13.8"),
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


@pytest.fixture
def field():
    """Return a season in which Ana starts with 1500 points, thirty others 10, 20 … above her and thirty below."""
    season = season_of(make_ladder("elo"))
    ratings = {"Ana": 1500, **{f"{side} {n}": 1500 + sign * 10 * n for side, sign in SIDES for n in range(1, 31)}}
    Opening.objects.bulk_create(
        Opening(board=season.boards.get(), player=make_player(name), points=points) for name, points in ratings.items()
    )
    with transaction.atomic():
        ledger.lock(season.ladder_id)
        ledger.settle(season)
    return season


def meet(season, *names):
    for name in names:
        both = [ParticipantResult(make_player("Ana"), 1.0), ParticipantResult(make_player(name), 0.0)]
        enter_match(season=season, participants=both, by=None, kind="unrated", played_at=at(days_ago(1)))


def list_sides_looked_at(season, name):
    member, names = make_player(name), dict(Player.objects.values_list("pk", "name"))
    near = list_near_matches(load_standing_pool(choose_terms(season, member), member))
    return {tuple(names[key] for key in other) for _, other in near}


def list_names_looked_at(season):
    return {name for (name,) in list_sides_looked_at(season, "Ana")}


def test_only_the_nearest_on_each_side_are_looked_at_and_more_of_those_not_met_lately(field):
    assert list_names_looked_at(field) == {f"{side} {n}" for side in ("Up", "Low") for n in range(1, 11)}

    meet(field, *(f"Up {n}" for n in range(1, 13)), "Low 2")

    assert list_names_looked_at(field) == {
        *(f"Up {n}" for n in (*range(1, 11), *range(13, 18))),  # ten, and five who were not met
        *(f"Low {n}" for n in range(1, 11)),  # among whom nine were not met
    }


def test_those_who_are_away_keep_nobody_from_being_looked_at(field):
    Ladder.objects.update(inactive_after=None)  # then they keep their rank
    Player.objects.filter(name__in=[f"Up {n}" for n in range(1, 11)]).update(retired_on=days_ago(1))
    Player.objects.filter(name="Low 1").update(sits_out_until=timezone.localdate() + timedelta(1))
    Player.objects.filter(name="Low 2").update(sits_out_until=timezone.localdate())  # that is over

    assert list_names_looked_at(field) == {f"Up {n}" for n in range(11, 21)} | {f"Low {n}" for n in range(2, 12)}


def test_who_has_met_everybody_near_is_suggested_the_next_beyond_them(field):
    meet(field, *(f"{side} {n}" for side in ("Up", "Low") for n in range(1, 13)))
    # By A-2 130 points apart make chances of 32.1 and 67.9 % (17.9 off), 140 of 30.9 % (19.1 off); 10 apart and met
    # yesterday costs 1.4 and 29. Of equal ones the higher place comes first.
    assert [(one.name, one.reason) for one in load_suggestions(field, make_player("Ana"))] == [
        ("Up 13", "Your chance is 32.1%, not met yet"),
        ("Low 13", "Your chance is 67.9%, not met yet"),
        ("Up 14", "Your chance is 30.9%, not met yet"),
    ]


def test_on_a_board_with_very_many_players_only_places_around_the_member_are_read(field, monkeypatch):
    ana, low = make_member("Ana"), make_player("Low 30")
    before = [load_suggestions(field, player) for player in (ana, low)]
    monkeypatch.setattr(long_board, "LONG_BOARD_PLAYERS", 1)

    assert [load_suggestions(field, player) for player in (ana, low)] == before
    assert [[one.name for one in found] for found in before] == [
        ["Up 1", "Low 1", "Up 2"],  # 10, 10 and 20 points apart; of equal ones the higher place comes first
        ["Low 29", "Low 28", "Low 27"],
    ]
    meet(field, "Up 30")  # home is of the ladder on which she last played
    member = signed_in(ana.user)
    assert all("Who should I play?" in flat(member.get(url).text) for url in ("/", ana.get_absolute_url()))
    pool = load_standing_pool(choose_terms(field, ana), ana, around=2)
    assert sorted(row.name for row in pool.rows.values()) == ["Ana", "Low 1", "Low 2", "Up 1", "Up 2"]
    Player.objects.filter(pk=ana.pk).update(retired_on=days_ago(1))
    assert load_suggestions(field, make_player("Ana")) == []


def test_suggestions_take_the_same_queries_however_many_play(season, django_assert_num_queries):
    for count in (0, 30):
        for number in range(count):
            play(season, f"Player {number}", "Ana" if number % 2 else "Ben", on=days_ago(3))
        with django_assert_num_queries(20):
            load_suggestions(season, make_player("Ana"))


def test_sides_nearest_in_mean_rating_are_looked_at_among_those_that_played_lately():
    season = season_of(make_ladder("elo"))
    board = season.boards.get()
    Board.objects.update(options={"takes": "teams", "draws": False})
    pairs = {(side, n): (f"{side} {n} a", f"{side} {n} b") for n in range(1, 13) for side, _ in SIDES}
    for side, sign in SIDES:
        start = {make_player(name): 1500 + sign * 10 * n for n in range(1, 13) for name in pairs[side, n]}
        Opening.objects.bulk_create(Opening(board=board, player=one, points=points) for one, points in start.items())
    play_sides(season, ("Ana", "Bo"), ("Cy", "Di"), on=days_ago(60))
    for n in range(1, 13):
        play_sides(season, pairs["Up", n], pairs["Low", n], on=days_ago(n))

    # By A-3 with K 32 Ana and Bo have 1516, Cy and Di 1484. Up n wins less than 16 from 1500 + 10n, the less the
    # further up: 1525 and on. Low n loses as much from 1500 - 10n.
    assert list_sides_looked_at(season, "Ana") == {
        ("Cy", "Di"),
        *(pairs["Up", n] for n in range(1, 11)),
        *(pairs["Low", n] for n in range(1, 10)),
    }
