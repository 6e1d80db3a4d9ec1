"""A visitor's open tables, a board in each tab; with JavaScript they follow by themselves, without it by a reload."""

import time
from typing import NamedTuple

from playwright.sync_api import expect

from ladder.pages.recent_versions import RECENT_SECONDS

SOON = 20_000  # B-15: within 20 seconds
POLL = 8_000  # how often an open table asks; the visitor's clock is put forward by as much


class Why(NamedTuple):
    """A match's change as a table prints it, and how its explanation begins and ends."""

    change: str
    said: str
    sum: str


class Tables:
    """The tabs of one visitor, by the key of the board's system."""

    def __init__(self, visitor, scripts, *keys):
        self.scripts, self.tabs = scripts, {}
        if scripts:
            visitor.clock.install()
        for key in keys:
            self.tabs[key] = visitor.context.new_page()
            self.open(key)

    def open(self, key):
        self.tabs[key].goto(f"/club/all-time/{key}/")
        if self.scripts:
            self.tabs[key].evaluate("window.stays = true")

    def follow(self, **ratings):
        """Soon every table shows these ratings and no others; an empty board says so."""
        if self.scripts:
            time.sleep(RECENT_SECONDS)  # by which what visitors see may be older
            next(iter(self.tabs.values())).clock.fast_forward(POLL)
        for key, tab in self.tabs.items():
            if not self.scripts:
                tab.reload()
            shows(tab, ratings.get(key.replace("-", "_"), {}))
            assert not self.scripts or tab.evaluate("window.stays")

    def explain(self, key, match, why):
        """The match among the latest results has this change, which opens its explanation; then back to the table."""
        tab = self.tabs[key]
        change = tab.locator(f"#m{match.pk}")
        expect(change).to_have_text(why.change)
        change.click()
        ends(tab, key, why)
        self.open(key)


def shows(tab, ratings):
    """The table has a row for each player, with the rating."""
    if not ratings:
        expect(tab.locator("#rows")).to_contain_text("No matches yet", timeout=SOON)
    for name, rating in ratings.items():
        expect(tab.locator(f".board tr:has(.pl > a:text-is('{name}')) .rt")).to_have_text(rating, timeout=SOON)
    expect(tab.locator(".board tbody tr")).to_have_count(len(ratings))


def ends(tab, key, why):
    """The board's part of the match page says from what to what, step by step to the very change."""
    board = tab.locator("section", has=tab.locator(f"a[href$='/{key}/rules']"))
    name = why.said.partition(":")[0]
    folded = board.locator("summary", has_text=f"{name}: why {why.change}?")
    if folded.count():
        folded.click()
    said = board.locator("p", has_text=f"{why.said}, {why.change}").first
    expect(said).to_be_visible()
    expect(said.locator("xpath=following-sibling::ol[1]").locator(".sum").last).to_have_text(why.sum)
