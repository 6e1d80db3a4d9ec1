"""The list of ladders."""

from datetime import date

import pytest

from ladder.seasons.actions.life_cycle import close_season, open_next_season
from ladder.standings.queries.overview import Leader, load_ladder_overviews
from tests.factories import make_ladder, play, season_of

pytestmark = pytest.mark.django_db


def test_a_ladder_shows_its_leader_and_last_result():
    season = season_of(make_ladder("points-exchange"))
    play(season, "Ann", "Bea", on=date(2026, 1, 3))
    play(season, "Bea", "Cid", on=date(2026, 1, 10))

    (one,) = load_ladder_overviews()

    assert (one.season, one.leader) == (season, Leader("Ann", "1,010", 3))
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

    with django_assert_num_queries(7):
        assert len(load_ladder_overviews()) == count
