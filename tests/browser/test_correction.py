"""A whole correction by keyboard alone, from the standings to the applied change, with and without JavaScript.

Rule B-3: at 1,800 each, a match to 5 moves 4 * sqrt(5) / 2 = 4.47 points, one to 7 moves 4 * sqrt(7) / 2 = 5.29.
"""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from ladder import ledger
from ladder.models import Match
from players.models import Player
from tests.browser.axe import DESK
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]
MOST = 6  # clicks, or here presses of Enter and Space, from the standings to the applied correction
TABS = 80


@pytest.fixture
def olga(transactional_db):
    return User.objects.create_user("olga", is_staff=True)


@pytest.fixture
def ladder(olga):
    """A ladder in which Ana beat Ben to 5."""
    ladder = make_ladder()
    play(season_of(ladder), "Ana", "Ben")
    return ladder


class Keyboard:
    """Somebody who has no mouse; counts what they choose."""

    def __init__(self, page):
        self.page, self.chosen = page, 0

    def reach(self, target):
        """Tab until the target has the focus."""
        for _ in range(TABS):
            if target.evaluate("one => one === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{target} is not reached by Tab")

    def choose(self, target, key="Enter"):
        self.reach(target)
        self.page.keyboard.press(key)
        self.chosen += 1

    def other(self, checked):
        """Go from the checked one of a group to the next."""
        self.reach(checked)
        self.page.keyboard.press("ArrowRight")
        self.chosen += 1


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_correction_by_keyboard_alone(ladder, olga, visit, scripts):
    page = visit(olga, java_script_enabled=scripts, viewport=DESK, has_touch=False)
    keys = Keyboard(page)
    page.goto("/club/all-time/")

    keys.choose(page.locator("tr", has_text="Ana").locator("a.chg"))
    keys.choose(page.get_by_role("link", name="Correct", exact=True))
    keys.other(page.locator("[name=winner]:checked"))
    apply = page.get_by_role("button", name="Apply correction")
    if scripts:
        expect(page.locator("#preview")).to_contain_text("Ben leads All time instead of Ana.")
        expect(apply).to_be_disabled()
    else:
        keys.choose(page.get_by_role("button", name="Preview"))
        expect(page.locator("#preview")).to_contain_text("Ben leads All time instead of Ana.")
    keys.reach(page.get_by_label("Reason"))
    page.keyboard.type("Ben won.")
    keys.choose(apply)

    expect(page.locator(".log")).to_contain_text("“Ben won.”")
    expect(page.locator(".duel")).to_contain_text("+4.5")
    expect(page.locator("h1")).to_contain_text("Ben beat Ana")
    assert keys.chosen <= MOST
    assert ledger.verify(ladder) == []


def test_apply_waits_for_a_reason_and_for_the_preview_of_what_is_there(ladder, olga, visit):
    page = visit(olga, viewport=DESK, has_touch=False)
    page.goto(f"{Match.objects.get().get_absolute_url()}correct")
    apply = page.get_by_role("button", name="Apply correction")
    page.get_by_label("Reason").fill("They played to 7.")
    expect(apply).to_be_disabled()

    page.locator("#id_length label", has_text="7").click()
    expect(page.locator("#preview")).to_contain_text("1,805")
    expect(apply).to_be_enabled()
    page.get_by_text("Someone else played").click()
    page.locator("#id_player_1").press_sequentially("x")
    expect(apply).to_be_disabled()
    page.keyboard.press("Backspace")
    expect(apply).to_be_enabled()
    page.locator("#id_length label", has_text="9").click()
    expect(page.locator("#preview")).to_contain_text("1,806")
    page.get_by_label("Reason").fill(" ")
    expect(apply).to_be_disabled()
    page.get_by_label("Reason").fill("They played to 9.")
    apply.click()

    expect(page.locator(".duel")).to_contain_text("+6")


def test_a_result_meanwhile_is_said_and_then_applied(ladder, olga, visit):
    page = visit(olga, viewport=DESK, has_touch=False)
    page.goto(f"{Match.objects.get().get_absolute_url()}void")
    page.get_by_label("Reason").fill("It was practice.")
    play(season_of(ladder), "Ana", "Cy")
    page.get_by_role("button", name="Void match").click()

    expect(page.get_by_role("alert")).to_contain_text("A new result came in. Check the preview again.")
    expect(page.get_by_label("Reason")).to_have_value("It was practice.")
    page.get_by_role("button", name="Void match").click()
    expect(page.locator("#match")).to_contain_text("This match is void.")


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_half_typed_name_is_asked_about_and_its_answer_can_be_applied(ladder, olga, visit, scripts):
    make_player("Mirek Dvorak")
    match = Match.objects.get()
    page = visit(olga, java_script_enabled=scripts)
    apply = page.get_by_role("button", name="Apply correction")
    page.goto(f"/matches/{match.pk}/correct")
    page.get_by_text("Someone else played").click()
    page.get_by_role("combobox", name="In place of Ben").fill("Mirek Dvo")
    page.get_by_label("Reason").fill("Mirek played.")
    if scripts:
        page.get_by_label("Reason").press("Tab")
    else:
        page.get_by_role("button", name="Preview").click()
    expect(page.locator("#preview")).to_contain_text("Did you mean Mirek Dvorak?")
    if scripts:
        expect(apply).to_be_disabled()

    page.get_by_role("button", name="No, Mirek Dvo is new").click()
    expect(page.locator("#preview")).to_contain_text("Mirek Dvo joins as a new player at 1,800.")
    page.get_by_role("combobox", name="In place of Ben").fill("Mirek Dvora")
    if scripts:
        page.get_by_role("combobox", name="In place of Ben").press("Tab")
    else:
        page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Mirek Dvorak", exact=True).click()
    expect(page.get_by_role("combobox", name="In place of Ben")).to_have_value("Mirek Dvorak")
    apply.click()

    expect(page.get_by_text(f"Match {match.pk} is corrected.")).to_be_visible()
    assert not Player.objects.filter(name__startswith="Mirek Dvo").exclude(name="Mirek Dvorak").exists()


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_somebody_is_tapped_in_place_of_who_did_not_play(ladder, olga, visit, scripts):
    play(season_of(ladder), "Cy", "Dee")
    match = Match.objects.order_by("pk").first()
    page = visit(olga, java_script_enabled=scripts)
    page.goto(f"/matches/{match.pk}/correct")
    page.get_by_text("Someone else played").click()
    seat = page.get_by_role("group", name="In place of Ben").first
    expect(seat.get_by_role("radio", name="Ben")).to_be_checked()
    if scripts:  # a typed name lets go of who is tapped; without it, the one who was there is back
        seat.get_by_role("combobox").fill("Dee")
        expect(seat.get_by_role("radio", name="Ben")).not_to_be_checked()
        seat.get_by_role("combobox").fill("")
        expect(seat.get_by_role("radio", name="Ben")).to_be_checked()
    seat.get_by_role("radio", name="Cy").check()
    page.get_by_label("Reason").fill("It was Cy.")
    if not scripts:
        page.get_by_role("button", name="Preview").click()
    expect(page.locator("#preview")).to_contain_text("Ana beat Cy")
    page.get_by_role("button", name="Apply correction").click()

    expect(page.get_by_text(f"Match {match.pk} is corrected.")).to_be_visible()
    assert list(match.participants.values_list("player__name", flat=True)) == ["Ana", "Cy"]
    assert ledger.verify(ladder) == []
