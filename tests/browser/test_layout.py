"""What every page keeps: its width on a phone and when widely spaced, its weight, its policy, and the keyboard."""

import re

import pytest
from playwright.sync_api import expect

from tests.factories import make_ladder, play_all, season_of

from .club import ROLES, make_club, show
from .conftest import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]

SMALLEST = {"width": 320, "height": 640}
BUDGET = 50 * 1024
UNFOLD = "for (const folded of document.querySelectorAll('#main details')) folded.open = true"
SPACING = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
    p { margin-block-end: 2em !important }`);
  document.adoptedStyleSheets = [sheet];
}"""  # WCAG 1.4.12
INLINE = re.compile(r"<style|<script(?![^>]* src=)[^>]*>|<[^>]+\s(?:style|on[a-z]+)=[^>]*>")


def test_no_page_scrolls_sideways(tour):
    """320 pixels are also a desk of 1280 at 400% (WCAG 1.4.10); spacing may grow as readers set it (1.4.12)."""
    wide = {}
    for name, page in tour(viewport=SMALLEST):
        page.evaluate(UNFOLD)
        wide[name] = width(page)
        page.evaluate(SPACING)
        wide[f"{name}, spaced"] = width(page)
    assert {name: pixels for name, pixels in wide.items() if pixels > SMALLEST["width"]} == {}


def width(page):
    """How wide the page is, in pixels."""
    return page.evaluate("document.documentElement.scrollWidth")


def test_no_page_has_inline_styles_or_scripts(visit):
    pages, people = make_club()
    found = {}
    for role in ROLES:
        client = visit(people.get(role)).context.request
        found |= {name: INLINE.findall(client.get(wanted.url).text()) for name, wanted in pages[role].items()}
    assert {name: inline for name, inline in found.items() if inline} == {}


@pytest.fixture
def look(visit):
    """A function that shows a page of the club by its role and name."""
    pages, people = make_club()
    return lambda role, name: show(visit(people.get(role)), pages[role][name])


def test_the_first_view_of_the_standings_is_light(look):
    page = look(None, "ladders")
    sizes = {}
    page.on("requestfinished", lambda request: sizes.update({request.url: request.sizes()["responseBodySize"]}))
    page.goto("/backgammon/all-time/", wait_until="networkidle")
    assert {url.rpartition(".")[2] for url in sizes} >= {"css", "js"}
    assert sum(sizes.values()) <= BUDGET


def test_styles_and_scripts_are_loaded_under_hashed_names(look):
    page = look(None, "standings")
    loaded = page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
    hashed = [url for url in loaded if re.search(r"/static/.*\.[0-9a-f]{12}\.(css|js)$", url)]
    assert {url.rpartition(".")[2] for url in hashed} == {"css", "js"}
    assert page.evaluate("typeof htmx.version") == "string"
    assert page.evaluate("getComputedStyle(document.querySelector('.board')).borderCollapse") == "collapse"


def test_tab_reaches_the_skip_link_and_the_navigation(look):
    page = look("member", "own row")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    expect(page.get_by_role("link", name="Skip to content")).to_be_in_viewport()
    reached = tab_through(page, 8)
    assert [name for name in reached if name in ("Home", "Standings", "Report")] == ["Home", "Standings", "Report"]


def test_tab_walks_the_report_form_in_order(look):
    page = look("member", "report")
    names = tab_through(page, 40)
    wanted = ["opponent", "newcomer", "length", "winner", "Report result"]
    assert [name for name in dict.fromkeys(names) if name in wanted] == wanted


def tab_through(page, count):
    """Press Tab and say what has the focus each time: the name of a field, else the words on it."""
    reached = []
    for _ in range(count):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.name || document.activeElement.innerText.trim()"))
    return reached


def test_a_record_with_draws_fits_a_phone(visit):
    play_all(season_of(make_ladder("provisional-elo")), [("Anastasia", "Bo")] * 25)
    page = visit()
    page.goto("/club/")

    expect(page.locator(".x2").last).to_be_visible()
    assert width(page) == PHONE["width"]
