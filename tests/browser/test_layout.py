"""What a page weighs, what it loads, and how the keyboard walks through it."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from ladder.seasons.actions.life_cycle import close_season, open_next_season
from tests.factories import make_ladder, make_member, play, play_all, season_of

from .axe import DESK, PHONE
from .club import LONG
from .test_pages import sideways, width

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]

BUDGET = 50 * 1024


PLAYERS = ["Ana", "Bo", "Cleo", "Dana", "Eli", "Faye", "Gus", "Hana", "Ines", "Jo", "Kim", "Lea"]
STANDINGS = "/club/all-time/"
CUT_MARKS = """() => [...document.querySelectorAll(".board tbody .pl")].filter((cell) => {
    const box = cell.getBoundingClientRect(), mark = cell.querySelector(".tip").getBoundingClientRect();
    const end = box.right - parseFloat(getComputedStyle(cell).paddingInlineEnd);
    return mark.right > end + 0.01 || mark.bottom > box.bottom;
}).map((cell) => cell.innerText)"""
"""The names of players whose provisional mark reaches beyond the content of its cell."""


@pytest.fixture
def ladder():
    play_all(season_of(make_ladder()), list(pairwise(PLAYERS)))


@pytest.fixture
def member(ladder, visit):
    """The window of Olga, who plays."""
    return visit(make_member("Olga").user)


def test_the_first_view_of_the_standings_is_light(ladder, visit):
    page, sizes = visit(), {}
    page.on("requestfinished", lambda request: sizes.update({request.url: request.sizes()["responseBodySize"]}))
    page.goto(STANDINGS, wait_until="networkidle")
    assert {url.rpartition(".")[2] for url, size in sizes.items() if size} >= {"css", "js"}
    assert sum(sizes.values()) <= BUDGET


def test_styles_and_scripts_are_loaded_under_hashed_names(ladder, visit):
    page = visit()
    page.goto(STANDINGS)
    loaded = page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
    hashed = [url for url in loaded if re.search(r"/static/.*\.[0-9a-f]{12}\.(css|js)$", url)]
    assert {url.rpartition(".")[2] for url in hashed} == {"css", "js"}
    assert page.evaluate("typeof htmx.version") == "string"
    assert page.evaluate("getComputedStyle(document.querySelector('.board')).borderCollapse") == "collapse"


def test_tab_reaches_the_skip_link_and_the_navigation(member):
    member.goto(STANDINGS)
    member.keyboard.press("Tab")
    expect(member.get_by_role("link", name="Skip to content")).to_be_focused()
    expect(member.get_by_role("link", name="Skip to content")).to_be_in_viewport()
    reached = tab_through(member, 8)
    assert [name for name in reached if name in ("Home", "Standings", "Report")] == ["Home", "Standings", "Report"]


def test_tab_walks_the_report_form_in_order(member):
    member.goto(f"{STANDINGS}report")
    names = tab_through(member, 40)
    wanted = ["opponent", "winner", "length", "Report result"]
    assert [name for name in dict.fromkeys(names) if name in wanted] == wanted


def tab_through(page, count):
    """Press Tab and say what has the focus each time: the name of a field, else the words on it."""
    reached = []
    for _ in range(count):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.name || document.activeElement.innerText.trim()"))
    return reached


@pytest.fixture
def with_draws(transactional_db):
    """A second season with 14 matches drawn and won each, of which the loser has lost 26 in the one before."""
    season = season_of(make_ladder("provisional-elo"))
    play_all(season, [("Anastasia", "Bo")] * 26)
    following = open_next_season(close_season(season), slug="next", name="Next")
    play_all(following, [("Bo", "Anastasia")] * 14)
    for _ in range(14):
        play(following, "Bo", "Anastasia", drawn=True)


def test_a_record_with_draws_fits_a_phone(with_draws, visit):
    page = visit()
    page.goto("/club/")

    expect(page.locator(".x2").last).to_be_visible()
    assert width(page) == PHONE["width"]


def test_it_fits_the_smallest_phone_as_a_reader_spaces_it(with_draws, visit):
    page = visit()
    page.goto("/club/")
    assert sideways(page) == []
    expect(page.locator(".x2").last).to_be_visible()


def test_a_leader_with_a_long_name_leaves_room_for_the_ladder(visit):
    play_all(season_of(make_ladder()), [(LONG, "Bo")])
    make_ladder(slug="chess", name="Chess")
    page = visit()
    page.goto("/")

    assert page.locator(".ladders div").last.bounding_box()["width"] > PHONE["width"] / 2


def test_an_opponent_with_a_long_name_fits_beside_what_is_at_stake(member):
    play_all(season_of(make_ladder(slug="long")), [(LONG, "Ana")])
    member.goto("/long/all-time/report")
    member.locator("#id_opponent label", has_text=LONG).tap()

    expect(member.locator("#stake")).to_contain_text(f"{LONG} won")
    assert width(member) == PHONE["width"]


def test_you_is_said_beside_a_long_name(visit):
    play_all(season_of(make_ladder()), [(LONG, "Bo")])
    page = visit(make_member(LONG).user, viewport=DESK)
    page.goto("/club/")

    name, you = page.locator("#me .pl").bounding_box(), page.locator("#me .you").bounding_box()
    assert you["x"] + you["width"] <= name["x"] + name["width"]


def test_a_name_of_two_long_words_is_read_whole_on_a_phone(visit):
    play(season_of(make_ladder("match-length-elo")), "Konstantinos Oberhauser", "Seraphina Wolframsdorf")
    page = visit()
    page.goto("/club/all-time/")
    for link in page.locator(".board tbody .pl > a").all():
        assert link.evaluate("link => link.scrollWidth <= link.clientWidth + 1"), link.inner_text()


def test_the_mark_of_a_provisional_rating_is_never_cut(visit):
    """Nor shown as three dots: at whatever width the name just fits, the mark ends within the padding of its cell."""
    season = season_of(make_ladder("provisional-elo"))
    play_all(season, [("Hinata Kurosawa", "Maximiliane Hohenstauffen"), ("Dmitri Volkonin", "Saoirse Gallagher")])
    page = visit(viewport=DESK)
    page.goto(STANDINGS)
    for pixels in range(900, 1281, 5):
        page.set_viewport_size(DESK | {"width": pixels})
        assert page.evaluate(CUT_MARKS) == [], pixels


def test_a_new_season_shows_no_record_on_a_phone_before_a_player_has_one(visit):
    season = season_of(make_ladder("provisional-elo"))
    play(season, "Ana", "Bo")
    open_next_season(close_season(season), slug="next", name="Next")
    page = visit(viewport=PHONE)
    page.goto("/club/next/")
    row = page.locator(".board tbody tr").first
    expect(row.get_by_text("0–0–0")).to_be_hidden()
    expect(row.get_by_text("none this season")).to_be_visible()
