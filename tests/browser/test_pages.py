"""What every page of the club keeps: axe has nothing to say, it fits a phone when widely spaced, has one sheet."""

import re
from collections import defaultdict

import pytest

from tests import IS_DRILL
from tests.browser import axe
from tests.browser.club import FIRST_PAGES

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]

SMALLEST = {"width": 320, "height": 640}
UNFOLD = "for (const folded of document.querySelectorAll('#main details')) folded.open = true"
SPACING = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
    p { margin-block-end: 2em !important }`);
  document.adoptedStyleSheets = [sheet];
}"""  # WCAG 1.4.12
SHEETS = "performance.getEntriesByType('resource').filter(one => one.name.endsWith('.css')).length"
INLINE = re.compile(r"<style|<script(?![^>]* src=)[^>]*>|<[^>]+\s(?:style|on[a-z]+)=[^>]*>")


def test_every_page_is_as_it_should_be(tour):
    """One look at each in the drill, since opening a hundred pages takes most of the time; else at the first ones."""
    known, names = defaultdict(set), None if IS_DRILL else FIRST_PAGES
    assert [f"{name}, {line}" for name, page, answer in tour(names) for line in wrong(page, answer, known)] == []


def wrong(page, answer, known):
    """Yield what a page does not keep; `known` is as in tests/browser/axe.py."""
    yield from (f"inline: {one}" for one in INLINE.findall(answer.text()))
    if (sheets := page.evaluate(SHEETS)) != 1:
        yield f"{sheets} style sheets asked for"
    yield from axe.found(page, known)
    yield from sideways(page)


def sideways(page):
    """320 pixels are also a desk of 1280 at 400% (WCAG 1.4.10); spacing may grow as readers set it (1.4.12)."""
    page.set_viewport_size(SMALLEST)
    page.evaluate(UNFOLD)
    widths = {"": width(page)}
    page.evaluate(SPACING)
    widths[", spaced"] = width(page)
    return [f"{pixels} pixels wide{how}" for how, pixels in widths.items() if pixels > SMALLEST["width"]]


def width(page):
    """How wide the page is, in pixels."""
    return page.evaluate("document.documentElement.scrollWidth")
