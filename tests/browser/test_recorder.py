"""A recorder enters an evening's results by keyboard alone; in the middle the session ends, and nothing is lost."""

from itertools import cycle, permutations

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from playwright.sync_api import expect

from ladder.ledger.storage.match_record import load_played_match
from ladder.models import Ladder, Match, Role
from tests.factories import make_ladder, play, season_of

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]
LENGTHS = ("5", "7", "11")
PLAYED = list(zip(permutations(("Ana", "Ben", "Cleo", "Dana", "Eli"), 2), cycle(LENGTHS), strict=False))
ENDS_AT = 10
NAMES = ("Winner", "Loser")
LENGTH = "[name=length]:checked"


@pytest.fixture
def rena(transactional_db):
    """A recorder, of a ladder on which everybody has played to each length before."""
    ladder = make_ladder()
    for length, ((winner, loser), _) in zip(LENGTHS, PLAYED[::4], strict=False):
        play(season_of(ladder), loser, winner, int(length))
    play(season_of(ladder), "Eli", "Dana", 9)
    user = User.objects.create_user("rena", password="let rena in")
    Role.objects.create(ladder=ladder, user=user, role="recorder")
    return user


def test_twenty_results_by_keyboard_with_the_session_ending_in_the_middle(rena, visit):
    page = visit(rena)
    page.goto("/club/all-time/record")

    for number, ((winner, loser), length) in enumerate(PLAYED):
        if number == ENDS_AT:
            Session.objects.all().delete()
        enter(page, winner, loser, length)
        if number == ENDS_AT:
            sign_in(page)
            expect(page.get_by_label("Winner", exact=True)).to_be_focused()
            assert [page.get_by_label(label, exact=True).input_value() for label in NAMES] == [winner, loser]
            assert page.locator(LENGTH).input_value() == length
            assert Match.objects.filter(reported_by=rena).count() == ENDS_AT
            page.keyboard.press("Enter")
        expect(page.locator(".toast")).to_contain_text("Saved.")

    entered = Match.objects.filter(reported_by=rena).order_by("sequence")
    assert [told(match) for match in entered] == [([*names], int(length)) for names, length in PLAYED]
    assert len(PLAYED) == 20


def test_under_a_thumb_two_taps_name_both_players(rena, visit):
    page = visit(rena)
    page.goto("/club/all-time/record")
    expect(page.locator("#id_first_tapped label").first).to_be_in_viewport()
    page.locator("#id_first_tapped label", has_text="Cleo").tap()
    page.locator("#id_second_tapped label", has_text="Ben").tap()
    page.get_by_role("button", name="Save and continue").tap()
    expect(page.locator(".toast")).to_contain_text("Saved.")
    assert told(Match.objects.filter(reported_by=rena).get())[0] == ["Cleo", "Ben"]


def enter(page, winner, loser, length):
    """Winner, Tab, loser, Tab, arrows to the length, Enter, from where the page puts the focus."""
    for label, value in zip(NAMES, (winner, loser), strict=True):
        expect(page.get_by_label(label, exact=True)).to_be_focused()
        page.keyboard.type(value)
        page.keyboard.press("Tab")
    expect(page.locator(LENGTH)).to_be_focused()
    while page.locator(LENGTH).input_value() != length:
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


def sign_in(page):
    expect(page.locator(".toast")).to_contain_text("what you typed will be here again")
    for label, value in (("Your name, user name or e-mail", "rena"), ("Password", "let rena in")):
        field = page.get_by_label(label, exact=True)
        while not field.evaluate("field => field === document.activeElement"):
            page.keyboard.press("Tab")
        page.keyboard.type(value)
    page.keyboard.press("Enter")


def told(match):
    return [side.player.name for side in load_played_match(match).participants], match.facts["length"]


def test_a_name_that_is_asked_about_is_typed_over_without_looking(rena, visit):
    """The question has no button under the next keys, and goes away once the name changes."""
    play(season_of(Ladder.objects.get()), "Ilse Grünewald", "Ilse Novotná")
    page = visit(rena)
    page.goto("/club/all-time/record")
    type_from_the_winner(page, "Ilse", "Tab", "Ben", "Enter")
    question = page.get_by_text("Did you mean Ilse Grünewald or Ilse Novotná?")
    expect(question).to_be_visible()
    type_from_the_winner(page, "Cleo", "Tab", "Ben", "Tab", "Enter")
    expect(page.locator(".toast")).to_contain_text("Saved.")
    assert told(Match.objects.filter(reported_by=rena).get())[0] == ["Cleo", "Ben"]


def type_from_the_winner(page, *keys):
    """Keys and names, once the page has put the focus on the winner: a browser does that after a page has loaded."""
    expect(page.get_by_label("Winner", exact=True)).to_be_focused()
    for key in keys:
        page.keyboard.press(key) if key in ("Tab", "Enter") else page.keyboard.type(key)
