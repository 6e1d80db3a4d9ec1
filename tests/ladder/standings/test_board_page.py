"""Standings in the browser: whole pages, parts, polls."""

import gzip
import re
from datetime import date, timedelta
from itertools import product

import pytest
from django.utils import timezone

from ladder.formats import ParticipantResult
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from tests.factories import enter_match, make_ladder, make_member, make_player, play, play_all, season_of
from tests.markup import flat

pytestmark = [pytest.mark.django_db, pytest.mark.once]

PAGE = "/club/all-time/match-length-elo/"
ODD = ["\0", "9" * 40, "-1", "２０２６-01-01", "0001-01-01", "9999-12-31", "'\"<b>", "𝟙"]
HTMX = {"HX-Request": "true"}
OUT_OF_BAND = re.compile(r'id="(\w+)"[^>]* hx-swap-oob')


@pytest.fixture
def season():
    return season_of(make_ladder())


def token(response):
    return response.context["token"]


@pytest.mark.parametrize("url", ["/", "/club/", "/club/all-time/", PAGE])
def test_one_board_is_shown_at_every_address(client, season, url):
    play(season, "Ann", "Bea")

    response = client.get(url)

    assert [row.name for row in response.context["rows"]] == ["Ann", "Bea"]
    assert f'<link rel="canonical" href="http://testserver{PAGE}">' in response.text


@pytest.mark.parametrize("url", ["/other/", "/club/other/", "/club/all-time/points-exchange/"])
def test_what_does_not_exist_is_not_found(client, season, url):
    assert client.get(url).status_code == 404


def test_htmx_gets_the_rows_alone(client, season):
    play(season, "Ann", "Bea")

    response = client.get(PAGE, {"q": "an"}, headers=HTMX)

    assert flat(response.text).lstrip().startswith('<div id="rows"')
    assert [row.name for row in response.context["rows"]] == ["Ann"]
    assert "oob" not in flat(response.text)


@pytest.mark.parametrize("header", ["HX-Boosted", "HX-History-Restore-Request"])
def test_boosted_links_and_restored_history_get_the_page(client, season, header):
    assert "<!DOCTYPE html>" in flat(client.get(PAGE, headers={**HTMX, header: "true"}).text)


def test_an_unchanged_poll_is_empty_and_asks_once(client, season, django_assert_num_queries):
    play(season, "Ann", "Bea")
    shown = token(client.get(PAGE))

    with django_assert_num_queries(1):
        response = client.get(f"{PAGE}rows", {"v": shown}, headers=HTMX)

    assert (response.status_code, response.content) == (204, b"")


def test_a_changed_poll_brings_rows_results_and_the_new_token(client, season):
    play(season, "Ann", "Bea")
    shown = token(client.get(PAGE))
    play(season, "Ann", "Cid")

    response = client.get(f"{PAGE}rows", {"v": shown, "q": "a"}, headers=HTMX)

    assert f"v={token(response)}&amp;q=a&amp;who=active" in response.text
    assert OUT_OF_BAND.findall(response.text) == ["status", "latest", "legend"]
    assert token(response) != shown


def test_what_the_first_result_brings_has_its_place_on_the_open_page(client):
    chips = season_of(make_ladder("chips-daily", slug="chips"))
    url = "/chips/all-time/chips-daily/"
    page = client.get(url)
    participants = [ParticipantResult(make_player("Ann"), 1.0), ParticipantResult(make_player("Bea"), 0.0)]
    enter_match(season=chips, participants=participants, by=None, kind="rated", facts={"chips": 10})

    response = client.get(f"{url}rows", {"v": token(page)}, headers=HTMX)

    assert "shrink over time" in response.text
    assert [part for part in OUT_OF_BAND.findall(response.text) if f'id="{part}"' not in page.text] == []


def test_everybody_is_remembered(client, season):
    play(season, "Ann", "Bea", on=date(2020, 1, 4))
    play(season, "Cid", "Dan")

    assert client.get(PAGE).context["unranked"] == []
    assert [row.name for row in client.get(PAGE, {"who": "all"}).context["unranked"]] == ["Ann", "Bea"]
    assert [row.name for row in client.get(PAGE).context["unranked"]] == ["Ann", "Bea"]
    assert client.get(PAGE, {"who": "active"}).context["unranked"] == []
    assert client.get(PAGE).context["unranked"] == []


def test_another_season_is_picked_with_and_without_htmx(client, season):
    close_season(season)
    open_next_season(season, slug="second", name="Second")

    plain = client.get("/club/second/", {"season": "all-time"})
    htmx = client.get("/club/second/", {"season": "all-time"}, headers=HTMX)

    assert plain.headers["Location"] == "/club/all-time/"
    assert htmx.headers["HX-Redirect"] == "/club/all-time/"
    assert client.get("/club/").context["season"].slug == "second"


def test_a_closed_season_says_so_and_does_not_poll(client, season):
    play(season, "Ann", "Bea")
    close_season(season)

    response = client.get(PAGE)

    assert "Season closed" in response.text
    assert "every 8s" not in flat(response.text)


def test_an_empty_ladder_says_how_it_starts(client, season):
    assert "The ladder starts with the first result. Everyone begins at 1,800." in client.get(PAGE).text


