"""A night that is over: what it brought, how fair it was, its picture, and what everybody did in it.

Elo with a K-factor of 32 from 1,500 each. Ana, Ben and Cy come at 19:00, Di only from 19:31 to 19:40. Ana beats Ben
from 19:00 to 19:10, Cy beats Ana from 19:12 to 19:30, Ben beats Cy from 19:35 to 19:45. The night is ended at 22:30.
"""

import re
import struct
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ladder.models import Match, Night
from ladder.nights import actions
from ladder.nights.actions import NewCourt
from ladder.nights.queries.past_night import PastNight, build_night_card
from ladder.nights.queries.stored_night import load_stored_night
from ladder.pictures.drawing import draw_card
from ladder.scene import Scene
from players.models import Player
from players.privacy.redaction import use_redaction
from players.privacy.visitors import VisitorRedaction
from tests.factories import make_ladder, make_member, make_player, play, season_of, signed_in

pytestmark = pytest.mark.django_db
BEGAN = datetime(2026, 3, 6, 19, tzinfo=UTC)
GAMES = ((0, 10, "Ana", "Ben"), (12, 30, "Cy", "Ana"), (35, 45, "Ben", "Cy"))
FRIDAY = "Night of Friday, 6 March 2026"


@pytest.fixture
def season():
    return season_of(make_ladder("elo", nights="recorders"))


@pytest.fixture
def desk(season):
    return Scene(season, User.objects.create_user("desk", is_staff=True))


@pytest.fixture
def night(season, desk):
    return hold_night(desk, GAMES)


def hold_night(desk, games, began=BEGAN):
    """Return a night with these games, each with the minutes from which and until when it was played, and who won."""
    night = None
    for minute, act in sorted(list_acts(games), key=lambda one: one[0]):
        with time_machine.travel(began + timedelta(minutes=minute), tick=False):
            if night is None:
                ends_at, courts = began + timedelta(hours=3), [NewCourt("Table", 2)]
                night = actions.begin_night(scene=desk, ends_at=ends_at, courts=courts)
            act(night, desk)
    night.refresh_from_db()
    return night


def list_acts(games):
    for name in ("Ana", "Ben", "Cy"):
        yield 0, tick(name)
    yield 31, tick("Di")
    yield 40, lambda night, scene: actions.leave_night(night=night, scene=scene, player=make_player("Di"))
    for began, ended, winner, loser in games:
        yield began, begin(winner, loser)
        yield ended, enter_win
    yield 210, lambda night, scene: actions.close_night(night=night, scene=scene)


def tick(name):
    return lambda night, scene: actions.come_to_night(night=night, scene=scene, player=make_player(name))


def begin(*names):
    def begin_game(night, scene):
        court = night.courts.select_related("night__season__ladder").get()
        actions.begin_night_game(court=court, scene=scene, sides=[[make_player(name)] for name in names])

    return begin_game


def enter_win(night, scene):
    """Let the first side of the running game win."""
    game = night.courts.get().fixtures.select_related("court__night__season__ladder").get(match=None)
    actions.enter_game_result(fixture=game, scene=scene, winner=1)


def look(night, user=None):
    """Return the night as this account sees it."""
    return PastNight(load_stored_night(night), Scene(night.season, user) if user else Scene(night.season))


def test_each_figure_of_how_fair_it_was_says_what_it_means(night):
    """Waits are of Ana 2 and 5 minutes, of Ben 25, of Cy 12 and 5, of Di 4: nobody waits after 19:35.

    Even are for Ana, Ben and Cy two thirds of the first two games and half of the third, for Di half of the third.
    Before the games Ana had 50%, Ana 1,516 against 1,500, and Cy 1,516.7 against 1,484.
    """
    assert [(one.label, one.value) for one in look(night).fairness.lines] == [
        ("Longest wait", "25 min"),
        ("Games each", "0 to 2"),
        ("Favourite’s chance", "52%"),
        ("Same opponent again", "0 of 3"),
    ]
    waits, games, chance, _ = (one.about for one in look(night).fairness.lines)
    assert waits.endswith("Half of all waits were 5 minutes at most, nine in ten 25 minutes.")
    assert games == "For the time that each was there: from 0.5 games fewer than even to 0.2 more."
    assert "this at most in half of the games, 55% at most in nine in ten." in chance


def test_chances_are_those_before_each_game_whatever_came_later(night, season):
    before = look(night).fairness
    for _ in range(5):
        play(season, "Ana", "Ben")
    assert look(night).fairness == before


def test_a_court_counts_that_was_played_on_or_is_open(night, client):
    """The table is out of order at the end, one more is open, and on one nobody played."""
    night.courts.update(is_open=False)
    night.courts.create(name="Open", position=2, places=2)
    night.courts.create(name="Shut", position=3, places=2, is_open=False)
    assert look(night).court_count == 2
    assert re.search(r"<dt>Courts</dt>\s*<dd>2</dd>", client.get(night.get_absolute_url()).text)


def test_a_void_game_has_no_chance_and_no_result(night):
    Match.objects.filter(pk=Match.objects.latest("played_at").pk).update(status=Match.Status.VOID)
    board = look(night)
    assert [one.text for one in board.results] == ["Cy beat Ana", "Ana beat Ben"]
    assert board.fairness.lines[2].value == "51%"  # between 50 and 52.3


def test_the_page_of_a_game_leads_to_its_night(night, client):
    page = client.get(Match.objects.latest("played_at").get_absolute_url()).text
    assert f'<a href="{night.get_absolute_url()}">A match of a club night</a>' in page


