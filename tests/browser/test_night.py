"""A night on phones: without a network what is tapped waits, and two phones that were apart agree afterwards."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import expect

from ladder import ledger
from ladder.models import Board, Court, Fixture, Ladder, Match, Night
from ladder.nights.actions import (
    NewCourt,
    begin_night,
    begin_night_game,
    come_to_night,
    enter_game_result,
    raise_night_version,
)
from ladder.scene import Scene
from tests.browser.acting import hold
from tests.factories import make_ladder, make_member, make_player, play, season_of

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]
URL, NAMES = "/club/tonight", ("Ana", "Ben", "Cy", "Di")
WALL = {"width": 1920, "height": 1080}
BROKEN_WORDS = """[...document.querySelectorAll('#here button')].flatMap(button => {
    const text = [...button.childNodes].find(one => one.nodeType === 3 && one.data.trim());
    return [...text.data.matchAll(/\\S+/g)].filter(word => {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return range.getClientRects().length > 1;
    }).map(word => word[0]);
})"""


@pytest.fixture
def desk(transactional_db):
    return User.objects.create_user("desk", is_staff=True)


@pytest.fixture
def night(desk):
    """A night with two games that run, on two tables."""
    scene = Scene(season_of(make_ladder("elo", nights="recorders")), desk)
    ends_at = timezone.now() + timedelta(hours=3)
    night = begin_night(scene=scene, ends_at=ends_at, courts=[NewCourt("One", 2), NewCourt("Two", 2)])
    players = [make_member(name) for name in NAMES]
    for player in players:
        come_to_night(night=night, scene=scene, player=player)
    for name, sides in (("One", players[:2]), ("Two", players[2:])):
        court = Court.objects.select_related("night__season__ladder").get(night=night, name=name)
        begin_night_game(court=court, scene=scene, sides=[[player] for player in sides])
    return night


@pytest.fixture
def points_night(desk):
    """A Mexicano whose first round is played on two courts."""
    season = season_of(make_ladder("elo", nights="recorders", fewest_a_side=2, most_a_side=2))
    Board.objects.update(options={"takes": "both"})
    scene, ends_at = Scene(season, desk), timezone.now() + timedelta(hours=3)
    night = begin_night(
        scene=scene, ends_at=ends_at, courts=[NewCourt("One", 4), NewCourt("Two", 4)], way=Night.Way.MEXICANO
    )
    players = [make_member(name) for name in (*NAMES, "Eve", "Flo", "Gus", "Hal")]
    for player in players:
        come_to_night(night=night, scene=scene, player=player)
    for name, four in (("One", players[:4]), ("Two", players[4:])):
        court = Court.objects.select_related("night__season__ladder").get(night=night, name=name)
        begin_night_game(court=court, scene=scene, sides=[four[:2], four[2:]])
    return night


def test_what_is_tapped_without_a_network_is_kept_over_a_reload_and_sent_once(phone, night, desk):
    page = phone(desk)
    page.goto(URL)
    page.wait_for_function("navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)")
    page.reload()  # from now on the worker keeps it
    expect(page.locator("h1")).to_have_text("4 here, 2 courts")
    page.context.set_offline(True)
    page.get_by_role("button", name="Ana").first.tap()
    expect(page.locator("#queue")).to_contain_text("One, Ana won: waits for the network")
    page.reload()
    expect(page.locator("#queue")).to_contain_text("One, Ana won: waits for the network")
    assert Match.objects.count() == 0
    page.context.set_offline(False)
    expect(page.locator("#queue")).to_be_hidden()
    expect(page.locator("#night")).to_contain_text("Ana beat Ben")
    assert Match.objects.count() == 1
    assert ledger.verify(Ladder.objects.get()) == []


def test_taps_are_sent_while_a_poll_or_another_tap_is_on_its_way(phone, night, desk):
    page = phone(desk, service_workers="block")  # so that the requests can be held
    page.goto(URL)
    let_poll_go, let_tap_go = hold(page, "**/tonight?v=*"), hold(page, "**/tonight/won")
    page.evaluate("htmx.trigger(document.body, 'sent')")
    page.get_by_role("button", name="Ana").first.tap()
    page.get_by_role("button", name="Di").first.tap()
    expect(page.locator("#queue li")).to_contain_text("Two, Di won")
    let_poll_go()
    let_tap_go()
    let_tap_go()
    expect(page.locator("#queue")).to_be_hidden()
    expect(page.locator("#night")).to_contain_text("Ana beat Ben")
    assert Match.objects.count() == 2


def test_a_tap_right_after_a_poll_is_kept_like_any_other(phone, night, desk):
    """htmx takes hold of what it has put in only after a settle delay; what is tapped before is a plain form's."""
    page = phone(desk, service_workers="block")
    page.goto(URL)
    tap = "setTimeout(() => document.querySelector('[id^=won-]').click())"
    page.evaluate(f"document.body.addEventListener('htmx:afterSwap', () => {tap}, {{ once: true }})")
    page.route("**/tonight/won", lambda route: route.abort())
    raise_night_version(night)  # so that the poll has news
    page.evaluate("htmx.trigger(document.body, 'sent')")
    expect(page.locator("#queue")).to_contain_text("won: waits for the network")
    page.unroute("**/tonight/won")
    expect(page.locator("#queue")).to_be_hidden()
    assert Match.objects.count() == 1


