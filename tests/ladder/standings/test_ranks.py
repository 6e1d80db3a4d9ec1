"""Ranks as pages, downloads and commands print them: active players have one, level players share it."""

import json
import re
from copy import deepcopy
from datetime import UTC, date, datetime

import pytest
import time_machine
from django.core.management import call_command

from ladder.models import Ladder
from ladder.seasons.actions.life_cycle import close_season
from tests.factories import make_ladder, make_member, make_player, play, season_of, signed_in
from tests.markup import flat

pytestmark = pytest.mark.django_db
NOW = "2026-03-16 12:00 +0000"

PAGE = "/club/all-time/points-exchange/"
TODAY = date(2026, 3, 16)
PLACED = re.compile(r'<td[^>]*><b class="num">(.*?)</b>.*?<th[^>]*>(?:<a[^>]*>)?(\w+)', re.S)


@pytest.fixture(scope="module")
def stored(store_once):
    with time_machine.travel(NOW, tick=False):
        return store_once(make_level_season)


@pytest.fixture
def season(stored):
    with time_machine.travel(NOW, tick=False):
        yield deepcopy(stored)


def make_level_season():
    """On 16 March Ann, who leads, and Dee have not played for 74 days. Bea and Eve are level; so are Cid and Fay."""
    season = season_of(make_ladder("points-exchange"))
    play(season, "Ann", "Dee", on=date(2026, 1, 1))
    play(season, "Ann", "Dee", on=date(2026, 1, 1))
    play(season, "Bea", "Cid", on=date(2026, 3, 14))
    play(season, "Eve", "Fay", on=date(2026, 3, 14))
    return season


def test_the_default_standings_are_the_active_players_without_a_hole(client, season):
    answer = client.get(PAGE)

    assert PLACED.findall(flat(answer.text)) == [("1=", "Bea"), ("1=", "Eve"), ("3=", "Cid"), ("3=", "Fay")]
    assert "2 players without a rank</a>" in flat(answer.text)
    assert "Ann" not in [row.name for row in answer.context["rows"]]


def test_the_others_stand_below_unnumbered_with_the_reason(client, season):
    answer = client.get(PAGE, {"who": "all"})

    _, below = answer.text.split("Without a rank</h2>")
    assert PLACED.findall(below) == []
    assert re.findall(r'class="why">(.*?)</small>', below) == ["no match for 74 days"] * 2
    assert "no rank</span>" in below
    assert below.index("Ann") < below.index("Dee")


def test_a_search_that_only_finds_somebody_inactive_leads_to_them(client, season):
    assert "No active player is called “dee”." in client.get(PAGE, {"q": "dee"}).text
    assert "Nobody is shown here as “zoe”." in client.get(PAGE, {"q": "zoe"}).text


def test_a_member_without_a_rank_is_told_so(season):
    ann = signed_in(make_member("Ann").user)

    assert "You have no rank: no match for 74 days. Play a match to get it back." in flat(ann.get(PAGE).text)
    home = flat(ann.get("/").text)
    assert "No rank: no match for 74 days</h1>" in home
    assert PLACED.findall(home)[:2] == [("1=", "Bea"), ("1=", "Eve")]


@pytest.mark.parametrize("page", ["embed", "print"])
def test_other_sites_and_paper_number_active_players_only(client, season, page):
    text = flat(client.get(f"{PAGE}{page}").text)

    assert re.findall(r'<b class="num">(\d=?)</b>', text) == ["1=", "1=", "3=", "3="]
    if page == "print":
        assert "Ann 1,019 (no match for 74 days); Dee 981 (no match for 74 days)." in text


def test_the_venue_screen_numbers_active_players_only(client, season):
    assert re.findall(r'<b class="num">(.*?)</b><b class="name [^>]+>(\w+)', flat(client.get("/club/venue").text)) == [
        ("1=", "Bea"),
        ("1=", "Eve"),
        ("3=", "Cid"),
        ("3=", "Fay"),
    ]


