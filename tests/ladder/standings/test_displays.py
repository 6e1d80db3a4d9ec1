"""The venue screen, the print sheet and the frame for other sites."""

import re
from copy import deepcopy
from datetime import date
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from ladder.models import Ladder
from ladder.people.actions.players import change_player_visibility
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from tests.factories import make_ladder, make_member, make_player, play, play_all, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db

VENUE = "/club/venue"
BOARD = "/club/all-time/match-length-elo/"
HTMX = {"HX-Request": "true"}
ODD = ["0", "-1", "x", "²", "٣", "9" * 5000, "\0", "1.5", ""]


@pytest.fixture(scope="module")
def stored(store_once):
    return store_once(make_season_of_one_match)


@pytest.fixture
def season(stored):
    return deepcopy(stored)


def make_season_of_one_match():
    season = season_of(make_ladder())
    play(season, "Ann", "Bea")
    return season


def crowd(season, pairs):
    play_all(season, [(f"Ann {number}", f"Bea {number}") for number in range(pairs)])


def test_the_screen_shows_the_newest_open_season(client, season):
    close_season(season)
    open_next_season(season, slug="second", name="Second")

    assert client.get(VENUE).context["season"].slug == "second"


def test_the_screen_of_an_empty_ladder_says_how_it_starts(client):
    make_ladder()

    response = client.get(VENUE)

    assert "The ladder starts with the first result. Everyone begins at 1,800." in response.text
    assert 'class="rungs"' not in response.text


def test_the_screen_has_no_header_and_is_always_dark(client, season):
    client.cookies["theme"] = "light"

    response = client.get(VENUE)

    assert '<html lang="en-GB" data-theme="dark">' in response.text
    assert 'class="top"' not in response.text
    assert 'class="foot"' not in response.text


def test_the_last_match_is_tinted_in_both_lists(client, season):
    play(season, "Cid", "Dot", on=date(2026, 1, 3))

    response = client.get(VENUE)

    assert re.findall(
        r'<li class="(?:p\d)? new"><b class="num">\d+</b><b class="name [^>]+>(\w+)', flat(response.text)
    ) == [
        "Ann",
        "Bea",
    ]
    assert flat(response.text).count('<li class="new">') == 1


def test_the_code_leads_to_the_report_form(client, season):
    response = client.get(VENUE)

    assert 'aria-label="QR code for testserver/club/report"' in response.text


def test_where_nobody_reports_the_code_leads_to_the_standings(client, season):
    close_season(season)

    response = client.get(VENUE)

    assert 'aria-label="QR code for testserver/club/"' in response.text
    assert "Just played?" not in flat(response.text)


def test_an_address_too_long_for_a_code_has_none(client, season, settings):
    settings.ALLOWED_HOSTS = [".example"]

    response = client.get(VENUE, headers={"host": "x" * 600 + ".example"})

    assert response.status_code == 200
    assert "QR code" not in flat(response.text)


def test_an_unchanged_screen_is_empty_and_asks_once(client, season, django_assert_num_queries):
    here = client.get(VENUE).context["here"]

    with django_assert_num_queries(1):
        response = client.get(VENUE + here, headers=HTMX)

    assert (response.status_code, response.content) == (204, b"")


def test_a_changed_screen_is_sent_alone(client, season):
    here = client.get(VENUE).context["here"]
    play(season, "Bea", "Ann")

    response = client.get(VENUE + here, headers=HTMX)

    assert flat(response.text).lstrip().startswith('<div id="screen"')
    assert response.context["here"] != here


def test_open_pages_ask_and_turn_as_often_as_the_settings_say(client, season, settings):
    settings.POLL_SECONDS, settings.TURN_SECONDS = 5, 40
    crowd(season, 25)
    client.force_login(make_member("Bea").user)

    home, board, screen = (flat(client.get(url).text) for url in ("/", "/club/", VENUE))

    assert [page.count('hx-trigger="every 5s') for page in (home, board, screen)] == [1, 1, 1]
    assert screen.count('hx-trigger="every 40s"') == 1


