"""The standings in a browser: sorting, looking back, the folded filters, and nothing that jumps."""

from datetime import date

import pytest
from playwright.sync_api import expect

from tests.factories import make_ladder, play, season_of

from .axe import DESK

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]

PAGE = "/club/all-time/match-length-elo/"
SHIFTS = """() => new Promise((done) => {
  const sum = (list) => list.getEntries().reduce((sum, one) => sum + one.value, 0);
  new PerformanceObserver((list) => done(sum(list))).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(0), 500);
})"""
SEEN = 0.01  # a tenth of what web.dev/articles/cls calls good: a busy browser draws a page in pieces


@pytest.fixture
def club():
    """Ann beats Bea in January; Cid plays twice in February."""
    season = season_of(make_ladder())
    play(season, "Ann", "Bea", 9, on=date(2026, 1, 3))
    play(season, "Cid", "Bea", 1, on=date(2026, 2, 7))
    play(season, "Ann", "Cid", 1, on=date(2026, 2, 7))


def names(page):
    return page.locator(".board tbody .pl > a").all_inner_texts()


def test_a_heading_sorts_in_place_and_keeps_the_focus(club, visit):
    """On a phone, where the headings take two lines."""
    page = visit()
    page.goto(PAGE)
    page.evaluate("window.stays = true")
    heading = page.get_by_role("columnheader", name="Exp")

    heading.get_by_role("link").tap()
    expect(heading).to_have_attribute("aria-sort", "descending")
    assert names(page) == ["Ann", "Bea", "Cid"]
    heading.get_by_role("link").press("Enter")

    expect(heading).to_have_attribute("aria-sort", "ascending")
    assert names(page) == ["Cid", "Ann", "Bea"]
    assert page.locator(".board tbody .rk b").all_inner_texts() == ["2", "1", "3"]
    assert page.evaluate("[window.stays, document.activeElement.innerText]") == [True, "Exp"]
    assert page.url.endswith("sort=experience")


def test_search_keeps_the_order(club, visit):
    page = visit(viewport=DESK)
    page.goto(PAGE)
    page.get_by_role("columnheader", name="Player").get_by_role("link").click()
    expect(page.get_by_role("columnheader", name="Player")).to_have_attribute("aria-sort", "ascending")

    page.get_by_role("searchbox").fill("e")
    expect(page.locator(".board tbody tr")).to_have_count(1)
    page.get_by_role("searchbox").fill("")

    expect(page.locator(".board tbody tr")).to_have_count(3)
    assert names(page) == ["Ann", "Bea", "Cid"]


def test_a_chosen_day_is_shown_and_left_again(club, visit):
    page = visit(viewport=DESK)
    page.goto(PAGE)

    page.get_by_label("As of").fill("2026-01-05")

    expect(page.get_by_text("as of Monday 5 January 2026")).to_be_visible()
    assert names(page) == ["Ann", "Bea"]
    assert "as-of=2026-01-05" in page.url
    page.get_by_role("columnheader", name="Player").get_by_role("link").click()
    expect(page.get_by_role("columnheader", name="Player")).to_have_attribute("aria-sort", "ascending")
    assert names(page) == ["Ann", "Bea"]
    page.get_by_role("link", name="Back to today").click()
    expect(page.get_by_text("Last result 7 February")).to_be_visible()
    assert sorted(names(page)) == ["Ann", "Bea", "Cid"]


def test_search_does_not_freeze_the_day(club, visit):
    page = visit(viewport=DESK)
    page.goto(PAGE)

    page.get_by_label("Find a player").fill("ci")

    expect(page.locator(".board tbody tr")).to_have_count(1)
    assert "as-of" not in page.url


def test_a_phone_folds_all_filters_but_the_search(club, visit):
    page = visit()
    page.goto(PAGE)
    expect(page.get_by_label("Find a player")).to_be_visible()
    expect(page.get_by_label("As of")).to_be_hidden()
    assert page.locator(".board tbody tr").first.bounding_box()["y"] < 350

    page.get_by_text("More", exact=True).click()

    expect(page.get_by_label("As of")).to_be_visible()
    expect(page.get_by_text("Active", exact=True)).to_be_visible()


@pytest.mark.parametrize("options", [{}, {"viewport": DESK}])
@pytest.mark.parametrize("url", [PAGE, f"{PAGE}print"])
def test_nothing_shifts_while_the_page_loads(club, visit, url, options):
    """The scripts come late, as over a slow line."""
    page = visit(**options)
    page.route("**/*.js", lambda route: (page.wait_for_timeout(300), route.continue_()))
    page.goto(url, wait_until="networkidle")
    assert page.evaluate(SHIFTS) < SEEN
