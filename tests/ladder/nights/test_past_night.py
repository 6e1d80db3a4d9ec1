"""A night that is over: what it brought, how fair it was, its picture, and what everybody did in it.

Elo with a K-factor of 32 from 1,500 each. Ana, Ben and Cy come at 19:00, Di only from 19:31 to 19:40. Ana beats Ben
from 19:00 to 19:10, Cy beats Ana from 19:12 to 19:30, Ben beats Cy from 19:35 to 19:45. The night is ended at 22:30.
"""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth.models import User

from ladder.models import Match
from ladder.nights import actions
from ladder.nights.actions import NewCourt
from ladder.nights.queries.board import NightBoard
from ladder.nights.queries.stored_night import load_stored_night
from ladder.scene import Scene
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]
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


def look(night):
    """Return the night as visitors see it."""
    return NightBoard(load_stored_night(night), Scene(night.season))


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


def test_a_void_game_has_no_chance_and_no_result(night):
    Match.objects.filter(pk=Match.objects.latest("played_at").pk).update(status=Match.Status.VOID)
    board = look(night)
    assert [one.text for one in board.results] == ["Cy beat Ana", "Ana beat Ben"]
    assert board.fairness.lines[2].value == "51%"  # between 50 and 52.3