def test_one_screen_stays(client, season):
    response = client.get(VENUE)

    assert "every 15s" not in flat(response.text)
    assert f'content="60; url={escape(response.context["here"])}"' in response.text


def test_more_players_take_turns_with_and_without_script(client, season):
    crowd(season, 25)

    response = client.get(VENUE)

    after = "?turn=match-length-elo&amp;page=2"
    assert f'href="{after}" hx-get="{after}" hx-trigger="every 15s"' in flat(response.text)
    assert f'<noscript><meta http-equiv="refresh" content="60; url={after}"></noscript>' in flat(response.text)
    assert "Page 1 of 2" in flat(response.text)
    assert len(client.get(VENUE, {"turn": "match-length-elo", "page": 2}).context["screen"].rows) == 4


def test_boards_take_turns_unless_one_is_named(client):
    play(season_of(make_ladder("match-length-elo", "points-exchange")), "Ann", "Bea")

    turning, named = client.get(VENUE), client.get(VENUE, {"board": "points-exchange"})

    assert turning.context["after"] == "?turn=points-exchange&page=1"
    assert named.context["board"].system == "points-exchange"
    assert named.context["after"] == ""
    assert named.context["here"].startswith("?board=points-exchange&page=1&v=")


def test_the_story_takes_its_turn_in_the_names_of_visitors_unless_a_board_is_named(client, season):
    play_all(season, [("Ann", "Bea")] * 5)
    change_player_visibility(player=make_player("Bea"), hidden=True, by=None)
    play(season, "Bea", "Ann")
    client.force_login(make_member("Cy").user)

    after = client.get(VENUE).context["after"]
    story, named = client.get(VENUE + after), client.get(VENUE, {"board": "match-length-elo", "turn": "story"})

    assert after == "?turn=story&page=1"
    assert "Run ended.</span>Hidden player ended Ann’s run of six wins." in flat(story.text)
    assert story.context["after"] == "?turn=match-length-elo&page=1"
    assert story.context["here"].startswith("?turn=story&page=1&v=")
    assert (named.context["after"], named.context["screen"].tales) == ("", [])


@pytest.mark.parametrize("odd", ODD)
def test_odd_pages_and_turns_are_the_first(client, season, odd):
    response = client.get(f"{VENUE}?{urlencode({'page': odd, 'turn': odd, 'v': odd})}")

    assert (response.status_code, response.context["screen"].page) == (200, 1)


@pytest.mark.parametrize(
    "url",
    [
        "/other/venue",
        f"{VENUE}?board=points-exchange",
        f"{VENUE}?board=%00",
        "/club/all-time/other/print",
        "/club/other/match-length-elo/print",
        "/club/all-time/other/embed",
        "/other/all-time/match-length-elo/embed",
    ],
)
def test_what_does_not_exist_is_not_found(client, season, url):
    assert client.get(url).status_code == 404


@pytest.mark.parametrize("url", [VENUE, f"{BOARD}print", f"{BOARD}embed"])
def test_nothing_is_posted(client, season, url):
    assert client.post(url).status_code == 405


@pytest.mark.parametrize("url", [VENUE, f"{BOARD}print", f"{BOARD}embed"])
def test_a_page_takes_a_constant_number_of_queries(client, season, url, django_assert_num_queries):
    play_all(season, [("Ann", "Bea")] * 4)  # a run of five wins: there is a story
    with CaptureQueriesContext(connection) as few:
        client.get(url)
    crowd(season, 25)

    with django_assert_num_queries(len(few)):
        client.get(url)


def test_the_sheet_lists_everybody_and_leaves_room_for_results(client, season):
    response = client.get(f"{BOARD}print")

    assert re.findall(r'<span class="name">(\w+)</span>', flat(response.text)) == ["Ann", "Bea"]
    assert flat(response.text).count("<tr>") == 1 + 24  # the head, and 26 lines of a page without the two players
    assert "<td></td>" * 5 in flat(response.text)
    assert "Either player reports the result, just once." in flat(response.text)
    assert 'aria-label="QR code for testserver/club/report"' in flat(response.text)