def test_points_that_are_typed_stay_while_others_are_saved_or_refused_and_over_a_poll(visit, points_night, desk):
    page = visit(desk)
    page.goto(URL)
    one, two = (page.get_by_role("region", name=name, exact=True) for name in ("One", "Two"))
    fields = [*one.locator(".points").all(), *two.locator(".points").all()]
    for field, points in zip(fields, ("15", "", "10", "3"), strict=True):
        field.fill(points)
    two.get_by_role("button", name="Save the points").tap()
    expect(page.get_by_role("alert")).to_have_text("A game has 24 points in all.")
    assert [field.input_value() for field in fields] == ["15", "", "10", "3"]
    one.get_by_role("button", name="Save the points").tap()
    expect(page.locator("#results")).to_contain_text("Ana and Ben beat Cy and Di")
    expect(page.locator(".points")).to_have_count(2)
    expect(two.locator(".points").first).to_have_value("10")
    come_to_night(night=points_night, scene=Scene(points_night.season, desk), player=make_member("Ivy"))
    page.evaluate("htmx.trigger(document.body, 'sent')")
    expect(page.locator("h1")).to_have_text("9 here, 2 courts")
    expect(two.locator(".points").last).to_have_value("3")
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator(".points")).to_have_count(4)
    expect(one.locator(".points").first).to_have_value("")


def test_points_that_are_refused_stay_in_their_fields_without_javascript(visit, points_night, desk):
    page = visit(desk, java_script_enabled=False)
    page.goto(URL)
    two = page.get_by_role("region", name="Two", exact=True)
    two.locator(".points").first.fill("1 5")
    two.get_by_role("button", name="Save the points").tap()
    expect(page.get_by_role("alert")).to_have_text("Points are whole numbers from 0 to 100.")
    expect(two.locator(".points").first).to_have_value("1 5")


def test_two_phones_that_were_apart_agree_and_the_conflict_is_shown(phone, night, desk):
    first, second = phone(desk), phone(desk)
    for page in (first, second):
        page.goto(URL)
        page.context.set_offline(True)
    first.get_by_role("button", name="Ana").first.tap()
    first.get_by_role("button", name="Di").first.tap()
    second.get_by_role("button", name="Ben").first.tap()
    second.get_by_role("button", name="Di").first.tap()
    for page in (first, second):
        expect(page.locator("#queue li")).to_have_count(2)
    first.context.set_offline(False)
    expect(first.locator("#queue")).to_be_hidden()
    second.context.set_offline(False)
    expect(second.locator("#queue li")).to_have_count(1)
    expect(second.locator("#queue")).to_contain_text(
        "One, Ben won: The result is in already: Ana won. Open the match to correct it."
    )
    assert Match.objects.count() == 2
    second.get_by_role("button", name="Forget it").tap()
    expect(second.locator("#queue")).to_be_hidden()
    assert not Fixture.objects.filter(match=None).exists()


