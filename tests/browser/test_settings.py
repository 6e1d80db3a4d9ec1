"""The settings of a ladder, where a choice decides which fields are shown."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from tests.factories import make_ladder

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]


def test_a_part_opens_and_asks_only_what_applies_without_javascript(visit):
    make_ladder("elo")
    page = visit(User.objects.create_user("olga", is_staff=True), java_script_enabled=False)
    page.goto("/club/settings")
    hours, rule = page.get_by_label("Hours to answer"), page.get_by_label("How a match is scored")
    expect(page.get_by_label("When a result counts")).not_to_be_visible()
    page.get_by_role("heading", name="Reports").click()
    expect(hours).not_to_be_visible()
    page.get_by_label("When a result counts").select_option("confirmed")
    expect(hours).to_have_value("48")
    expect(hours).to_be_visible()
    page.get_by_role("heading", name="Matches").click()
    expect(rule).not_to_be_visible()
    page.get_by_label("Scores").select_option("required")
    expect(rule).to_be_visible()
    page.get_by_role("button", name="Save settings").click()
    expect(page.get_by_text("results count once confirmed, or after 48 hours")).to_be_visible()
