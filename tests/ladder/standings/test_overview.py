"""The list of ladders."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from ladder.models import Season
from ladder.pages.seasons import describe_coming_day
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from ladder.standings.queries.overview import Leader, load_ladder_overviews
from ladder.standings.queries.table import load_standings
from tests.factories import make_ladder, play, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db


def test_a_ladder_shows_its_leader_and_last_result():
    season = season_of(make_ladder("points-exchange"))
    play(season, "Ann", "Bea", on=date(2026, 1, 3))
    play(season, "Bea", "Cid", on=date(2026, 1, 10))

    (one,) = load_ladder_overviews()

    assert (one.season, one.leader._replace(line="")) == (season, Leader("Ann", "1,010", 3))
    assert (one.last.outcome, one.last.when) == (("Bea", "beat Cid"), "10 January")


def test_an_open_season_comes_before_a_closed_one():
    season = season_of(make_ladder())
    play(season, "Ann", "Bea", on=date(2026, 1, 3))
    close_season(season)
    assert [one.season.slug for one in load_ladder_overviews()] == ["all-time"]

    open_next_season(season, slug="second", name="Second")

    assert [(one.season.slug, one.last) for one in load_ladder_overviews()] == [("second", None)]


@pytest.mark.parametrize("count", [2, 6])
def test_the_list_takes_a_constant_number_of_queries(count, django_assert_num_queries):
    for number in range(count):
        play(season_of(make_ladder(slug=f"club-{number}", name=f"Club {number}")), "Ann", "Bea")

    with django_assert_num_queries(10):
        assert len(load_ladder_overviews()) == count


def test_leaders_have_the_lines_that_the_standings_draw():
    today = timezone.localdate()
    for key in ("elo", "glicko-2", "rungs"):  # plain, one that time changes, one where others move a player
        season = season_of(make_ladder(key, slug=key))
        for days, winner, loser in [(80, "Ann", "Bea"), (40, "Bea", "Ann"), (20, "Cid", "Bea"), (3, "Cid", "Ann")]:
            play(season, winner, loser, on=today - timedelta(days))

    shown = {one.ladder.slug: one.leader for one in load_ladder_overviews()}

    for season in Season.objects.select_related("ladder"):
        first = load_standings(season.boards.get()).ranked[0]
        leader = shown[season.ladder.slug]
        assert (season.ladder.slug, leader.name, leader.line) == (season.ladder.slug, first.name, first.line)


def test_home_counts_the_matches_of_today(client):
    first, second = (season_of(make_ladder(slug=slug, name=slug)) for slug in ("chess", "darts"))
    play(first, "Ann", "Bea", on=timezone.localdate() - timedelta(1))
    assert "No match yet today" in client.get("/").text

    play(first, "Ann", "Bea")
    play(second, "Ann", "Bea")

    assert [(one.ladder.slug, one.today) for one in load_ladder_overviews()] == [("chess", 1), ("darts", 1)]
    assert "2 matches played today" in flat(client.get("/").text)


@pytest.mark.parametrize(
    ("starts", "ends", "text"),
    [
        (2, None, "begins in 2 days"),
        (1, 9, "begins tomorrow"),
        (0, 19, "ends in 19 days"),
        (-9, 1, "ends tomorrow"),
        (-9, 0, "ends today"),
        (-9, None, ""),
    ],
)
def test_a_season_says_what_comes_next(starts, ends, text):
    today = timezone.localdate()
    last = None if ends is None else today + timedelta(ends)
    season = Season(starts_on=today + timedelta(starts), ends_on=last)

    assert describe_coming_day(season) == text


def test_a_season_that_is_over_says_since_when():
    assert describe_coming_day(Season(ends_on=date(2025, 3, 1))) == "ended on 1 March 2025"
    assert describe_coming_day(Season(ends_on=date(2025, 3, 1), closed_at=timezone.now())) == ""


def test_home_of_the_only_ladder_has_its_standings_and_the_days_left(client):
    make_ladder()
    Season.objects.update(ends_on=timezone.localdate() + timedelta(19))

    page = flat(client.get("/").text)

    assert page.count("<h1>") == 1
    assert "No match yet today. All time ends in 19 days." in page
    assert "The ladder starts with the first result." in page
