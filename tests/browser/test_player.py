"""A player's pages in a browser: more matches, the chart by keyboard, and a past day."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import make_ladder, make_player, play, season_of

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]

SECOND = re.compile(r"^\d+ \w+( \d+)?: \+4\.4 v Ben, 1,809$")  # B-3: (1 - 0.5057) x 8.944 on top of 1,804.47


@pytest.fixture
def ana(transactional_db):
    """The address of Ana, who played 22 matches on as many days, the last of them today."""
    season, today = season_of(make_ladder()), timezone.localdate()
    for number in range(22):
        play(season, "Ana", "Ben", on=today - timedelta(21 - number))
    return make_player("Ana").get_absolute_url()


@pytest.mark.parametrize(("scripts", "rows"), [(True, 22), (False, 2)], ids=["with JavaScript", "without JavaScript"])
def test_more_matches_are_shown(ana, visit, scripts, rows):
    page = visit(java_script_enabled=scripts)
    page.goto(ana)
    page.get_by_role("link", name="Show 2 more").tap()
    expect(page.get_by_role("link", name="Show 2 more")).to_have_count(0)
    expect(page.locator("#matches tr")).to_have_count(rows)


def test_tab_walks_the_chart_in_the_order_of_play(ana, visit):
    page = visit()
    page.goto(ana)
    points = page.locator(".chart a")
    points.first.focus()
    page.keyboard.press("Tab")
    expect(points.nth(1)).to_be_focused()
    expect(points.nth(1)).to_have_accessible_name(SECOND)
    page.keyboard.press("ArrowRight")
    expect(points.nth(2)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.get_by_text("3 months").tap()  # puts another chart in its place
    expect(page).to_have_url(re.compile("span=3m"))
    expect(points).to_have_count(22)
    points.nth(1).locator(".dot").tap()
    expect(points.nth(1)).to_be_focused()  # under a finger a match is shown before it is opened
    points.nth(1).locator(".dot").tap()
    expect(page.get_by_role("heading", name="Why 4.4 points?")).to_be_visible()


@pytest.mark.parametrize("width", [320, 1280])
def test_values_stand_beside_the_drawing_of_a_chart_however_wide_they_are(ana, visit, width):
    page = visit(viewport={"width": width, "height": 800})
    page.goto(ana)
    drawing, chart = page.locator(".chart > svg").bounding_box(), page.locator(".chart").bounding_box()
    values = [one.bounding_box() for one in page.locator(".chart > svg > text[text-anchor=end]").all()]
    assert len(values) > 2
    assert [one for one in values if one["x"] < chart["x"] or one["x"] + one["width"] > drawing["x"]] == []


def test_a_past_day_is_chosen_and_left_without_scripts(ana, visit):
    page = visit(java_script_enabled=False)
    page.goto(ana)
    page.get_by_label("At the end of").fill((timezone.localdate() - timedelta(21)).isoformat())
    page.get_by_role("button", name="Show", exact=True).tap()
    expect(page.get_by_text("Looking back")).to_be_visible()
    expect(page.locator("#matches tr")).to_have_count(1)
    page.get_by_role("link", name="Show today").tap()
    expect(page.get_by_text("Looking back")).to_have_count(0)
