"""A report without a network: it waits on the device, is sent once, and what is refused comes back in its form."""

import pytest
from django.conf import settings
from playwright.sync_api import Error, expect

from ladder import ledger
from ladder.models import Ladder, Match
from tests.browser.acting import hold
from tests.browser.conftest import session
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
    page.locator("#report .act button").tap()


def list_winners():
    """Return who won each match, besides the two that were played before."""
    matches = Match.objects.order_by("played_at", "sequence")[2:]
    return [str(match.participants.get(score=1).player) for match in matches]


def test_reports_wait_over_a_reload_and_are_sent_once_in_order(page):
    report(page, "Ben")
    expect(page.locator("#queue li")).to_contain_text("Report to Club, Ben: I won: waits for the network")
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
    expect(page.locator("#toasts")).to_contain_text("Sent: Report to Club, Cy: I won")
    assert list_winners() == ["Ana", "Ben", "Ana"]
    assert ledger.verify(Ladder.objects.get()) == []


def test_what_is_refused_comes_back_in_its_form_and_is_sent_from_there(page):
    page.locator("#id_opponent label", has_text="Someone else").tap()
    page.locator("#id_newcomer").fill("Benn")
    page.locator("#stake label", has_text="I won").tap()
    page.locator("#report .act button").tap()
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


def test_who_signs_out_leaves_no_page_behind(phone, page):
    page.context.set_offline(False)
    page.goto(URL)
    page.locator("summary", has_text="Ana").tap()
    page.get_by_role("button", name="Sign out").tap()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    page.context.set_offline(True)
    with pytest.raises(Error):
        page.goto(URL)


def sign_in_again(page, user):
    """Let the browser forget who it was, and its token, and be that of this account."""
    url = page.context.cookies()[0] | {"name": settings.SESSION_COOKIE_NAME, "value": session(user)}
    page.context.clear_cookies()
    page.context.add_cookies([url])
    page.context.set_offline(False)
    page.goto(URL)


def test_what_one_account_entered_is_not_sent_by_another_one_and_by_its_own_with_a_new_token(page, ana):
    report(page, "Ben")
    expect(page.locator("#queue li")).to_have_count(1)
    sign_in_again(page, make_member("Di").user)
    expect(page.locator("#queue li")).to_contain_text("waits until ana is here again")
    sign_in_again(page, ana)
    expect(page.locator("#toasts")).to_contain_text("Sent: Report to Club, Ben: I won")
    expect(page.locator("#queue")).to_be_hidden()
    assert list_winners() == ["Ana"]


def test_two_tabs_send_each_report_once(page):
    sent = []
    page.context.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)
    other = page.context.new_page()
    other.goto(URL)
    for tab, opponent in ((page, "Ben"), (other, "Cy")):
        report(tab, opponent)
        expect(tab.locator("#queue")).to_contain_text(opponent)
    asked = len(sent)
    page.context.set_offline(False)
    for tab in (page, other):
        expect(tab.locator("#queue")).to_be_hidden()
    assert len(sent) == asked + 2
    assert list_winners() == ["Ana", "Ana"]


@pytest.mark.parametrize("trouble", ["{ get() { throw new DOMException() } }", "{ value: { getItem: () => null } }"])
def test_where_nothing_can_be_kept_it_says_so_and_the_form_stays_filled_in(phone, ana, trouble):
    """In a private window the storage may be closed to us; it may be full, too."""
    page = phone(ana)
    page.add_init_script(f"Object.defineProperty(window, 'localStorage', {trouble})")
    page.goto(URL)
    page.context.set_offline(True)
    report(page, "Ben")
    expect(page.locator("#toasts")).to_contain_text("Your entry is still here; send it when you are back.")
    page.context.set_offline(False)
    page.locator("#report .act button").tap()
    expect(page.locator("#toasts")).to_contain_text("Saved.")
    assert list_winners() == ["Ana"]


def test_a_report_whose_page_is_left_before_the_answer_came_is_sent_from_the_next_one(phone, ana):
    page = phone(ana, service_workers="block")  # so that the request can be held
    page.goto(URL)
    hold(page, "**/report")
    report(page, "Ben")
    expect(page.get_by_role("button", name="Saving…")).to_be_visible()
    page.unroute("**/report")
    page.goto(URL)
    expect(page.locator("#toasts")).to_contain_text("Sent: Report to Club, Ben: I won")
    assert list_winners() == ["Ana"]
