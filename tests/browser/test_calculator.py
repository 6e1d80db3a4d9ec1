"""The calculator as it is typed into, and without JavaScript.

Rule P-4: 1010 beats 1120 and gains 15, 1010 beats 1140 and gains 16.
"""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]

PAGE = "/systems/points-exchange/"


def first_row(page):
    return page.locator("#answer tbody tr").first


def test_the_answer_follows_what_is_typed(visit):
    page = visit()
    page.goto(PAGE)
    page.get_by_label("Ana’s points").fill("1010")
    page.get_by_label("Ben’s points").fill("1120")
    expect(first_row(page)).to_contain_text("+15")
    page.get_by_label("Ben’s points").press_sequentially("x")
    expect(page.locator("#id_b_error")).to_contain_text("Ben’s points: enter a number from −100,000 to 100,000.")
    expect(page.get_by_label("Ben’s points")).to_be_focused()
    page.get_by_label("Ben’s points").fill("1140")
    expect(first_row(page)).to_contain_text("+16")
    expect(page.locator("#id_b_error")).to_be_empty()
    assert page.url.endswith(f"{PAGE}?a=1010&b=1140")


def test_it_works_without_javascript(visit):
    page = visit(java_script_enabled=False)
    page.goto(PAGE)
    page.get_by_label("Ana’s points").fill("1010")
    page.get_by_label("Ben’s points").fill("1120")
    page.get_by_role("button", name="Calculate").click()
    expect(first_row(page)).to_contain_text("+15")
    assert page.url.endswith(f"{PAGE}?a=1010&b=1120#calculator")
