"""A whole evening by keyboard alone, with and without JavaScript; and what a poll leaves as it was."""

from collections import defaultdict
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import expect

from ladder import ledger
from ladder.models import Board, Court, Ladder, Match, Night
from ladder.nights.actions import NewCourt, begin_night, begin_night_game, come_to_night, pair_for_night
from ladder.scene import Scene
from tests.browser.axe import DESK, found
from tests.browser.test_correction import Keyboard
from tests.factories import make_ladder, make_player, season_of

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]
URL, NAMES = "/club/tonight", ("Ana", "Ben", "Cy", "Di", "Eve", "Flo")
WIDTHS = (320, 360)


@pytest.fixture
def desk(transactional_db):
    return User.objects.create_user("desk", password="correct horse", is_staff=True)


@pytest.fixture
def ladder(desk):
    for name in NAMES:
        make_player(name)
    return make_ladder("elo", nights="recorders")


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_an_evening_by_keyboard_alone(ladder, desk, visit, scripts):
    page = visit(java_script_enabled=scripts, viewport=DESK, has_touch=False)
    page.route("**/tonight?v=*", lambda poll: poll.fulfill(status=204))  # axe looks longer at a board than one stands
    keys, known = Keyboard(page), defaultdict(set)

    def choose(role, name, says, **more):
        keys.choose(page.get_by_role(role, name=name, **more).first)
        expect(page.locator("#main")).to_contain_text(says)
        if scripts:
            expect(page.locator("body:focus")).to_have_count(0)
            assert not list(found(page, known))
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 700})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (width, says)
            page.set_viewport_size(DESK)

    page.goto(URL)
    keys.choose(page.get_by_role("link", name="Sign in", exact=True).first)
    keys.reach(page.locator("[name=login]"))
    page.keyboard.type("desk")
    keys.reach(page.locator("[name=password]"))
    page.keyboard.type("correct horse")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Begin a night")).to_be_visible()
    choose("link", "Begin a night", "Courts or tables for singles")
    keys.reach(page.get_by_label("Courts or tables for singles"))
    page.keyboard.type("One, Two")
    choose("button", "Begin the night", "0 here, 2 courts")
    for number, name in enumerate(NAMES, start=1):
        keys.reach(page.get_by_label("Name", exact=True))
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator("#main h1")).to_contain_text(f"{number} here, 2 courts")
        if scripts:
            assert page.evaluate("document.activeElement.name") == "name"
            assert page.evaluate("document.activeElement.value") == ""
    choose("button", "They play on One", "since")
    before = page.locator(".court.next .side").all_inner_texts()
    choose("link", "Another two on Two", "Two is free")
    assert page.locator(".court.next .side").all_inner_texts() != before
    keys.choose(page.locator("summary", has_text="Change one"))
    choose("link", "Without", "Two is free")
    choose("button", "They play on Two", "They have not met lately")
    expect(page.locator(".court.next")).to_have_count(0)
    keys.choose(page.locator("button[name=won]").first)
    expect(page.locator("#main")).to_contain_text("beat")
    choose("button", "Undo", "None yet")
    keys.choose(page.locator(".queue summary").first)
    choose("button", "Rest", "rests")
    keys.choose(page.locator(".queue summary").first)
    choose("button", "Home", "5 here, 2 courts")
    keys.choose(page.locator("summary", has_text="Run the night"))
    choose("button", "End the night", "No night runs now")
    assert Match.objects.exclude(status=Match.Status.VOID).count() == 0
    assert Night.objects.get().closed_at
    assert ledger.verify(ladder) == []


@pytest.fixture
def night(ladder, desk):
    """A night with a game on One, to which all but the last have come."""
    scene = Scene(season_of(ladder), desk)
    ends_at = timezone.now() + timedelta(hours=3)
    night = begin_night(scene=scene, ends_at=ends_at, courts=[NewCourt("One", 2), NewCourt("Two", 2)])
    for name in NAMES[:-1]:
        come_to_night(night=night, scene=scene, player=make_player(name))
    court = Court.objects.select_related("night__season__ladder").get(name="One")
    begin_night_game(court=court, scene=scene, sides=[[make_player("Ana")], [make_player("Ben")]])
    return night


def test_a_poll_leaves_focus_open_details_and_half_a_name_as_they_were(night, desk, visit):
    page = visit(desk, viewport=DESK, has_touch=False)
    keys = Keyboard(page)
    page.goto(URL)
    keys.choose(page.locator(".queue summary").first)
    keys.choose(page.locator("summary", has_text="Run the night"))
    keys.reach(page.get_by_label("Name", exact=True))
    page.keyboard.type("Maxi")
    button = page.get_by_role("button", name="They play on Two")
    keys.reach(button)
    scene = Scene(night.season, desk)
    come_to_night(night=night, scene=scene, player=make_player("Flo"))
    expect(page.locator("h1")).to_have_text("6 here, 2 courts")
    assert button.evaluate("one => one === document.activeElement")
    assert page.get_by_label("Name", exact=True).input_value() == "Maxi"
    assert page.locator("#night details[open] summary").count() == 2


def test_after_a_result_the_focus_is_at_its_court(night, desk, visit):
    page = visit(desk, viewport=DESK, has_touch=False)
    page.goto(URL)
    Keyboard(page).choose(page.locator("button[name=won]").first)
    expect(page.locator("#main")).to_contain_text("Ana beat Ben")
    expect(page.locator("h2", has_text="One is free")).to_be_focused()


def test_a_name_that_nobody_has_stays_in_the_field(night, desk, visit):
    page = visit(desk, viewport=DESK, has_touch=False)
    page.goto(URL)
    Keyboard(page).reach(page.get_by_label("Name", exact=True))
    page.keyboard.type("Zed")
    page.keyboard.press("Enter")
    expect(page.locator("[role=alert]")).to_be_focused()
    assert page.get_by_label("Name", exact=True).input_value() == "Zed"
    Keyboard(page).choose(page.get_by_role("button", name="Add Zed as a guest"))
    expect(page.locator("h1")).to_have_text("6 here, 2 courts")
    assert Ladder.objects.get().seasons.get().nights.get().visits.filter(player__name="Zed").exists()


@pytest.mark.parametrize(
    ("way", "partners", "says"),
    [("pegs", "change", "chooses 3 players for One"), ("americano", "stay", "Without a partner")],
)
def test_axe_finds_nothing_at_the_peg_board_and_where_pairs_stay_together(desk, visit, way, partners, says):
    ladder = make_ladder("elo", nights="recorders", fewest_a_side=2, most_a_side=2)
    Board.objects.update(options={"takes": "both"})
    scene, ends_at = Scene(season_of(ladder), desk), timezone.now() + timedelta(hours=3)
    night = begin_night(scene=scene, ends_at=ends_at, courts=[NewCourt("One", 4)], way=way, partners=partners)
    for name in NAMES:
        come_to_night(night=night, scene=scene, player=make_player(name))
    if partners == "stay":
        pair_for_night(night=night, scene=scene, player=make_player("Ana"), partner=make_player("Ben"))
    page = visit(desk)
    page.route("**/tonight?v=*", lambda poll: poll.fulfill(status=204))
    page.goto(URL)
    expect(page.locator("#night")).to_contain_text(says)
    assert not list(found(page))
    page.set_viewport_size({"width": 320, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
