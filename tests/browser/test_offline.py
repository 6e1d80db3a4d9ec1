"""A report without a network: it waits on the device, is sent once, and what is refused comes back in its form."""

import pytest
from playwright.sync_api import expect

from ladder import ledger
from ladder.models import Ladder, Match
from tests.factories import make_ladder, make_member, play, season_of

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]
URL = "/club/all-time/report"


@pytest.fixture
def ana(transactional_db):
    """Ana, who played Ben and Cy before, so that she can tap them."""
    season, member = season_of(make_ladder("elo")), make_member("Ana")
    for name in ("Ben", "Cy"):
        play(season, "Ana", name)
    return member.user


@pytest.fixture
def page(phone, ana):
    """Ana's report form, which the worker keeps, without a network."""
    page = phone(ana)
    page.goto(URL)
    page.wait_for_function("navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)")
    page.reload()
    expect(page.locator("h1")).to_be_visible()
    page.context.set_offline(True)
    return page


def report(page, opponent, *, won=True):
    page.locator("#id_opponent label", has_text=opponent).tap()
    page.locator("#stake label").nth(0 if won else 1).tap()
    page.get_by_role("button", name="Report result").tap()


def list_winners():
    """Return who won each match, besides the two that were played before."""
    matches = Match.objects.order_by("played_at", "sequence")[2:]
    return [str(match.participants.get(score=1).player) for match in matches]


def test_reports_wait_over_a_reload_and_are_sent_once_in_order(page):
    report(page, "Ben")
    expect(page.locator("#queue li")).to_contain_text("Report to Club: waits for the network")
    expect(page.locator("#id_opponent :checked")).to_have_count(0)  # the form is empty for the next one
    page.reload()  # from the store, with the key that the form had before
    expect(page.locator("#kept")).to_contain_text("No connection. This is from")
    report(page, "Ben", won=False)
    expect(page.locator("#queue li")).to_have_count(2)
    report(page, "Cy")
    expect(page.locator("#queue li")).to_have_count(3)
    assert list_winners() == []
    page.context.set_offline(False)
    expect(page.locator("#queue")).to_be_hidden()
    expect(page.locator("#toasts")).to_contain_text("Sent: Report to Club")
    assert list_winners() == ["Ana", "Ben", "Ana"]
    assert ledger.verify(Ladder.objects.get()) == []


def test_what_is_refused_comes_back_in_its_form_and_is_sent_from_there(page):
    page.locator("#id_opponent label", has_text="Someone else").tap()
    page.locator("#id_newcomer").fill("Benn")
    page.locator("#stake label", has_text="I won").tap()
    page.get_by_role("button", name="Report result").tap()
    expect(page.locator("#queue li")).to_contain_text("waits for the network")
    page.context.set_offline(False)
    expect(page.locator("#queue li")).to_contain_text("Ben")
    page.get_by_role("button", name="Open the form").tap()
    expect(page.locator("#id_newcomer")).to_have_value("Benn")
    expect(page.locator("#id_newcomer ~ *, .newcomer ~ .note").first).to_be_visible()
    expect(page.locator("#queue li")).to_have_count(1)
    page.locator("#report .note button", has_text="Ben").first.tap()
    expect(page.locator("#toasts")).to_contain_text("Saved.")
    assert list_winners() == ["Ana"]
    page.goto(URL)
    expect(page.locator("#report h1")).to_be_visible()
    expect(page.locator("#queue")).to_be_hidden()
