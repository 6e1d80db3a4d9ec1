"""From a report to the table on somebody else's phone, explained, corrected and voided; with and without JavaScript.

Rule B-3: at 1,800 each, a match to 5 moves 4 * sqrt(5) / 2 = 4.47 points, one to 7 moves 4 * sqrt(7) / 2 = 5.29.
"""

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from ladder import ledger
from ladder.models import Match
from tests.browser.acting import void
from tests.browser.tables import POLL, SOON
from tests.factories import make_ladder, make_player

pytestmark = [pytest.mark.browser, pytest.mark.strict, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def ladder(transactional_db):
    """A ladder without a match, for Ana, who has an account, and Ben; Olga is an organiser."""
    ana = make_player("Ana")
    ana.user = User.objects.create_user("ana", password="let ana in")
    ana.save()
    make_player("Ben")
    User.objects.create_user("olga", password="let olga in", is_staff=True)
    return make_ladder()


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_report_reaches_the_table_and_is_put_right(ladder, visit, scripts):
    visitor = visit()
    visitor.clock.install()
    visitor.goto("/club/all-time/")
    expect(visitor.locator("#rows")).to_contain_text("No matches yet")
    visitor.evaluate("window.neverReloaded = true")

    ana = visit(java_script_enabled=scripts)
    sign_in(ana, "ana", "let ana in")
    report_in_three_taps(ana)
    if not scripts:  # else the visitor waits, as people do
        visitor.clock.fast_forward(POLL)
    follows(visitor, "1,804", "1,796")

    visitor.locator("tr", has_text="Ana").locator("a.chg").click()
    explained(visitor)
    visitor.goto("/club/all-time/")
    visitor.evaluate("window.neverReloaded = true")

    olga = visit(java_script_enabled=scripts)
    sign_in(olga, "olga", "let olga in")
    correct_length(olga, scripts)
    visitor.clock.fast_forward(POLL)
    follows(visitor, "1,805", "1,795")

    void(olga, Match.objects.get())
    visitor.clock.fast_forward(POLL)
    expect(visitor.locator("#rows")).to_contain_text("No matches yet", timeout=SOON)
    assert visitor.evaluate("window.neverReloaded")
    assert ledger.verify(ladder) == []


def sign_in(page, name, password):
    page.goto("/")
    page.get_by_role("link", name="Sign in").tap()
    page.get_by_label("Your name, user name or e-mail").fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in").tap()
    expect(page.get_by_role("link", name="Sign in")).to_have_count(0)


def report_in_three_taps(page):
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Report").tap()
    three = [
        page.locator("#id_opponent label", has_text="Ben"),
        page.locator("#stake label", has_text="I won"),
        page.get_by_role("button", name="Report result"),
    ]
    for one in three:
        one.tap()
    expect(page.locator("#toasts")).to_contain_text("Saved. You are 1st with 1,804.")
    expect(page.locator("tr.me .rt")).to_have_text("1,804")


def follows(page, winner, loser):
    """The open table shows these ratings, without a reload."""
    expect(page.locator("tr", has_text="Ana").locator(".rt")).to_have_text(winner, timeout=SOON)
    expect(page.locator("tr", has_text="Ben").locator(".rt")).to_have_text(loser)
    assert page.evaluate("window.neverReloaded")


def explained(page):
    """The calculation is there, and ends in the change that the table printed."""
    expect(page.locator(".duel .num").first).to_have_text("+4.5")
    sums = page.locator(".steps").first.locator(".sum")
    expect(sums.first).to_be_visible()
    assert sums.count() >= 2
    expect(sums.last).to_contain_text("4.47")
    expect(sums.last).to_contain_text("+4.5")


def correct_length(page, scripts):
    page.goto(Match.objects.get().get_absolute_url())
    page.get_by_role("link", name="Correct").tap()
    page.locator("#id_length label, fieldset label", has_text=re.compile(r"^\s*7\s*$")).first.tap()
    if not scripts:
        page.get_by_role("button", name="Preview").tap()
    expect(page.locator("#preview")).to_contain_text("1,805")
    page.get_by_label("Reason").fill("They played to 7.")
    page.get_by_role("button", name="Apply correction").tap()
    expect(page.locator(".log")).to_contain_text("“They played to 7.”")
    expect(page.locator(".duel")).to_contain_text("+5.3")
