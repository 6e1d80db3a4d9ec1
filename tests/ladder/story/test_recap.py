"""A season in one page: first places, lists, records, and the member's own season."""

from datetime import date, timedelta

import pytest
from django.core.cache import caches

from ladder.models import Season
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from ladder.story.queries.recap import load_recap
from tests.factories import make_ladder, make_member, make_player, play, play_all, season_of, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("memory")]
RECAP = "/club/all-time/recap"
DAY = date(2026, 1, 3)


@pytest.fixture
def season():
    return season_of(make_ladder("elo"))


def test_a_season_without_a_match_says_so(client, season):
    assert "All time has no counted matches yet." in client.get(RECAP).text


def test_the_first_three_are_those_of_the_standings(season):
    play(season, "Ana", "Ben", on=DAY)
    play(season, "Cem", "Dea", on=DAY)
    play(season, "Ana", "Dea", on=DAY)

    recap = load_recap(season, None)

    assert [(row.rank_text, row.name) for row in recap.podium] == [("1", "Ana"), ("2", "Cem"), ("3", "Ben")]
    assert (recap.players, recap.matches) == (4, 3)


def test_a_season_counts_its_own_matches_alone(season):
    play_all(season, [("Ana", "Ben")] * 3, on=DAY)
    close_season(season, on=DAY)
    following = open_next_season(season, slug="two", name="Two", starts_on=DAY + timedelta(1))
    play(following, "Ben", "Ana", on=DAY + timedelta(1))
    first, second = (load_recap(Season.objects.get(slug=slug), make_player("Ana")) for slug in ("all-time", "two"))

    assert (first.matches, first.own.tally.matches, first.own.tally.won) == (3, 3, 3)
    assert (second.matches, second.own.tally.matches, second.own.tally.won) == (1, 1, 0)
    assert [(one.label, one.text) for one in first.records] == [
        ("Most matches in a day", "3 matches"),
        ("Closest rivalry", "3–0"),
    ]
    assert second.records == []  # the run and the rivalry began before it, and are told on the page of honours


def test_a_member_reads_their_own_season_and_nobody_else_does(client, season):
    ana = make_member("Ana")
    play_all(season, [("Ana", "Ben")] * 2, on=DAY)

    assert "Your season" in signed_in(ana.user).get(RECAP).text
    assert "Your season" not in signed_in(make_member("Dea").user).get(RECAP).text
    assert "Your season" not in client.get(RECAP).text


def test_a_season_that_nobody_knows_is_not_found(client, season):
    assert client.get("/club/nothing/recap").status_code == 404


@pytest.mark.parametrize("count", [3, 30])
def test_the_page_asks_the_same_of_few_and_of_many(client, season, count, django_assert_num_queries):
    play_all(season, [("Ana", f"Ben {number}") for number in range(count)], on=DAY)
    client.get("/")
    for name in ("rows", "pages", "shared"):
        caches[name].clear()

    with django_assert_num_queries(31):
        client.get(RECAP)


def test_certificates_go_to_the_first_three_and_to_who_did_most_once_the_season_is_closed(client, season):
    play_all(season, [("Ana", "Ben"), ("Ana", "Cem"), ("Dea", "Cem")], on=DAY)
    sheets = f"{RECAP.removesuffix('recap')}certificates"
    assert "All time is still open." in client.get(sheets).text

    close_season(season, on=DAY)

    page = client.get(sheets)
    assert [tuple(one) for one in page.context["certificates"]] == [
        ("Champion", "Ana", "1,531"),  # 1,500, 32 / 2 for the first match, and 32 (1 - 0.523) for the second
        ("2nd place", "Dea", "1,515"),
        ("3rd place", "Ben", "1,484"),
        ("Most matches", "Ana", "2"),
        ("Most matches", "Cem", "2"),
        ("Most wins", "Ana", "2"),
        ("Most improved", "Ana", "+31.3"),
        ("Most opponents", "Ana", "2"),
        ("Most opponents", "Cem", "2"),
    ]
    assert sheets in client.get(RECAP).text