def test_its_moments_are_those_of_its_games_alone(night, season, client):
    with time_machine.travel(BEGAN + timedelta(hours=4)):
        play(season, "Ana", "Ben")  # on the same day, and of no night
    told = [[sentence.text for sentence in one.sentences] for one in look(night).moments]
    assert told == [
        ["Ben took first place from Cy", "Ben passed Ana and Cy and is now 1st"],
        ["Cy took first place from Ana"],
    ]
    assert "New leader." in client.get(night.get_absolute_url()).text


def test_who_was_there_reads_what_they_did(night):
    for name in ("Ana", "Di", "Eli"):
        make_member(name)
    assert {name: look(night, User.objects.get(username=name.lower())).own for name in ("Ana", "Di", "Eli")} == {
        "Ana": "You played 2 games, and waited 5 minutes at most.",
        "Di": "You played 0 games, and waited 4 minutes at most.",
        "Eli": "",
    }
    ana = signed_in(User.objects.get(username="ana"))
    assert "You played 2 games" in ana.get(night.get_absolute_url()).text
    assert "You played" not in Client().get(night.get_absolute_url()).text


def test_the_list_of_nights_says_how_many_came_and_played(night, desk, client):
    hold_night(desk, GAMES[:1], BEGAN + timedelta(days=7))
    nights = client.get("/club/tonight").context["nights"]
    assert [(one.night.starts_at.day, one.text) for one in nights] == [
        (13, "4 players, 1 game"),
        (6, "4 players, 3 games"),
    ]


def test_the_picture_has_the_figures_and_the_greatest_moments(night):
    card = build_night_card(look(night))
    assert (card.club, card.place, card.title) == ("Club ladder", "Club", FRIDAY)
    assert [tuple(one) for one in card.figures] == [
        ("Players", "4"),
        ("Games", "3"),
        ("Longest wait", "25 min"),
        ("Games each", "0 to 2"),
        ("Favourite’s chance", "52%"),
    ]
    assert [(one.people, one.headline, one.note, one.figure, one.direction) for one in card.lines] == [
        (("Ben",), "New leader", "Ben took first place from Cy", "+17.5", "up"),
        (("Cy",), "New leader", "Cy took first place from Ana", "+16.7", "up"),
    ]
    assert draw_card(card).startswith(b"\x89PNG")


def test_the_picture_of_a_night_for_points_has_its_table(night):
    """Ana has 15 and 9 points, Cy 15 and 6, Ben 9 and 18."""
    Night.objects.update(way="mexicano")
    matches = Match.objects.order_by("played_at")
    for match, games in zip(matches, ("15-9", "15-9", "18-6"), strict=True):
        Match.objects.filter(pk=match.pk).update(games=games)
    night.refresh_from_db()
    lines = build_night_card(look(night)).lines
    assert [(one.rank, one.people, one.figure, one.note, one.is_marked) for one in lines] == [
        ("1", ("Ben",), "27", "2 games", True),
        ("2", ("Ana",), "24", "2 games", False),
        ("3", ("Cy",), "21", "2 games", False),
    ]


def test_without_moments_the_picture_has_the_results(desk):
    (line,) = build_night_card(look(hold_night(desk, GAMES[:1]))).lines
    assert (line.people, line.headline) == ((), "Ana beat Ben")


def test_the_page_names_its_picture_and_says_what_the_night_was(night, client):
    page = client.get(night.get_absolute_url())
    said = dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]+)">', page.text))
    assert (said["title"], said["url"]) == (f"{FRIDAY}, Club", f"http://testserver{night.get_absolute_url()}")
    assert said["description"] == "4 players, 3 games. The longest wait was 25 minutes."
    picture = client.get(said["image"])
    assert struct.unpack(">II", picture.content[16:24]) == (1200, 630)
    assert f'href="{night.get_absolute_url()}/card.png" download' in page.text


def test_names_in_the_picture_are_those_that_visitors_read_whoever_asks(night, client):
    Player.objects.filter(name="Cy").update(hidden=True)
    with use_redaction(VisitorRedaction()):
        notes = [line.note for line in build_night_card(look(night)).lines]
    assert notes == ["Ben took first place from Hidden player", "Hidden player took first place from Ana"]
    member, picture = signed_in(make_member("Ana").user), f"{night.get_absolute_url()}/card.png"
    assert "Cy" in member.get(night.get_absolute_url()).text
    assert member.get(picture).content == client.get(picture).content


def test_a_night_without_games_and_one_that_runs_have_no_picture(desk, client):
    quiet = hold_night(desk, ())
    page = client.get(quiet.get_absolute_url()).text
    assert "Nobody played." in page
    assert "og:image" not in page
    ends_at = timezone.now() + timedelta(hours=3)
    running = actions.begin_night(scene=desk, ends_at=ends_at, courts=[NewCourt("Table", 2)])
    for night in (quiet, running):
        assert client.get(f"{night.get_absolute_url()}/card.png").status_code == 404


def count_questions(url):
    """Return how many questions a page asks."""
    with CaptureQueriesContext(connection) as asked:
        assert Client().get(url).status_code == 200
    return len(asked)


def test_the_questions_to_the_database_do_not_grow_with_games_and_nights(night, desk, season):
    urls = night.get_absolute_url(), f"{night.get_absolute_url()}/card.png", "/club/tonight"
    few = [count_questions(url) for url in urls]
    more = [(at + 60, until + 60, *names) for at, until, *names in GAMES]
    large = hold_night(desk, [*GAMES, *more], BEGAN + timedelta(days=7))
    for name in ("Eli", "Fay", "Gus"):
        play(season, name, "Ana")
    urls = large.get_absolute_url(), f"{large.get_absolute_url()}/card.png", "/club/tonight"
    assert [count_questions(url) for url in urls] == few
