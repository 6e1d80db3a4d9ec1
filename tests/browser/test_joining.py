"""On a phone, from the invitation on paper to the first reported match."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from ladder.matches.actions.venue_codes import make_venue_code
from ladder.models import Match
from players.accounts.actions.invitations import create_invitation
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]


def test_from_the_invitation_to_the_first_match(visit, transactional_db):
    season = season_of(make_ladder())
    play(season, "Ben", "Cy")
    code = create_invitation(player=make_player("Noor"), by=None)
    page = visit()

    page.goto(f"/accounts/join/{code}")
    expect(page.get_by_role("heading", name="Are you Noor?")).to_be_visible()
    page.get_by_label("Password").fill("harbour lights")
    page.get_by_role("button", name="Yes, I am Noor").tap()
    expect(page.locator("#toasts")).to_contain_text("You sign in as Noor.")

    page.get_by_role("link", name="Report", exact=True).tap()
    page.locator("#id_opponent label", has_text="Ben").tap()
    page.locator("#stake label", has_text="I won").tap()
    page.get_by_role("button", name="Report result").tap()
    expect(page.locator("#toasts")).to_contain_text("Saved. You are 1st")

    assert Match.objects.latest("pk").reported_by.player.name == "Noor"


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_the_link_of_an_invitation_is_copied_by_a_button(visit, transactional_db, scripts):
    noor = make_player("Noor")
    page = visit(User.objects.create_superuser("robin"), java_script_enabled=scripts)
    page.goto(f"/players/{noor.pk}/invite")
    page.get_by_role("button", name="Invite Noor").tap()
    link, copy = page.get_by_label("Link to send"), page.get_by_role("button", name="Copy the link")
    if not scripts:
        expect(copy).to_be_hidden()
        return

    for _ in range(2):
        copy.tap()
    expect(page.get_by_role("status")).to_have_text("Copied.")
    expect(copy).to_be_focused()

    copied = link.input_value()
    page.goto("/players/")
    page.get_by_label("Find a player").press("ControlOrMeta+V")
    expect(page.get_by_label("Find a player")).to_have_value(copied)


def test_at_the_venue_one_reports_without_an_account(visit, transactional_db):
    season = season_of(make_ladder())
    play(season, "Ben", "Cy")
    code = make_venue_code(ladder=season.ladder, by=None)
    page = visit()

    page.goto(f"/club/at-the-venue?code={code}")
    page.get_by_role("button", name="Continue").tap()
    page.locator("#id_first_tapped label", has_text="Ben").tap()
    page.get_by_label("First player: another name").fill("Cy")
    expect(page.locator("#id_first_tapped :checked")).to_have_count(0)
    page.locator("#id_second_tapped label", has_text="Ben").tap()
    page.locator("#stake label", has_text="Cy won").tap()
    page.locator("#id_length label", has_text="5").tap()
    page.get_by_role("button", name="Report result").tap()
    expect(page.locator("#toasts")).to_contain_text("Saved.")

    assert Match.objects.latest("pk").at_venue