@pytest.mark.parametrize("url", [PAGE, "/", "/club/venue", f"{PAGE}embed", f"{PAGE}print"])
def test_pages_of_a_ladder_where_nobody_has_a_rank(client, season, url):
    for name in ("Bea", "Cid", "Eve", "Fay"):
        player = make_player(name)
        player.retired_on = TODAY
        player.save()

    assert client.get(url).status_code == 200


def test_a_download_keeps_everybody_in_order_of_rating_with_the_reason(client, season):
    lines = client.get(f"{PAGE}standings.csv").content
    rows = [line.split(",") for line in lines.decode("utf-8-sig").splitlines()]

    assert [(row[0], row[1], row[-1]) for row in rows] == [
        ("Rank", "Player", "No rank"),
        ("", "Ann", "no match for 74 days"),
        ("1=", "Bea", ""),
        ("1=", "Eve", ""),
        ("3=", "Cid", ""),
        ("3=", "Fay", ""),
        ("", "Dee", "no match for 74 days"),
    ]


def test_the_command_keeps_everybody_in_order_of_rating_with_the_reason(season, capsys):
    call_command("standings", "club", format="json")
    told = json.loads(capsys.readouterr().out)["standings"]

    assert [(one["rank"], one["name"], one["rank_shown"], one["no_rank"]) for one in told] == [
        (1, "Ann", "", "no match for 74 days"),
        (2, "Bea", "1=", ""),
        (3, "Eve", "1=", ""),
        (4, "Cid", "3=", ""),
        (5, "Fay", "3=", ""),
        (6, "Dee", "", "no match for 74 days"),
    ]
    Ladder.objects.update(inactive_after=None)
    call_command("standings", "club")
    assert [line.split()[-1] for line in capsys.readouterr().out.splitlines()] == [
        "Rank",
        "1",
        "2=",
        "2=",
        "4=",
        "4=",
        "6",
    ]


def test_the_days_are_a_setting_of_the_ladder(client, season, admin_client):
    page = admin_client.get("/club/settings")
    assert "Counted from their last match." in page.text
    assert page.context["form"].initial["inactive_after"] == 60


def test_at_midnight_the_poll_the_screen_and_the_frame_bring_the_new_ranks(client, season):
    with time_machine.travel("2026-05-13 23:00 +0000", tick=False) as clock:
        play(season, "Gus", "Hal", on=date(2026, 5, 1))
        token = client.get(PAGE).context["token"]
        tag = client.get(f"{PAGE}embed")["ETag"]
        assert client.get(f"{PAGE}rows", {"v": token}).status_code == 204
        clock.move_to(datetime(2026, 5, 14, 0, 30, tzinfo=UTC), tick=False)
        answer = client.get(f"{PAGE}rows", {"v": token}, headers={"HX-Request": "true"})
        frame = client.get(f"{PAGE}embed", headers={"If-None-Match": tag})

    assert PLACED.findall(flat(answer.text)) == [("1", "Gus"), ("2", "Hal")]  # 61 days after 14 March
    assert frame.status_code == 200
    assert PLACED.findall(flat(frame.text)) == [("1", "Gus"), ("2", "Hal")]


def test_dates_of_another_year_have_the_year(client, season):
    with time_machine.travel("2027-02-16 12:00 +0000", tick=False):
        text = flat(client.get(PAGE).text)
        assert "Last result 14 March 2026</p>" in text
        assert 'class="live"' not in text
        assert "Live" not in flat(client.get("/club/venue").text)


@pytest.mark.parametrize(
    ("day", "words"), [(21, '<span class="live">Live, last result 14 March</span>'), (22, "Last result 14 March</p>")]
)
def test_a_ladder_is_live_for_a_week_after_a_result(client, season, day, words):
    with time_machine.travel(datetime(2026, 3, day, 12, tzinfo=UTC), tick=False):
        assert words in flat(client.get(PAGE).text)


def test_a_closed_season_is_not_live(client, season):
    close_season(season)

    assert "Live" not in client.get("/club/venue").text
