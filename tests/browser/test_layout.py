"""What every page keeps: its width on the smallest phone, its weight, its policy, and the keyboard."""

import re

import pytest
from playwright.sync_api import expect

from .club import NAMES_OF_PAGES, make_club

pytestmark = pytest.mark.browser

SMALLEST = {"width": 320, "height": 640}
BUDGET = 50 * 1024
INLINE = re.compile(r"<style|<script(?![^>]* src=)[^>]*>|<[^>]+\s(?:style|on[a-z]+)=[^>]*>")


@pytest.fixture(scope="module")
def club(kept):
    return make_club()


@pytest.mark.parametrize("name", NAMES_OF_PAGES)
def test_no_page_scrolls_sideways(club, look, name):
    page = look(club, name, viewport=SMALLEST)
    page.evaluate("for (const folded of document.querySelectorAll('#main details')) folded.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALLEST["width"]


def test_no_page_has_inline_styles_or_scripts(club, look):
    pages, _ = club
    for who, start in {None: "ladders", "member": "home", "organiser": "void"}.items():
        client = look(club, start).context.request
        for page in pages.values():
            if page.who == who:
                assert (page.url, INLINE.findall(client.get(page.url).text())) == (page.url, [])


def test_the_first_view_of_the_standings_is_light(club, look):
    page = look(club, "ladders")
    sizes = {}
    page.on("requestfinished", lambda request: sizes.update({request.url: request.sizes()["responseBodySize"]}))
    page.goto("/backgammon/all-time/", wait_until="networkidle")
    assert {url.rpartition(".")[2] for url in sizes} >= {"css", "js"}
    assert sum(sizes.values()) <= BUDGET


def test_styles_and_scripts_are_loaded_under_hashed_names(club, look):
    page = look(club, "standings")
    loaded = page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
    hashed = [url for url in loaded if re.search(r"/static/.*\.[0-9a-f]{12}\.(css|js)$", url)]
    assert {url.rpartition(".")[2] for url in hashed} == {"css", "js"}
    assert page.evaluate("typeof htmx.version") == "string"
    assert page.evaluate("getComputedStyle(document.querySelector('.board')).borderCollapse") == "collapse"


def test_tab_reaches_the_skip_link_and_the_navigation(club, look):
    page = look(club, "own row")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    expect(page.get_by_role("link", name="Skip to content")).to_be_in_viewport()
    reached = tab_through(page, 8)
    assert [name for name in reached if name in ("Home", "Standings", "Report")] == ["Home", "Standings", "Report"]


def test_the_keyboard_alone_reports_a_match(club, look):
    page = look(club, "report")
    names = tab_through(page, 40)
    assert page.evaluate("document.activeElement") is not None
    order = [name for name in names if name in ("opponent", "newcomer", "length", "winner", "More kind, date")]
    assert order[0] == "opponent"
    assert {"opponent", "newcomer", "winner", "Report result"} <= set(names)


def tab_through(page, count):
    """Press Tab and say what has the focus each time: the name of a field, else the words on it."""
    reached = []
    for _ in range(count):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.name || document.activeElement.innerText.trim()"))
    return reached
