"""From a challenge to its result, between two members on phones."""

import pytest
from playwright.sync_api import expect

from ladder import ledger
from ladder.challenges.actions import accept_challenge, challenge_side
from ladder.models import Fixture, State
from players.models import Player
from tests.browser import axe
from tests.factories import make_ladder, make_member, play, play_sides, season_of

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]
URL = "/club/challenges"
NAMES = ["Maximiliane Hohenstauffen", "Oluwaseun Adeyemi-Bright", "Dagny Thorvaldsdottir"]
LINE = 26  # px, somewhat more than a line of text is high


def test_no_name_is_broken_into_letters_beside_what_is_agreed(visit, transactional_db):
    season = season_of(make_ladder())
    ana = make_member("Ana")
    for name in NAMES:
        play(season, name, "Bo")
        made = challenge_side(season=season, by=ana.user, opponents=[make_member(name)], note="After eight, at ten?")
        accept_challenge(challenge=made, by=Player.objects.get(name=name).user)
    page = visit(ana.user)
    for width in (360, 390, 960, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(URL)
        heights = [one.bounding_box()["height"] for one in page.locator("#challenges b, .reach a").all()]
        assert max(heights) <= 3 * LINE, width
        if width >= 960:
            assert max(heights) <= LINE, width
        agreed, others = (page.locator(one).bounding_box()["y"] for one in ("#h-mine", "#h-reach"))
        assert agreed < others


def test_one_s_own_long_name_has_the_whole_line_on_a_phone(visit, transactional_db):
    me = make_member("Anneliese Schwarzenbach")
    play(season_of(make_ladder()), me.name, "Bo")
    page = visit(me.user)
    page.goto(URL)
    assert page.locator(".reach .self a").bounding_box()["height"] <= LINE


def test_a_row_leads_to_its_player_and_its_mark_to_the_challenge(visit, transactional_db):
    season, ana = season_of(make_ladder()), make_member("Ana")
    for name in NAMES:
        play(season, name, "Ana")
        challenge_side(season=season, by=make_member(name).user, opponents=[ana])
    page = visit(ana.user)
    for width in (360, 390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto("/club/")
        for name in NAMES:
            row = page.locator(".board tr:has(.warn)", has_text=name)
            assert row.locator("a", has_text=name).bounding_box()["height"] <= 2 * LINE, (width, name)
            mark = row.get_by_role("link", name="Challenged you")
            assert mark.bounding_box()["height"] >= 24
            assert mark.evaluate("mark => mark.scrollWidth <= mark.clientWidth")
        row.locator(".rt").tap(force=True)  # where the name's link lies over it
        expect(page.get_by_role("heading", name=name)).to_be_visible()
        page.go_back()
        mark.tap()
        page.wait_for_url(f"**{URL}*")


def test_two_members_go_from_a_challenge_to_its_result(visit, transactional_db):
    ladder, people = make_ladder(), {name: make_member(name) for name in ("Ana", "Ben")}
    ana, ben = (visit(people[name].user) for name in ("Ana", "Ben"))

    ana.goto(URL)
    ana.locator("label", has_text="9").first.tap()
    expect(ana.get_by_role("button", name="Ben: Challenge for +6")).to_be_visible()
    ana.locator("label", has_text="5").first.tap()
    ana.get_by_role("button", name="Ben: Challenge for +4.5").tap()
    expect(ana.locator("#toasts")).to_contain_text("You challenged Ben.")
    expect(ana.locator(".reach")).to_contain_text("Challenged, open until")

    ben.goto(URL)
    ben.get_by_role("button", name="Accept").tap()
    expect(ben.locator("#toasts")).to_contain_text("Accepted.")
    assert list(axe.found(ben)) == []
    ben.get_by_role("link", name="Report the result").tap()
    expect(ben.locator("#id_opponent :checked")).to_have_value(str(people["Ana"].pk))
    ben.locator("#stake label", has_text="I won").tap()
    ben.locator("#report button.big").tap()
    expect(ben.locator("#toasts")).to_contain_text("Saved. You are 1st")

    found = Fixture.objects.select_related("match").get()
    assert (found.state, found.match.started_at) == (State.PLAYED, found.accepted_at)
    assert ledger.verify(ladder) == []


def test_taps_list_the_sides_for_these_partners_and_say_what_is_at_stake(visit, transactional_db):
    people = {name: make_member(name) for name in ("Ana", "Bo", "Cy", "Di", "Eve", "Flo")}
    season = season_of(make_ladder("elo"))
    season.boards.update(options={"takes": "teams", "draws": False})
    play_sides(season, ("Ana", "Bo"), ("Eve", "Flo"))
    play_sides(season, ("Cy", "Di"), ("Eve", "Flo"))
    page = visit(people["Ana"].user)
    page.goto(URL)
    expect(page.locator("#reach h3")).to_have_text("With Bo, against sides that played lately")
    assert list(axe.found(page)) == []

    page.locator(f"[name=tapped_1][value='{people['Cy'].pk}']").tap()
    expect(page.locator("#reach h3")).to_have_text("With Cy, against sides that played lately")
    expect(page.locator("#reach li")).to_have_count(1)
    for name in ("Eve", "Flo"):
        page.locator(f"[name=tapped_2][value='{people[name].pk}']").tap()
    expect(page.locator("#sides-stake")).to_contain_text("A win is worth +")

    page.get_by_role("link", name="Eve and Flo: Choose for").tap()
    expect(page.locator("#sides-stake")).to_contain_text("A win is worth +")
    page.get_by_role("button", name="Challenge", exact=True).tap()
    expect(page.locator("#toasts")).to_contain_text("You challenged Eve and Flo.")
