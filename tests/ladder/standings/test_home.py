"""The first page: a member's place, or the ladders of the club."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from ladder.formats import ParticipantResult
from ladder.models import Season
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from tests.factories import enter_match, make_ladder, make_member, play, season_of, signed_in
from tests.markup import flat

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def season():
    return season_of(make_ladder())


def test_home_tells_a_member_the_place(client, season):
    play(season, "Ann", "Bea", on=date(2026, 1, 3))
    play(season, "Bea", "Ann", on=date(2026, 1, 10))
    play(season, "Bea", "Ann", on=date(2026, 1, 10))
    client.force_login(make_member("Bea").user)

    response = client.get("/")

    assert response.context["headline"] == "1st, up one place"
    assert 'class="rungs"' in flat(response.text)
    assert 'class="rt" aria-sort="descending"' in flat(response.text)
    assert "style=" not in flat(response.text)


def test_home_of_the_only_player_counts_one(client):
    ann = make_member("Ann")
    season = season_of(make_ladder("tournament-points"))
    enter_match(
        season=season, participants=[ParticipantResult(ann, place=1)], by=None, kind="tournament", facts={"field": 1}
    )
    client.force_login(ann.user)

    assert "All 1 player</a>" in flat(client.get("/").text)


def test_home_polls_by_version(client, season, django_assert_num_queries):
    play(season, "Ann", "Bea")
    client.force_login(make_member("Bea").user)
    shown = client.get("/").context["token"]

    with django_assert_num_queries(1):
        same = client.get("/", {"ladder": "club", "v": shown}, headers=HTMX)
    play(season, "Ann", "Bea")
    changed = client.get("/", {"ladder": "club", "v": shown}, headers=HTMX)

    assert same.status_code == 204
    assert flat(changed.text).lstrip().startswith('<div class="split" id="live"')
    assert flat(changed.text).count('hx-swap-oob="true"') == 1


def test_home_lists_several_ladders(client, season):
    play(season, "Ann", "Bea")
    make_ladder("chips-total", slug="chips", name="Chips")

    response = client.get("/")

    assert [one.ladder.slug for one in response.context["ladders"]] == ["chips", "club"]
    assert "<b>Ann</b> beat Bea" in response.text


def test_home_of_a_member_names_the_ladder_played_on_last(client, season):
    play(season, "Ann", "Bea")
    make_ladder("chips-total", slug="chips", name="Chips")
    client.force_login(make_member("Bea").user)

    nav = client.get("/").context["nav"]

    assert (nav.standings_url, nav.report_url) == ("/club/", "/club/all-time/report")


def test_home_without_a_ladder_says_so(client):
    assert "No ladder yet" in client.get("/").text


@pytest.mark.parametrize(("days", "told"), [(0, True), (6, True), (8, False)])
def test_for_a_week_home_tells_visitors_and_members_of_a_season_that_ended(client, season, days, told):
    ana = make_member("Ana")
    play(season, "Ana", "Ben")
    open_next_season(close_season(season), slug="two", name="Winter")
    Season.objects.filter(slug="all-time").update(closed_at=timezone.now() - timedelta(days))

    pages = [flat(one.get("/").text) for one in (client, signed_in(ana.user))]

    assert ["All time of Club has ended, won by Ana." in page for page in pages] == [told, told]
    assert ["Winter has begun." in page for page in pages] == [told, told]
