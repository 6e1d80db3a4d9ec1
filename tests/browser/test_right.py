"""Undo by the button of the message, a question with its answers, a dispute: with and without JavaScript."""

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from ladder import ledger
from ladder.matches.actions.disputes import dispute_match
from ladder.models import Match
from players.models import Player
from tests.browser import axe
from tests.browser.acting import hold
from tests.factories import make_ladder, make_member, make_player, play, season_of

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]
REPORT = "/club/all-time/report"
BOTH = pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])


@pytest.fixture
def people(transactional_db):
    names = ("Ana", "Ben")
    return {name: Player.objects.create(name=name, user=User.objects.create_user(name.lower())).user for name in names}


@pytest.fixture
def ladder(people):
    return make_ladder()


def report(page, opponent):
    page.goto(REPORT)
    page.locator("#id_opponent label", has_text=opponent).tap()
    page.locator("#stake label", has_text="I won").tap()
    page.locator("#report button.big").tap()
    expect(page.locator("#toasts")).to_contain_text("Saved. You are 1st")


@BOTH
def test_a_report_is_undone_by_the_button_of_the_message(people, ladder, visit, scripts):
    page = visit(people["Ana"], java_script_enabled=scripts)
    report(page, "Ben")

    page.locator("#toasts").get_by_role("button", name="Undo").tap()

    expect(page.locator("#match")).to_contain_text("This match is void.")
    assert Match.objects.get().is_void
    assert ledger.verify(ladder) == []


@BOTH
def test_a_report_is_fixed_from_the_match_page(people, ladder, visit, scripts):
    page = visit(people["Ana"], java_script_enabled=scripts)
    report(page, "Ben")
    page.goto(Match.objects.get().get_absolute_url())

    page.get_by_role("link", name="Fix", exact=True).tap()
    page.locator("#stake label", has_text="Ben won").tap()
    page.get_by_role("button", name="Save the result").tap()

    expect(page.locator(".log")).to_contain_text("“Fixed by the reporter”")
    assert Match.objects.get().participants.get(score=1).player.name == "Ben"


@BOTH
def test_a_slip_in_a_name_takes_one_tap(people, ladder, visit, scripts):
    make_player("Aiden")
    page = visit(people["Ana"], java_script_enabled=scripts)
    page.goto(REPORT)
    page.locator("#id_opponent .else").tap()
    page.locator("#id_newcomer").fill("Aidan")
    page.locator("#stake label", has_text="I won").tap()
    page.get_by_role("button", name="Report result").tap()

    question = page.get_by_role("alert")
    expect(question).to_contain_text("Did you mean Aiden?")
    expect(page.locator("#id_winner_me")).to_be_checked()
    if scripts:
        expect(question).to_be_focused()
        assert list(axe.found(page)) == []
    question.get_by_role("button", name="Aiden", exact=True).tap()

    expect(page.locator("#toasts")).to_contain_text("Saved. You are 1st")
    assert not Player.objects.filter(name="Aidan").exists()


def test_a_late_stake_leaves_the_form_that_came_meanwhile(people, ladder, visit):
    make_player("Aiden")
    page = visit(people["Ana"])
    page.goto(REPORT)
    let_go = hold(page, "**/stake?*")
    page.locator("#stake label", has_text="I won").tap()
    page.locator("#id_opponent .else").tap()
    page.locator("#id_newcomer").fill("Aidan")
    page.get_by_role("button", name="Report result").tap()
    expect(page.get_by_role("alert")).to_contain_text("Did you mean Aiden?")
    with page.expect_request_finished(lambda request: "/stake?" in request.url):
        let_go()

    expect(page.locator("#id_winner_me")).to_be_checked()


def test_the_button_says_which_win_of_today_it_is(people, ladder, visit):
    page = visit(people["Ana"])
    report(page, "Ben")
    page.goto(REPORT)

    page.locator("#id_opponent label", has_text="Ben").tap()
    expect(page.locator("#stake output").first).to_be_visible()
    button = page.locator("#report button.big")
    expect(button).to_have_accessible_name("Report result")
    page.locator("#stake label", has_text="I won").tap()
    expect(button).to_have_accessible_name(re.compile("2nd win over Ben today I beat Ben, 5-point match, "))


@BOTH
def test_the_opponent_says_that_something_is_wrong(people, ladder, visit, scripts):
    report(visit(people["Ana"], java_script_enabled=scripts), "Ben")
    page = visit(people["Ben"], java_script_enabled=scripts)
    page.goto(Match.objects.get().get_absolute_url())

    page.get_by_role("link", name="Something is wrong").tap()
    page.get_by_label("What is wrong?").fill("I won that one.")
    page.get_by_role("button", name="Tell the organisers").tap()

    expect(page.locator("#match")).to_contain_text("Ben says: “I won that one.”")
    olga = visit(User.objects.create_user("olga", is_staff=True), java_script_enabled=scripts)
    olga.goto("/disputes/")
    olga.get_by_role("link", name="Keep the result").tap()
    olga.get_by_label("Reason").fill("The sheet says so.")
    olga.get_by_role("button", name="Keep the result").tap()
    expect(olga.locator(".log")).to_contain_text("“The sheet says so.”")


@BOTH
def test_what_the_opponent_says_is_right_fills_in_the_correction(people, ladder, visit, scripts):
    report(visit(people["Ana"], java_script_enabled=scripts), "Ben")
    match = Match.objects.get()
    page = visit(people["Ben"], java_script_enabled=scripts)
    page.goto(f"{match.get_absolute_url()}dispute")
    page.locator("#id_winner label", has_text="Ben").tap()
    page.get_by_role("button", name="Tell the organisers").tap()
    expect(page.locator("#match")).to_contain_text("Proposed result: Ben beat Ana, length 5.")

    olga = visit(User.objects.create_user("olga", is_staff=True), java_script_enabled=scripts)
    olga.goto("/disputes/")
    olga.get_by_role("link", name="Correct").tap()
    if not scripts:
        olga.get_by_role("button", name="Preview").tap()
    expect(olga.locator("#preview")).to_contain_text("Winner")
    olga.get_by_label("Reason").fill("Ben is right.")
    olga.get_by_role("button", name="Apply correction").tap()
    expect(olga.locator(".log")).to_contain_text("“Ben is right.”")
    assert Match.objects.get().participants.get(score=1).player.name == "Ben"


@pytest.mark.parametrize("width", [360, 1280])
def test_void_stands_far_from_correct_also_in_a_line_of_its_own(visit, width):
    ana = make_member("Ana")
    match = play(season_of(make_ladder()), "Ana", "Ben")
    page = visit(User.objects.create_superuser("olga"), viewport={"width": width, "height": 800})
    page.goto(match.get_absolute_url())
    assert find_distance(page) >= 88

    dispute_match(match=match, by=ana.user, note="To 7.", revision=1)
    for url in (match.get_absolute_url(), "/disputes/"):
        page.goto(url)
        assert find_distance(page) >= 88, url


def find_distance(page):
    """Return how many pixels lie between the left edges of Correct and Void, less what Correct is wide."""
    correct, void = (page.get_by_role("link", name=name).last.bounding_box() for name in ("Correct", "Void"))
    return void["x"] - correct["x"] - correct["width"]
