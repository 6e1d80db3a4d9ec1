"""The page about a ladder: how it rates, how to report, its files and screens, and what organisers do for it."""

import re

import pytest

from ladder.club.actions import change_ladder
from ladder.models import Ladder
from ladder.seasons.actions.life_cycle import close_season
from tests.factories import make_ladder, make_member, play, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db

BOARD = "/club/all-time/match-length-elo/"
ELSEWHERE = re.compile(r"/(venue|print|settings|seasons|import|rules|lab|feed|log)|standings")


@pytest.fixture
def ladder():
    return make_ladder()


def links_of(client, url):
    """Return the addresses that the content of a page links to."""
    page = client.get(url).text.partition("<main")[2].partition("</main>")[0]
    return re.findall(r'<a\s[^>]*href="([^"]*)"', page)


def test_only_the_winner_reports_where_the_ladder_says_so(client):
    make_ladder(reporters=Ladder.Reporters.WINNER)

    assert "Only the winner reports" in client.get("/club/about").text


def test_the_standings_link_to_the_page_about_their_ladder_and_to_none_of_its_files(organises, ladder):
    play(season_of(ladder), "Ada", "Bo")
    found = links_of(organises, "/club/")
    assert f"{BOARD}about" in found
    assert not list(filter(ELSEWHERE.search, found))


def test_a_board_s_page_about_the_ladder_has_its_rules_and_files(client):
    make_ladder("match-length-elo", "elo")
    assert "How Match-length Elo works" in client.get("/club/about").text
    assert "How Elo works" in client.get("/club/all-time/elo/about").text
    assert {f"{BOARD}about", "/club/all-time/elo/rules", "/club/venue?board=elo"} < set(
        links_of(client, "/club/all-time/elo/about")
    )
    for url in ("/nowhere/about", "/club/never/elo/about", "/club/all-time/chess/about"):
        assert client.get(url).status_code == 404


def test_what_a_board_has_chosen_is_said_and_what_others_may_choose_is_folded(client):
    season = season_of(make_ladder("elo"))
    page = flat(client.get("/club/about").text)
    assert "Chosen here" not in page
    whole, folded = page.split("<summary>What a board may choose</summary>")
    assert "Everyone starts at 1500" in whole
    assert ("FIDE’s K is 40" in whole, "FIDE’s K is 40" in folded.partition("</details>")[0]) == (False, True)

    season.boards.update(options={"k": 24})
    season.save()
    chosen = flat(client.get("/club/about").text).split("<h3>Chosen here</h3>")[1].partition("</ul>")[0]
    assert re.findall("<li>(.*?)</li>", chosen) == ["K for everybody:<b>24</b>, usually 32"]


def test_the_files_are_those_of_the_day_that_the_standings_showed(client):
    play(season_of(make_ladder()), "Ada", "Bo")
    assert f"{BOARD}about?as-of=2026-01-05" in links_of(client, "/club/?as-of=2026-01-05")
    found = links_of(client, f"{BOARD}about?as-of=2026-01-05")
    assert {f"{BOARD}standings.csv?as-of=2026-01-05", f"{BOARD}?as-of=2026-01-05"} < set(found)
    assert f"{BOARD}standings.csv" in links_of(client, f"{BOARD}about?as-of=x%22")


def test_only_members_find_the_file_of_all_matches(client):
    make_ladder()
    assert "/club/all-time/export.csv" not in links_of(client, "/club/about")
    client.force_login(make_member("Ada").user)
    assert "/club/all-time/export.csv" in links_of(client, "/club/about")


def test_an_organiser_finds_there_what_they_do_for_a_ladder(organises, ladder):
    wanted = {"/club/settings", "/club/seasons", "/club/all-time/import", "/club/venue-code", "/club/poster"}
    found = set(links_of(organises, "/club/about"))
    assert wanted < found
    assert "/club/people" not in found
    close_season(season_of(ladder))
    found = set(links_of(organises, "/club/about"))
    assert ("/club/all-time/reopen" in found, "/club/all-time/import" in found) == (True, False)


def test_an_organiser_of_another_ladder_finds_nothing_of_it(organises):
    make_ladder(slug="other")
    assert "For organisers" not in flat(organises.get("/other/about").text)


def test_the_desk_has_one_link_for_each_ladder(organises, ladder):
    play(season_of(ladder), "Ada", "Bo")
    found = [url for url in links_of(organises, "/desk") if url.startswith("/club")]
    assert found == ["/club/about#for-organisers"]


def test_what_the_page_says_is_as_new_as_the_settings(client):
    ladder = make_ladder()
    client.get("/club/about")
    change_ladder(ladder=ladder, values={"how_to_report": "On Mondays."}, by=None)
    assert "On Mondays." in client.get("/club/about").text
