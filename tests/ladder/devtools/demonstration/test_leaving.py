"""Leaving the demonstration: nothing of it is left, and nothing else is touched."""

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection

from ladder import ledger
from ladder.club.actions import change_club
from ladder.devtools.demonstration.club import DEMO_CLUB_NAME, leave_demonstration
from ladder.devtools.demonstration.members import MEMBER
from ladder.models import Ladder, Match, MatchRevision, RatingChange
from players.models import Club, Player
from tests.factories import make_ladder, make_player, play, season_of

OURS = ("ladder", "players")


@pytest.fixture
def left(club):
    """The site after its owner left; the member had played on a ladder of their own, too."""
    own = make_ladder(slug="own")
    play(season_of(own), MEMBER, "Newcomer")
    make_player("Waiting")
    vesna = User.objects.get(username="Vesna")
    leave_demonstration(by=vesna)
    return own


def test_only_what_is_one_s_own_stays(left):
    assert list(Ladder.objects.all()) == [left]
    assert Match.objects.count() == MatchRevision.objects.count() == 1
    assert RatingChange.objects.count() == 2
    assert set(Player.objects.values_list("name", flat=True)) == {MEMBER, "Newcomer", "Waiting"}
    assert set(User.objects.values_list("username", flat=True)) == {"Noor", "Vesna"}
    assert ledger.verify(left) == []
    connection.check_constraints()


def test_without_a_ladder_of_one_s_own_nothing_is_left(club):
    leave_demonstration(by=User.objects.get(username="Vesna"))
    tables = [model for app in OURS for model in apps.get_app_config(app).get_models()]
    assert [model for model in tables if model.objects.exists()] == [Club]
    assert str(Club.stored()) == settings.UNNAMED_CLUB
    assert [user.username for user in User.objects.all()] == ["Vesna"]


def test_a_name_that_the_owner_gave_stays(club):
    assert str(Club.stored()) == DEMO_CLUB_NAME
    vesna = User.objects.get(username="Vesna")
    change_club(values={"name": "Otters"}, by=vesna)
    leave_demonstration(by=vesna)
    assert str(Club.stored()) == "Otters"


def test_only_the_owner_leaves_with_the_word(club, client):
    client.force_login(User.objects.get(username="Noor"))
    assert client.post("/settings/demonstration", {"word": "leave"}).status_code == 403
    client.force_login(User.objects.get(username="Vesna"))
    assert "leave the demonstration" in client.get("/desk").text
    assert client.get("/settings/demonstration").status_code == 200
    assert client.post("/settings/demonstration", {"word": "yes"}).status_code == 422
    assert Ladder.objects.count() == 7
    assert client.post("/settings/demonstration", {"word": "Leave"}).url == "/setup"
    assert not Ladder.objects.exists()
    assert "You are signed in as Vesna." in client.get("/setup").text