def test_the_sheet_of_a_crowd_has_two_columns(client, season):
    assert "data-columns" not in client.get(f"{BOARD}print").text

    crowd(season, 10)

    assert 'data-columns="2"' in client.get(f"{BOARD}print").text


def test_the_sheet_of_a_closed_season_has_no_room_for_results(client, season):
    close_season(season)

    response = client.get(f"{BOARD}print")

    assert "final standings" in flat(response.text)
    assert "Results by hand" not in flat(response.text)
    assert 'aria-label="QR code for testserver/club/"' in flat(response.text)


def test_a_long_name_of_a_ladder_is_smaller_so_that_the_sheet_stays_one_page(client):
    url = "/club/all-time/match-length-elo/print"
    make_ladder(name="L" * 40)
    assert f"<h1>{'L' * 40}</h1>" in flat(client.get(url).text)
    Ladder.objects.update(name="L" * 80)
    assert f"<h1 data-long>{'L' * 80}</h1>" in flat(client.get(url).text)


def test_the_sheet_shows_the_line_to_copy(client):
    play(season_of(make_ladder(name='The "A" & B')), "Ann", "Bea")

    response = client.get(f"{BOARD}print")

    line = (
        f'<iframe src="http://testserver{BOARD}embed" title="Standings of The &quot;A&quot; &amp; B" '
        'width="100%" height="560" loading="lazy"></iframe>'
    )
    assert f">{escape(line)}</textarea>" in response.text


def test_the_frame_shows_ten_rows_or_as_many_as_asked_for(client, season):
    crowd(season, 6)

    def shown(query):
        return len(client.get(f"{BOARD}embed", query).context["rows"])

    assert [shown({}), shown({"rows": 3}), shown({"rows": 12}), shown({"rows": 999})] == [10, 3, 12, 14]


def test_the_frame_shows_a_hundred_rows_at_most(client, season):
    crowd(season, 51)

    assert len(client.get(f"{BOARD}embed", {"rows": 500}).context["rows"]) == 100


@pytest.mark.parametrize("odd", ODD)
def test_odd_numbers_of_rows_are_ten(client, season, odd):
    crowd(season, 6)

    assert len(client.get(f"{BOARD}embed", {"rows": odd}).context["rows"]) == 10


def test_the_frame_may_stand_anywhere_and_sets_no_cookie(client, season):
    response = client.get(f"{BOARD}embed")

    assert "X-Frame-Options" not in response.headers
    assert "frame-ancestors *" in response.headers["Content-Security-Policy"].split("; ")
    assert "default-src 'self'" in response.headers["Content-Security-Policy"].split("; ")
    assert not response.cookies
    assert "Cookie" not in response.headers.get("Vary", "")


def test_a_frame_is_asked_for_again_and_answers_shortly_while_nothing_changes(client, season):
    response = client.get(f"{BOARD}embed")
    known = {"If-None-Match": response.headers["ETag"]}
    assert response.headers["Cache-Control"] == "public, no-cache"
    again = client.get(f"{BOARD}embed", headers=known)
    assert (again.status_code, "frame-ancestors *" in again.headers["Content-Security-Policy"]) == (304, True)
    play(season, "Ann", "Bea")
    assert client.get(f"{BOARD}embed", headers=known).status_code == 200


@pytest.mark.parametrize("url", [VENUE, f"{BOARD}print", BOARD, "/", "/accounts/login/", "/no/such/board/embed"])
def test_no_other_page_may_be_framed(client, season, url):
    response = client.get(url)

    assert response.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"].split("; ")


def test_links_in_the_frame_open_a_new_tab(client, season):
    links = re.findall(r"<a [^>]*>", flat(client.get(f"{BOARD}embed").text))

    assert len(links) == 3
    assert [link for link in links if 'target="_blank" rel="noopener"' not in link] == []
