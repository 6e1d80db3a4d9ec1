"""Who reads which names on a night, and what somebody can do with the venue code of last week: nothing."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from ladder.matches.actions.venue_codes import make_venue_code
from ladder.models import Board, Court, Fixture, Match, Night, Visit
from ladder.nights import actions
from ladder.nights.actions import NewCourt
from ladder.nights.views.acts import NIGHT_ACTS
from ladder.scene import Scene
from players.models import Club, Player
from tests.factories import make_ladder, make_member, make_player, play, season_of, signed_in
from tests.ladder.access.test_matrix import dump
from tests.players.privacy.test_erasing import erase
from tests.players.privacy.test_visitors import HIDDEN, SHOWN, hide, let

pytestmark = [pytest.mark.django_db, pytest.mark.pages]
URL, SCREEN = "/club/tonight", "/club/tonight/screen"
GUEST = "Gwendolen Farthingale"
OTHERS = ("Ana", "Ben", "Cy", "Di", "Eve")
HTMX = {"HX-Request": "true"}


@pytest.fixture
def desk(db):
    return signed_in(User.objects.create_user("desk", is_staff=True))


@pytest.fixture
def season():
    ladder = make_ladder("elo", nights="venue", reporters="any", fewest_a_side=2, most_a_side=2)
    Board.objects.update(options={"takes": "both"})
    return season_of(ladder)


@pytest.fixture
def night(season, desk):
    """A night at which somebody hidden came first, then a member and a guest, and others."""
    scene = Scene(season, User.objects.get(username="desk"))
    courts = [NewCourt("One", 2), NewCourt("Two", 2), NewCourt("Three", 4)]
    night = actions.begin_night(scene=scene, ends_at=timezone.now() + timedelta(hours=3), courts=courts)
    for player in (hide(HIDDEN), make_member(SHOWN), make_player(GUEST), *map(make_player, OTHERS)):
        actions.come_to_night(night=night, scene=scene, player=player)
    return night


@pytest.fixture
def there(season):
    """The screen at the venue, on which the code was entered."""
    return enter_code(season)


def enter_code(season):
    browser = Client()
    assert browser.post("/club/at-the-venue", {"code": make_venue_code(ladder=season.ladder, by=None)}).url
    return browser


def post(browser, act, headers=None, **sent):
    return browser.post(f"{URL}/{act}", sent, headers=headers)


def play_games(night, browser):
    """Let the games that are proposed on the three courts begin, and enter the results of the last two."""
    for name in ("One", "Two", "Three"):
        (one,) = (one for one in browser.get(URL).context["board"].courts if one.court.name == name)
        sides = {f"side_{side.number}": side.keys for side in one.proposal.sides}
        assert post(browser, "play", court=one.court.pk, **sides).status_code == 303
    for game in Fixture.objects.order_by("pk")[1:]:
        assert post(browser, "won", game=game.pk, won=1).status_code == 303


def find_name_parts(page):
    """Return which parts of names a page holds that visitors may not read."""
    return [part for part in (*HIDDEN.split(), SHOWN.split()[1], GUEST.split()[1]) if part in page.text]


@pytest.mark.parametrize("who", ["visitor", "venue"])
def test_visitors_and_the_screen_read_no_name_that_is_hidden_or_shortened(night, desk, there, who):
    let(Club.Names.INITIAL)
    browser = Client() if who == "visitor" else there
    assert find_name_parts(browser.get(URL)) == []
    play_games(night, desk)  # whose reasons name who waited longest
    assert Fixture.objects.get(match=None).note.startswith(f"{HIDDEN} waited longest")
    for url in (URL, SCREEN):
        page = browser.get(url)
        assert find_name_parts(page) == [], url
        assert "Hidden player waited longest" in page.text, url
    assert "Quillon V." in browser.get(URL).text
    post(desk, "won", game=Fixture.objects.earliest("pk").pk, won=2)
    post(desk, "end")
    after = browser.get(night.get_absolute_url())
    assert (find_name_parts(after), "Hidden player" in after.text) == ([], True)


def test_a_reason_that_ends_in_a_shortened_name_has_one_point(season, desk):
    """Of two who have met, the first won, so the chance names them."""
    let(Club.Names.INITIAL)
    play(season, SHOWN, GUEST)
    scene = Scene(season, User.objects.get(username="desk"))
    night = actions.begin_night(scene=scene, ends_at=timezone.now() + timedelta(hours=3), courts=[NewCourt("One", 2)])
    for name in (SHOWN, GUEST):
        actions.come_to_night(night=night, scene=scene, player=make_player(name))
    (court,) = Client().get(URL).context["board"].courts
    assert "55% to Quillon V. Quillon V. and Gwendolen F. met this week." in court.proposal.why


def test_members_read_whole_names_also_in_a_reason_that_the_screen_wrote(night, there):
    let(Club.Names.INITIAL)
    play_games(night, there)
    page = signed_in(make_player(SHOWN).user).get(URL)
    assert f"{HIDDEN} waited longest" in page.text
    assert "Hidden player" not in page.text


def test_a_screen_on_which_somebody_is_signed_in_goes_on_to_show_what_visitors_read(night, desk):
    let(Club.Names.INITIAL)
    assert find_name_parts(desk.get(SCREEN)) == []
    assert f'hx-get="{SCREEN}?v=' in desk.get(SCREEN).text
    for page in (
        desk.get(SCREEN, headers=HTMX),
        desk.get(SCREEN, {"court": Court.objects.get(name="One").pk}, headers=HTMX),
        post(desk, "rest", HTMX | {"HX-Current-URL": f"http://testserver{SCREEN}"}, player=make_player("Ana").pk),
        post(desk, "play", HTMX | {"HX-Current-URL": f"http://testserver{SCREEN}"}, court=1, pick=[1, 2]),
    ):
        assert page.text.lstrip().startswith("<div")
        assert f'hx-get="{SCREEN}?v=' in page.text
        assert find_name_parts(page) == []
    assert find_name_parts(desk.get(URL)) == [*HIDDEN.split(), SHOWN.split()[1], GUEST.split()[1]]


def test_a_refusal_on_the_screen_names_nobody_who_is_hidden(night, there):
    let(Club.Names.INITIAL)
    first, second = make_player(HIDDEN).pk, make_player("Ana").pk
    court = Court.objects.get(name="One").pk
    assert post(there, "play", court=court, pick=[first, second]).status_code == 303
    page = post(there, "play", court=Court.objects.get(name="Two").pk, pick=[first, make_player("Ben").pk])
    assert (page.status_code, page.context["refusal"]) == (422, "Hidden player is not here, or plays already.")
    assert find_name_parts(page) == []


def test_who_is_hidden_is_ticked_in_on_the_screen_by_their_whole_name_and_read_there_as_hidden(night, there):
    let(Club.Names.INITIAL)
    Visit.objects.filter(player__name=HIDDEN).delete()
    assert post(there, "come", name=HIDDEN).status_code == 303
    page = there.get(SCREEN)
    assert ("Hidden player" in page.text, find_name_parts(page)) == (True, [])


def test_who_is_erased_leaves_no_name_in_a_night(night, desk):
    play_games(night, desk)
    assert post(desk, "won", game=Fixture.objects.earliest("pk").pk, won=2).status_code == 303
    gone = make_player(HIDDEN)
    assert erase(desk, gone, HIDDEN).status_code == 303
    for url in (URL, SCREEN):
        assert not set(HIDDEN.split()) & set(desk.get(url).text.split()), url
    assert not Fixture.objects.filter(note__contains="Nightwell").exists()
    post(desk, "end")
    assert f"Former player {gone.pk}" in desk.get(night.get_absolute_url()).text


def test_who_is_erased_is_not_there_any_more_and_open_boards_are_told(night, desk):
    """Of two who count as one, each is ticked in."""
    gone, other = make_player(HIDDEN), Player.objects.get(name=GUEST)
    Player.objects.filter(pk=other.pk).update(merged_into=gone)
    shown = desk.get(URL).context["version"]
    assert erase(desk, gone, HIDDEN).status_code == 303
    page = desk.get(URL, {"v": shown})
    assert page.status_code == 200
    waiting = {one.player.name for one in page.context["board"].waiting}
    proposed = {player for court in page.context["board"].courts for player in court.keys}
    assert (waiting, proposed & {gone.pk, other.pk}) == ({SHOWN, *OTHERS}, set())
    assert Visit.objects.filter(left_at=None).count() == 6


@pytest.mark.parametrize("why", ["another code", "thirteen hours later"])
def test_with_the_code_of_last_week_everything_is_refused(night, season, desk, there, why):
    play_games(night, there)
    assert there.get(URL).context["board"].runs
    at = timezone.now()
    if why == "another code":
        make_venue_code(ladder=season.ladder, by=None)
    else:
        at += timedelta(hours=13)
        Night.objects.update(ends_at=at + timedelta(hours=1))
    with time_machine.travel(at):
        before = dump()
        for url in (URL, SCREEN):
            page = there.get(url)
            assert (page.status_code, page.context["board"].runs) == (200, False)
            board = page.text.split('id="night"')[1].split("</main>")[0]
            assert (board.count("<button"), board.count('id="sound"')) == (1, 1)
        for act in NIGHT_ACTS:
            answer = post(there, act, **{**build_fields(night), "player": make_player("Ana").pk})
            assert (answer.status_code, answer.url.split("?")[0]) == (303, "/accounts/login/"), act
        assert there.post(f"{URL}/form", {"until": "23:00"}).status_code == 303
        assert dump() == before


def build_fields(night):
    """Return all that a button of the board may send."""
    game, match = Fixture.objects.filter(match=None).first(), Match.objects.first()
    free = Court.objects.get(name="One")
    sent = {"court": free.pk, "pick": [make_player(name).pk for name in ("Ana", "Ben")], "won": 1, "name": "Zed"}
    return sent | {"guest": 1, "game": game.pk, "match": match.pk, "revision": match.revision}
