"""The screen at the venue, the print sheet and the frame, as a browser shows them."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from ladder.boxes.actions import NewBox, make_boxes
from ladder.rounds.actions import make_round, store_round_wish
from tests.factories import make_ladder, make_player, play, play_all, season_of

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]

SCREEN = {"width": 1920, "height": 1080}
SCROLLS = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
OUTSIDE = """[...document.querySelectorAll(".wall li, .qr")].map((one) => one.getBoundingClientRect())
  .filter((box) => box.bottom > innerHeight || box.right > innerWidth).length"""
SMALLEST = """Math.min(...[...document.querySelectorAll(".wall :is(b, .num)")]
  .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
ELSEWHERE = "http://127.0.0.1:65000/"
BOARD = "/club/all-time/match-length-elo"
LONG = "Maximiliana Hohenstaufen-Wittgenstein of the Lower Harbour "


@pytest.fixture
def season():
    return season_of(make_ladder())


def crowd(season, pairs):
    play_all(season, [(f"{LONG}{number}", f"Bea {number}") for number in range(pairs)])


def test_48_players_fit_on_the_screen(visit, season):
    crowd(season, 24)
    page = visit(viewport=SCREEN)
    page.goto("/club/venue")

    expect(page.locator(".wall li")).to_have_count(48)
    assert page.evaluate(SCROLLS) == [1920, 1080]
    assert page.evaluate(OUTSIDE) == 0
    assert page.evaluate(SMALLEST) >= 21


def test_the_screen_is_live(visit, season):
    crowd(season, 1)
    page = visit(viewport=SCREEN)
    page.clock.install()
    page.goto("/club/venue")
    play(season, "Cleo", "Bea 0")

    page.clock.run_for(9_000)

    expect(page.locator("aside .new")).to_contain_text("Cleo beat Bea 0")


def test_the_screen_turns_its_pages(visit, season):
    crowd(season, 25)
    page = visit(viewport=SCREEN)
    page.clock.install()
    page.goto("/club/venue")
    expect(page.get_by_role("link")).to_have_text("Page 1 of 2")

    page.clock.run_for(16_000)
    expect(page.get_by_role("link")).to_have_text("Page 2 of 2")
    expect(page.locator(".wall li")).to_have_count(2)

    page.clock.run_for(16_000)
    expect(page.locator(".tales")).to_contain_text("Newcomer. Maximiliana")
    assert page.evaluate(SCROLLS) == [1920, 1080]

    page.clock.run_for(16_000)
    expect(page.get_by_role("link")).to_have_text("Page 1 of 2")


def test_the_screen_turns_its_pages_without_script(visit, season):
    crowd(season, 25)
    page = visit(viewport=SCREEN, java_script_enabled=False)
    page.goto("/club/venue")

    turn = page.locator("meta[http-equiv=refresh]").get_attribute("content")

    assert turn.startswith("60; url=")
    page.goto(f"/club/venue{turn.removeprefix('60; url=')}")
    expect(page.get_by_role("link")).to_have_text("Page 2 of 2")


def test_boxes_and_a_round_fit_on_the_screen_and_on_a_page_each(visit):
    season = season_of(make_ladder("match-points", box_size=6, round_weeks=2))
    season.ends_on = timezone.localdate() + timedelta(30)
    season.save()
    players = [make_player(f"{LONG}{number}") for number in range(12)]
    keys = [one.pk for one in players]
    make_boxes(season=season, boxes=[NewBox(1, "", keys[:6]), NewBox(2, "", keys[6:])])
    for one in players:
        store_round_wish(ladder=season.ladder, player=one, wanted=1)
    make_round(season=season)
    page = visit(viewport=SCREEN)
    for turn, shown in (("boxes", ".wall-boxes tbody tr"), ("round", ".wall-round li")):
        page.goto(f"/club/venue?turn={turn}")
        assert page.evaluate(SCROLLS) == [1920, 1080]
        assert page.evaluate(OUTSIDE.replace(".wall li", shown)) == 0
        assert page.evaluate(SMALLEST.replace(".wall :is(b, .num)", shown)) >= 21
    page.emulate_media(media="print")
    for url in ("/club/all-time/boxes/print", "/club/rounds/print"):
        page.goto(url)
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(prefer_css_page_size=True))) == 1


@pytest.mark.parametrize("pairs", [1, 8, 9, 24])
def test_a_sheet_is_one_page(visit, season, pairs):
    play_all(season, [(f"Ann {number}", f"Bea {number}") for number in range(pairs)])
    page = visit()
    page.goto(f"{BOARD}/print")
    page.emulate_media(media="print")

    paper = page.pdf(prefer_css_page_size=True)

    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", paper)) == 1


def test_the_button_prints_the_sheet(visit, season):
    page = visit()
    page.add_init_script("window.print = () => { document.title = 'printed'; }")
    page.goto(f"{BOARD}/print")

    page.get_by_role("button", name="Print this sheet").click()

    expect(page).to_have_title("printed")


@pytest.mark.parametrize(("url", "tables"), [(f"{BOARD}/embed", 1), (f"{BOARD}/", 0), (f"{BOARD}/print", 0)])
def test_another_site_may_frame_nothing_but_the_embedded_standings(browser, server, season, url, tables):
    crowd(season, 1)
    with browser.new_context(permissions=["local-network-access"]) as context:  # what is on this machine is near
        page = context.new_page()
        frame = f'<iframe src="{server}{url}" onload="document.title = \'loaded\'"></iframe>'
        page.route(ELSEWHERE, lambda route: route.fulfill(body=frame, content_type="text/html"))

        page.goto(ELSEWHERE)

        expect(page).to_have_title("loaded")
        expect(page.frame_locator("iframe").locator("table")).to_have_count(tables)


def test_the_embedded_standings_leave_no_cookie(visit, season):
    page = visit()

    page.goto(f"{BOARD}/embed")

    assert page.context.cookies() == []


def test_a_first_name_and_an_initial_are_read_whole_on_a_small_screen(visit, season):
    play_all(season, [(f"Alexandrina {letter}", f"Persephone {letter}") for letter in "ABCDEFGHIJKLMNOPQRSTUVWX"])
    page = visit(viewport={"width": 1280, "height": 900})
    page.goto("/club/venue")
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    assert page.locator(".wall .name").evaluate_all(cut) == 0
