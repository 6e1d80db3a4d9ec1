"""The venue screen turns to the boxes of the season and to the latest round, where there are any."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ladder.boxes.actions import NewBox, make_boxes, withdraw_from_box
from ladder.models import Ladder
from ladder.rounds.actions import make_round, store_round_wish
from ladder.seasons.actions.life_cycle import close_season
from players.models import Club
from tests.factories import make_ladder, make_player, play, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db
VENUE = "/club/venue"
DAY = timedelta(1)


@pytest.fixture
def season(time_machine):
    time_machine.move_to("2026-11-20T12:00:00Z", tick=False)
    season = season_of(make_ladder("match-points", box_size=3, round_weeks=2))
    season.ends_on = timezone.localdate() + 30 * DAY
    season.save()
    return season


def box_up(season, count):
    """Make so many boxes of three, called Ana 1, Bo 1 and Cy 1 and so on."""
    names = [(f"Ana {number}", f"Bo {number}", f"Cy {number}") for number in range(1, count + 1)]
    boxes = [NewBox(level, "", [make_player(one).pk for one in box]) for level, box in enumerate(names, start=1)]
    make_boxes(season=season, boxes=boxes)


def make_round_of(season, count):
    for number in range(count):
        store_round_wish(ladder=season.ladder, player=make_player(f"Eva {number}"), wanted=1)
    return make_round(season=season)


def test_boxes_and_the_round_take_their_turns_after_the_board(client, season):
    box_up(season, 3)
    make_round_of(season, 50)
    turns, seen = "", []
    for _ in range(6):
        page = client.get(VENUE + turns)
        turns = page.context["after"]
        seen.append((page.context["screen"].title, page.context["after_name"], turns))
    assert seen == [
        ("Match points", "Boxes", "?turn=boxes&page=1"),
        ("Boxes", "Page 1 of 2", "?turn=boxes&page=2"),
        ("Boxes", "Page 2 of 2", "?turn=round&page=1"),
        ("Round 1", "Page 1 of 2", "?turn=round&page=2"),
        ("Round 1", "Page 2 of 2", "?turn=match-points&page=1"),
        ("Match points", "Boxes", "?turn=boxes&page=1"),
    ]


def test_a_box_says_who_stands_where_and_who_plays_whom_by_when(client, season):
    box_up(season, 2)
    play(season, "Cy 1", "Bo 1")
    page = flat(client.get(VENUE, {"turn": "boxes"}).text)
    assert '<th scope="row">1 Cy 1</th><td class="n">1</td><td class="n"><b>2</b></td>' in page
    assert '<small class="zone down">▼<span class="vh">goes down</span></small>' in page
    assert "<h4>To play by Sun 20 December</h4><ul><li>Ana 1 v Bo 1</li><li>Ana 1 v Cy 1</li></ul>" in page


def test_where_each_match_has_a_last_day_of_its_own_the_next_one_comes_first(client, season):
    Ladder.objects.update(box_spread=True)
    season.refresh_from_db()
    box_up(season, 1)
    days = [one.deadline for one in season.fixtures.order_by("play_by")]
    page = flat(client.get(VENUE, {"turn": "boxes"}).text)
    assert "<h4>To play</h4>" in page
    shown = re.findall(r"<li>\w+ 1 v \w+ 1, by \w+ (\d+) \w+</li>", page)
    assert shown == [str(day.day) for day in days]
    assert len(set(shown)) == 3


def test_a_round_says_who_plays_whom_until_when_and_who_is_left_over_in_names_of_visitors(client, season):
    Club(pk=Club.ONLY, name="Club", names=Club.Names.INITIAL).save()
    for name in ("Ana Ek", "Ben Ey", "Cy Ez"):
        store_round_wish(ladder=season.ladder, player=make_player(name), wanted=1)
    made = make_round(season=season)
    [[first], [second]], left = made.fixtures.get().sides, made.left_over.get()
    one, other, spare = (f"{player.name[:-1]}." for player in (first, second, left))
    page = flat(client.get(VENUE, {"turn": "round"}).text)
    assert (
        f'<p>Play by Thursday, 3 December 2026.</p><ol data-size="large"><li><b>{one} v {other}</b></li></ol>' in page
    )
    assert f"<p>Left over: {spare}</p>" in page
    assert [word for word in ("Ek", "Ey", "Ez") if word in page] == []


def test_what_is_over_takes_no_turn(client, season, time_machine):
    make_round_of(season, 2)
    assert client.get(VENUE).context["after"] == "?turn=round&page=1"
    time_machine.move_to("2026-12-04T12:00:00Z", tick=False)
    assert client.get(VENUE, {"turn": "round"}).context["after"] == ""
    box_up(season, 1)
    assert client.get(VENUE).context["after"] == "?turn=boxes&page=1"
    assert client.get(VENUE, {"board": "match-points"}).context["after"] == ""
    close_season(season)
    assert client.get(VENUE, {"turn": "boxes"}).context["after"] == ""


@pytest.mark.parametrize(("turn", "odd"), [("boxes", "3"), ("round", "-1"), ("boxes", "x")])
def test_a_page_that_is_not_there_is_the_first(client, season, turn, odd):
    box_up(season, 3)
    make_round_of(season, 2)
    assert client.get(VENUE, {"turn": turn, "page": odd}).context["screen"].page == 1


@pytest.mark.parametrize("turn", ["boxes", "round"])
def test_a_turn_asks_as_much_of_many_as_of_few(client, season, turn, django_assert_num_queries):
    box_up(season, 1)
    make_round_of(season, 2)
    with CaptureQueriesContext(connection) as few:
        client.get(VENUE, {"turn": turn})
    box_up(season, 8)
    make_round_of(season, 40)
    with django_assert_num_queries(len(few)):
        client.get(VENUE, {"turn": turn})


def test_whatever_the_screen_shows_of_boxes_makes_it_ask_again(season):
    """Who has played nothing is named there as well: another name, and a withdrawal."""
    box_up(season, 1)
    ana = make_player("Ana 1")
    for change in (
        lambda: ana.save(),
        lambda: withdraw_from_box(season=season, player=ana, how="stand"),
        lambda: make_round_of(season, 2),
    ):
        before = Ladder.objects.get().version
        change()
        assert Ladder.objects.get().version > before
