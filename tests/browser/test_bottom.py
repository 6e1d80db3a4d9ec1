"""What stands at the bottom of the window: the bar of a phone, one's own row, and toasts above both."""

import re

import pytest
from playwright.sync_api import expect

from tests.factories import make_ladder, make_member, play_all, season_of

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]

PLAYERS = [f"Player {number}" for number in range(30)]
TELL = "text => document.dispatchEvent(new CustomEvent('toast', { detail: { text } }))"


def test_a_toast_lies_beside_ones_own_pinned_row_and_the_row_comes_back(visit):
    play_all(season_of(make_ladder()), list(zip(PLAYERS[::2], PLAYERS[1::2], strict=True)))
    page = visit(make_member(PLAYERS[-1]).user)
    page.goto("/club/")
    row, low = page.locator("#me"), page.locator(".nav").bounding_box()["y"]

    page.evaluate(TELL, "Saved. You are 31st with 1,793.")
    expect(page.locator(".toast")).to_be_visible()
    expect(page.locator("html")).to_have_css("--told", re.compile("[1-9]"))
    box = row.bounding_box()
    assert box["y"] + box["height"] <= page.locator(".toast").bounding_box()["y"]

    page.keyboard.press("Escape")
    expect(page.locator("html")).to_have_css("--told", "0px")
    box = row.bounding_box()
    assert box["y"] + box["height"] == pytest.approx(low, abs=1)


def test_a_visitor_s_phone_has_no_bar_for_home_alone(visit):
    make_ladder(slug="one")
    make_ladder(slug="two")
    page = visit()
    page.goto("/")
    expect(page.locator(".nav")).to_be_hidden()
    assert page.locator("body").evaluate("body => getComputedStyle(body).paddingBottom") == "0px"

    page.goto("/one/")
    expect(page.locator(".nav")).to_be_visible()