def test_visitors_are_not_told_that_a_name_is_new(client, season):
    play(season, "Ann", "Bea")
    text = client.get(PAGE, {"q": "Zed"}).text
    assert ("Nobody is shown here as “Zed”." in text, "joins at" in text) == (True, False)


def test_a_name_that_nobody_has_may_join(member, season):
    play(season, "Ann", "Bea")

    response = member.get(PAGE, {"q": "Zed"})

    assert "Nobody called “Zed” yet." in response.text
    assert "and Zed joins at 1,800." in response.text


def test_a_past_day_is_shown_still_and_kept_in_the_links(client):
    season = season_of(make_ladder("match-length-elo", "points-exchange"))
    play(season, "Ann", "Bea", on=date(2026, 1, 3))
    play(season, "Cid", "Bea", on=date(2026, 1, 10))
    client.force_login(make_member("Bea").user)

    response = client.get(PAGE, {"as-of": "2026-01-05"})

    assert [row.name for row in response.context["rows"]] == ["Ann", "Bea"]
    assert "Standings<b>as of Monday 5 January 2026</b>" in flat(response.text)
    assert '<a href="/club/all-time/points-exchange/?as-of=2026-01-05">' in flat(response.text)
    assert "as-of=2026-01-05&amp;sort=-experience" in flat(response.text)
    assert [one.outcome.who for one in response.context["latest"]] == ["Ann"]
    assert (
        flat(response.text).count('id="me"')
        == flat(response.text).count("every 8s")
        == flat(response.text).count('id="status"')
        == 0
    )


def test_nobody_had_played_by_then(client, season):
    play(season, "Ann", "Bea", on=date(2026, 1, 3))

    assert "Nobody had played in All time by that day." in client.get(PAGE, {"as-of": "2026-01-02"}).text


@pytest.mark.strict
def test_no_filter_whatever_makes_an_error(client, season):
    play(season, "Ann", "Bea")
    names = ("as-of", "sort", "q", "who", "season", "v", "page")

    for value, name in product(ODD, names):
        assert client.get(f"{PAGE}rows", {name: value}).status_code == 200
    for value, url in product(ODD, (PAGE, "/")):
        assert client.get(url, dict.fromkeys(names, value)).status_code == 200


def test_sorting_is_told_and_kept_by_the_poll(client, season):
    play(season, "Ann", "Bea", length=5)
    play(season, "Cid", "Bea", length=7)

    response = client.get(PAGE, {"sort": "player"})

    assert [(row.name, row.rank) for row in response.context["rows"]] == [("Ann", 2), ("Bea", 3), ("Cid", 1)]
    assert 'class="pl" aria-sort="ascending"' in flat(response.text)
    assert flat(response.text).count("aria-sort") == 1
    assert "&amp;who=active&amp;sort=player" in flat(response.text)


def test_level_players_share_a_rank(client):
    season = season_of(make_ladder("points-exchange"))
    play(season, "Ann", "Bea")
    play(season, "Cid", "Dan")

    response = client.get("/club/")

    assert re.findall(r'<b class="num">(.*?)</b>', response.text) == ["1=", "1=", "3=", "3="]
    assert "2= means that level players share a rank." in response.text


def test_the_own_row_says_how_far_the_next_place_is(client, season):
    play(season, "Ann", "Bea", length=9)
    client.force_login(make_member("Bea").user)

    assert "12 behind<span> Ann</span>" in client.get(PAGE).text  # 6 gained and 6 lost (B-3)


def test_the_own_row_is_pinned(client, season):
    play(season, "Ann", "Bea")
    client.force_login(make_member("Bea").user)

    response = client.get(PAGE)

    assert response.text.count('id="me"') == 1
    assert '<span class="tag you">You</span>' in response.text


def test_a_board_that_shrinks_says_what_the_next_day_takes(client):
    season = season_of(make_ladder("chips-daily"))
    participants = [ParticipantResult(make_player("Ann"), 1.0), ParticipantResult(make_player("Bea"), 0.0)]
    enter_match(season=season, participants=participants, by=None, kind="rated", facts={"chips": 100})
    begins = f"{timezone.localdate() + timedelta(1):%A} {(timezone.localdate() + timedelta(1)).day}"

    shown = flat(client.get("/club/").text)
    client.force_login(make_member("Bea").user)
    mine = flat(client.get("/club/").text)

    assert f"When {begins}" in shown
    assert "Ann’s 100 becomes<b>95</b>(−5)." in shown
    assert "your −80 becomes<b>−76</b>(+4)." in mine


@pytest.mark.parametrize("pairs", [1, 3, 25])
def test_a_page_takes_a_constant_number_of_queries(client, season, pairs, django_assert_num_queries):
    play_all(season, [(f"Ann {number}", f"Bea {number}") for number in range(pairs)], on=date(2026, 1, 3))
    play(season, "Ann 0", "Bea 0", on=date(2026, 1, 10))
    client.force_login(make_member("Bea 0").user)

    with django_assert_num_queries(28):
        response = client.get(PAGE)

    assert len(response.context["rows"]) == 2 * pairs


def test_a_page_of_46_players_is_small(client, season):
    play_all(season, [(f"Player A{number}", f"Player B{number}") for number in range(23)])

    response = client.get(PAGE)

    assert len(gzip.compress(response.content)) < 12_000
