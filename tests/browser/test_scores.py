"""A match of table tennis, tapped a game at a time on a phone."""

from datetime import date

import pytest
from playwright.sync_api import expect

from ladder.models import Match
from tests.browser import axe
from tests.factories import make_ladder, make_member, play, season_of

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]
RULE = "best of 3 sets to 6, 2 clear, at most 7, last to 10"


def test_a_score_is_tapped_and_the_winner_follows(visit, transactional_db):
    season = season_of(make_ladder("elo", scores="required", score_rule=RULE))
    ana = make_member("Ana")
    play(season, "Ana", "Ben", on=date(2026, 1, 5))
    page = visit(ana.user)
    page.goto("/club/all-time/report")
    page.locator("#id_opponent label", has_text="Ben").click()
    page.locator("[data-game='6-4']:visible").click()
    page.locator("[data-game='3-6']:visible").click()
    expect(page.locator("[data-game='6-4']")).to_be_hidden()  # a match tie-break decides
    page.locator("[data-game='11-9']:visible").click()
    expect(page.locator("#id_score")).to_have_value("6-4 3-6 11-9")
    expect(page.locator("#id_winner_me")).to_be_checked()
    expect(page.locator("#id_score_error")).to_contain_text("I won, 2–1")
    page.locator("[data-back]").click()
    expect(page.locator("#id_winner_me")).not_to_be_checked()
    page.locator("#id_score").fill("6-4 3-6 9-11 ")
    expect(page.locator("#id_winner_them")).to_be_checked()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")  # the bar of the button lies over nothing at the end
    assert list(axe.found(page)) == []
    page.locator("#id_score").fill("8-4 6-4")
    expect(page.get_by_role("alert")).to_contain_text("Set 1, 8–4, can't be")
    expect(page.locator("#id_score")).to_have_attribute("aria-invalid", "true")
    page.locator("#id_score").fill("6-4 3-6 9-11 ")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.locator(".act button").click()
    page.wait_for_url("**/club/all-time/")
    assert Match.objects.filter(games="6-4 3-6 9-11").exists()


def test_the_points_of_a_tie_break_are_tapped(visit, transactional_db):
    season = season_of(make_ladder("elo", scores="allowed", score_rule=RULE))
    ana = make_member("Ana")
    play(season, "Ana", "Ben", on=date(2026, 1, 5))
    page = visit(ana.user)
    page.goto("/club/all-time/report")
    page.locator("#id_opponent label", has_text="Ben").click()
    expect(page.get_by_text("Retired", exact=True)).to_be_hidden()
    tie_break = page.get_by_role("group", name="Loser’s points in the tie-break")
    page.locator("[data-game='6-4']:visible").click()
    expect(tie_break).to_be_hidden()
    page.locator("[data-game='7-6']:visible").click()
    tie_break.get_by_role("button", name="5").click()
    expect(page.locator("#id_score")).to_have_value("6-4 7-6(5)")
    expect(tie_break).to_be_hidden()
    expect(page.locator("#id_winner_me")).to_be_checked()
    page.locator("#ending summary").click()
    expect(page.get_by_text("Retired", exact=True)).to_be_visible()
