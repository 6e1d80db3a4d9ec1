"""Entering matches with a thumb: rows that grow, and choices that a late answer leaves alone."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from ladder.models import Match
from players.models import Player
from tests.factories import make_ladder, make_player

from .acting import fill_row, hold

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]

REPORT = "/club/all-time/report"


@pytest.fixture
def ana(transactional_db):
    make_player("Ben")
    return Player.objects.create(name="Ana", user=User.objects.create_user("ana")).user


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_battle_grows_by_a_row_and_keeps_what_was_entered(ana, visit, scripts):
    make_ladder("warlocks-score")
    page = visit(ana, java_script_enabled=scripts)
    page.goto(f"{REPORT}/battle")
    for seat, (name, left, number) in enumerate(
        [("Ana", "Surrendered", "4"), ("Ben", "Died", "4"), ("Cy", "Died", "1")]
    ):
        fill_row(page, seat, name, left, number)
    fill_row(page, 3, "Di", "Surrendered", "2")

    page.get_by_role("button", name="Add a row").tap()
    expect(page.locator("#id_player_4")).to_be_focused()
    fill_row(page, 4, "Eli", "Died", "3")
    if scripts:
        expect(page.locator("#stake")).to_contain_text("Ana wins")
        expect(page.locator("#beside_5")).to_contain_text("Eli joins as a new player at 0.")
    page.get_by_role("button", name="Report battle").tap()

    expect(page.locator("#toasts")).to_contain_text("Saved. You are 1st with 4.")  # W-3: a point for each opponent
    assert Match.objects.get().participants.count() == 5


def test_the_opponent_is_whom_one_tapped_or_typed_last(ana, visit):
    make_ladder("chips-total")
    page = visit(ana)
    page.goto(REPORT)
    ben, typed = page.locator("#id_opponent").get_by_role("radio", name="Ben"), page.locator("#id_newcomer")
    expect(page.locator("#found")).to_have_css("display", "none")  # it takes no room while it says nothing
    page.locator("#id_opponent label", has_text="Ben").tap()
    expect(page.locator("#id_winner")).to_contain_text("Ben won")

    page.locator("#id_opponent .else").tap()
    expect(typed).to_be_focused()
    typed.press_sequentially("Cy")
    expect(ben).not_to_be_checked()
    expect(page.locator("#id_winner")).to_contain_text("Cy won")
    expect(page.locator("#found")).to_contain_text("Cy joins as a new player")

    page.locator("#id_opponent label", has_text="Ben").tap()
    expect(typed).to_be_hidden()
    expect(typed).to_have_value("")
    expect(page.locator("#id_winner")).to_contain_text("Ben won")
    expect(page.locator("#found")).to_be_empty()
    page.locator("#id_opponent .else").tap()
    typed.fill("Di")
    page.locator("#id_opponent .else").tap()
    expect(typed).to_have_value("Di")


def test_a_late_stake_leaves_the_winner_chosen(ana, visit):
    make_ladder("chips-total")
    page = visit(ana)
    page.goto(REPORT)
    let_go = hold(page, "**/report/stake?*")
    page.locator("#id_opponent label", has_text="Ben").tap()
    page.locator("#id_chips").fill("10")
    page.locator("#stake label", has_text="I won").tap()
    let_go()  # on its way since the opponent was chosen
    let_go()  # the latest, which waited for it

    expect(page.locator("#stake output").first).to_have_text("+10")
    expect(page.locator("#id_winner_me")).to_be_checked()
    page.get_by_role("button", name="Report result").tap()
    expect(page.locator("#toasts")).to_contain_text("Saved. You are 1st with 10.")


def test_a_stake_that_comes_while_the_report_is_sent_still_finds_its_place(ana, visit):
    make_ladder("chips-total")
    page = visit(ana)
    page.goto(REPORT)
    let_stake_go, let_report_go = hold(page, "**/report/stake?*"), hold(page, "**/report")
    page.locator("#id_opponent label", has_text="Ben").tap()
    page.locator("#stake label", has_text="I won").tap()
    page.locator("#id_chips").fill("10")
    page.get_by_role("button", name="Report result").tap()
    expect(page.get_by_role("button", name="Saving…")).to_be_visible()

    with page.expect_response("**/report/stake?*"):
        let_stake_go()
    let_report_go()

    expect(page.locator("#toasts")).to_contain_text("Saved. You are 1st with 10.")