def test_a_night_without_javascript(visit, night, desk):
    page = visit(desk, java_script_enabled=False)
    page.goto(URL)
    page.get_by_role("button", name="Ana").first.tap()
    expect(page.locator("#night")).to_contain_text("Ana beat Ben")
    page.get_by_role("button", name="They play on One").tap()
    expect(page.locator("#night")).to_contain_text("waited longest")
    assert Fixture.objects.count() == 3


@pytest.mark.parametrize(
    ("way", "courts", "people"),
    [
        ("board", 2, 13),
        ("board", 4, 28),
        ("board", 8, 40),
        ("king", 4, 13),
        ("pegs", 2, 40),
        ("pegs", 8, 40),
        ("americano", 4, 28),
        ("mexicano", 8, 40),
        ("mexicano", 12, 60),
    ],
)
def test_all_of_a_night_is_within_the_screen_on_the_wall(visit, desk, way, courts, people):
    scene = Scene(season_of(make_ladder("elo", nights="recorders", fewest_a_side=2, most_a_side=2)), desk)
    Board.objects.update(options={"takes": "both"})
    named = [NewCourt(f"Court {number}", 4) for number in range(1, courts + 1)]
    night = begin_night(scene=scene, ends_at=timezone.now() + timedelta(hours=3), courts=named, way=way)
    players = [make_player(f"Bartholomäus Hohenstau{number:02}") for number in range(people)]  # 24 letters
    for player in players:
        come_to_night(night=night, scene=scene, player=player)
    played = min(courts, people // 4)
    begin_games(scene, players, played)
    for game in Fixture.objects.all():
        enter_game_result(fixture=game, scene=scene, winner=1, points=(15, 9) if way.endswith("cano") else ())
    begin_games(scene, players, played - 1)
    for size in (WALL, {"width": 1280, "height": 720}):
        page = visit(viewport=size)
        page.goto(f"{URL}/screen")
        expect(page.locator(".courts > .court")).to_have_count(courts)
        expect(page.locator("[data-call]")).to_have_count(played - 1)
        root = "document.documentElement"
        assert page.evaluate(f"[{root}.scrollWidth, {root}.scrollHeight]") == [*size.values()]


def begin_games(scene, players, count):
    """Begin a game of the next four on each of the first courts."""
    for number, court in enumerate(Court.objects.select_related("night__season__ladder")[:count]):
        four = players[4 * number : 4 * number + 4]
        begin_night_game(court=court, scene=scene, sides=[four[:2], four[2:]])


def test_no_name_is_broken_inside_a_word_where_the_desk_ticks_in(visit, night, desk):
    names = ("Hannelore Breitenbacher", "Maximiliane Hohenstauffen", "Bartholomew Featherstone")
    for name in names[1:]:
        play(night.season, names[0], name)
    page = visit(desk, viewport={"width": 360, "height": 780})
    page.goto(URL)
    expect(page.locator("#here button")).to_have_count(3)
    assert page.evaluate(BROKEN_WORDS) == []


def test_what_is_refused_after_another_answer_took_its_form_away_stays_with_the_reason(phone, night, desk):
    page = phone(desk, service_workers="block")  # so that the request can be held
    page.goto(URL)
    game = Fixture.objects.get(court__name="One")
    let_tap_go = hold(page, "**/tonight/won")
    page.get_by_role("button", name="Ben").first.tap()
    enter_game_result(fixture=game, scene=Scene(night.season, desk), winner=1)
    page.evaluate("document.querySelector('#night').innerHTML = ''")  # as the answer to any other button does
    let_tap_go()
    expect(page.locator("#queue")).to_contain_text("One, Ben won: The result is in already: Ana won.")
