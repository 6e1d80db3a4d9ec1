"""A new site in a browser, on a phone: from the link that the installer was shown to a public ladder with a match."""

import pytest
from playwright.sync_api import expect

from players.models.club import CLUB_FRESH_SECONDS

from .tables import SOON

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]

LINK = "/setup?code=only-for-tests"
MOST = 25  # clicks, with those of an import


class Thumb:
    """Somebody at a phone; going to a field counts as a click, too."""

    def __init__(self, page):
        self.page, self.clicks = page, 0

    def tap(self, what):
        self.clicks += 1
        what.tap()

    def press(self, name, role="button"):
        self.tap(self.page.get_by_role(role, name=name))

    def fill(self, label, text):
        self.clicks += 1
        self.page.get_by_label(label, exact=True).fill(text)

    def choose(self, label, value):
        self.clicks += 2
        self.page.get_by_label(label).select_option(value)


def test_a_new_site_has_a_public_ladder_with_a_match_within_25_clicks(visit, transactional_db):
    owner = Thumb(visit(timezone_id="Asia/Bangkok"))
    owner.clicks += 1  # on the link in the terminal
    owner.page.goto(LINK)
    expect(owner.page.get_by_label("Time zone")).to_have_value("Asia/Bangkok")  # the device's own
    found_the_club(owner)
    make_the_ladder(owner)
    report_the_first_match(owner)
    assert owner.clicks <= MOST - 8  # an import of a file takes the others

    visitor = visit()
    visitor.wait_for_timeout(CLUB_FRESH_SECONDS * 1000)  # the other process may not have read the new name yet
    visitor.goto("/")
    expect(visitor.locator(".brand")).to_contain_text("Harbour Club", timeout=SOON)
    expect(visitor.locator(".board tr", has_text="Vesna").locator(".rt")).to_have_text("1,010")  # P-3: level, 10
    expect(visitor.locator(".board tr", has_text="Ben").locator(".rt")).to_have_text("990")
    assert visitor.goto(LINK).url.endswith("/")  # gone


def found_the_club(owner):
    owner.fill("Name of the club", "Harbour Club")
    owner.fill("Your user name", "vesna")
    owner.fill("Password", "long enough 8")
    owner.fill("Password again", "long enough 8")
    owner.fill("Your name as a player", "Vesna")
    owner.press("Continue")


def make_the_ladder(owner):
    owner.press("Backgammon", "link")
    owner.fill("Name of the ladder", "Tuesday backgammon")
    owner.tap(owner.page.locator(".opts label", has_text="Points exchange"))
    expect(owner.page.locator("#params")).to_contain_text("Settings of Points exchange")
    owner.press("Create ladder")
    expect(owner.page.locator("#main")).to_contain_text("First steps")


def report_the_first_match(owner):
    owner.press("Report the first match", "link")
    owner.tap(owner.page.locator("label.else"))
    owner.fill("Their name, or a new name", "Ben")
    owner.tap(owner.page.locator("#stake label", has_text="I won"))
    expect(owner.page.locator("#say")).to_contain_text("I beat Ben, +10")
    owner.press("Report result")
    expect(owner.page.locator("#toasts")).to_contain_text("Saved. You are 1st with 1,010.")


def test_without_javascript_another_card_shows_its_usual_options(visit, organiser):
    page = visit(organiser, java_script_enabled=False)
    page.goto("/ladders/new")
    page.get_by_label("Find a game").fill("nardi")
    page.get_by_role("button", name="Find").tap()
    page.get_by_role("link", name="Backgammon", exact=True).tap()
    page.get_by_label("Name of the ladder").fill("Tuesdays")
    page.get_by_text("Change the game").tap()
    page.get_by_role("button", name="Chess", exact=True).tap()
    expect(page.get_by_label("Name of the ladder")).to_have_value("Tuesdays")
    page.locator(".opts label", has_text="Provisional, then Elo").tap()
    page.get_by_role("button", name="Create ladder").tap()
    expect(page.locator("h1")).to_have_text("Tuesdays")
