"""The report form on small phones: what must be answered is in sight, and nothing lies over it."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from players.models import Player
from tests.factories import make_ladder, make_player

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]

SIZES = [(360, 640), (375, 667), (390, 844)]
LONG = "Maximiliane Hohenstauffen"
OTHERS = [
    *(
        LONG,
        "Oluwaseun Adeyemi-Bright",
        "Konstantina Papadimitriou",
        "Bartholomew Featherstone",
        "Wilhelmina Oosterhuis",
    ),
    *("Sebastiano Montefiore", "Anneliese Winterstein", "Thorbjörn Gunnlaugsson", "Evangelina Castellanos"),
]
SITE = ("chips-total", "chips-daily", "nardgammon-elo")
REPORT = "/club/all-time/report"
PARTS = "#report :is(input:not([type=hidden]), select, textarea, summary, a)"
HIDDEN = """(element) => {
    const bar = document.querySelector("#report > .act"), nav = document.querySelector(".nav");
    const { top, bottom } = (element.closest("label") ?? element).getBoundingClientRect();
    const over = [bar, nav].filter((one) => ["fixed", "sticky"].includes(getComputedStyle(one).position))
        .map((one) => one.getBoundingClientRect().top);
    return top < 0 || bottom > Math.min(innerHeight, ...over) + 0.5;
}"""
"""Whether an element, or the label that it fills, is not wholly in sight above the bars."""
PLACE = "(element) => Math.round(element.getBoundingClientRect().top + scrollY)"


@pytest.fixture
def member(transactional_db):
    for name in OTHERS:
        make_player(name)
    return Player.objects.create(name="Ana", user=User.objects.create_user("ana")).user


def choose_opponent(page, name):
    page.locator("#id_opponent label", has_text=name).tap()
    expect(page.locator("#stake label", has_text=f"{name} won").locator("output")).to_be_visible()


@pytest.mark.parametrize("systems", [("match-length-elo",), SITE, ("warlocks-score", "warlocks-elo")])
def test_on_a_small_phone_nothing_lies_over_what_is_to_be_answered(member, visit, systems):
    ladder = make_ladder(*systems)
    page = visit(member)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(REPORT)
        place = page.locator("#facts").evaluate(PLACE)
        choose_opponent(page, "Sebastiano Montefiore")
        if systems != SITE:  # whose note says what is to be entered first
            assert page.locator("#facts").evaluate(PLACE) == place, "nothing moves from under a thumb"
        choose_opponent(page, LONG)
        assert not page.locator("#id_winner_me").evaluate(HIDDEN), (width, height)
        assert not page.locator("#id_winner_them").evaluate(HIDDEN), (width, height)
        page.locator("#stake label", has_text=f"{LONG} won").tap()
        if systems == SITE:
            page.locator("#id_chips").fill("5")
            assert not page.locator("#id_chips").evaluate(HIDDEN), (width, height)
        expect(page.locator("#report > .act")).to_be_in_viewport()
        assert page.locator("#report > .act").bounding_box()["height"] <= 64
        for part in page.locator(PARTS).all():
            if part.is_visible():
                part.focus()
                assert not part.evaluate(HIDDEN), (width, height, part.evaluate("one => one.outerHTML"))
    assert ladder.seasons.exists()


@pytest.mark.parametrize("shape", ["battle", "tournament"])
def test_on_a_small_phone_nothing_lies_over_the_rows_to_fill_in(member, visit, shape):
    make_ladder("warlocks-score", "tournament-points")
    member.is_staff = True
    member.save()
    page = visit(member)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{REPORT}/{shape}")
        for part in page.locator(PARTS).all():
            if part.is_visible():
                part.focus()
                assert not part.evaluate(HIDDEN), (width, height, part.evaluate("one => one.outerHTML"))


def test_who_won_is_in_sight_without_javascript(member, visit):
    make_ladder(*SITE)
    page = visit(member, java_script_enabled=False)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(REPORT)
        page.locator("#id_opponent label", has_text=LONG).tap()
        top = page.locator(".nav").bounding_box()["y"]
        box = page.locator("#stake label").first.bounding_box()
        assert 0 <= box["y"] <= top - box["height"], (width, height)


def test_what_is_said_of_a_new_name_moves_nothing_from_under_a_thumb(member, visit):
    make_ladder("chips-total")
    page = visit(member)
    page.goto(REPORT)
    page.locator("#id_opponent .else").tap()
    place = page.locator("#id_winner").evaluate(PLACE)
    page.locator("#id_newcomer").fill("Benedikta")
    expect(page.locator("#found")).to_contain_text("Benedikta joins as a new player")
    assert page.locator("#id_winner").evaluate(PLACE) == place
