"""The fictional club challenges: something to answer, something to play, something to join."""

import re
from datetime import timedelta

import pytest

from ladder.devtools.demonstration.members import MEMBER
from ladder.models import Fixture, Night, State
from tests.ladder.devtools.demonstration.conftest import NOON

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", ["table-tennis", "warlocks"])
def test_the_member_finds_one_to_answer_and_one_to_play(club, slug, time_machine):
    time_machine.move_to(NOON)
    found = Fixture.objects.filter(season__ladder__slug=slug, places=2, court=None).order_by("pk")
    assert [(one.by.name == MEMBER, one.state) for one in found] == [(False, State.OPEN), (True, State.ACCEPTED)]


def test_a_battle_can_be_joined(club):
    battle = Fixture.objects.get(places=4, kind="friendly")
    assert (battle.season.ladder.slug, battle.kind, battle.parties.count()) == ("warlocks", "friendly", 1)


def test_a_pair_challenges_the_member_and_a_partner(club, time_machine):
    time_machine.move_to(NOON)
    (found,) = Fixture.objects.filter(season__ladder__slug="padel", court=None)
    members = [party.player.name == MEMBER for party in found.parties.all()]
    assert (found.state, found.places, len(members), any(members)) == (State.OPEN, 4, 4, True)
    assert found.by.name != MEMBER


@pytest.mark.parametrize(("slug", "running"), [("padel", 2), ("table-tennis", 3)])
def test_a_night_runs_with_one_court_free(club, slug, running):
    night = Night.objects.get(season__ladder__slug=slug, closed_at=None)
    assert night.visits.filter(left_at=None).count() == 14
    games = Fixture.objects.filter(court__night=night).order_by("pk")
    assert games.count() == running == night.courts.count() - 1
    assert games[0].made_at - night.starts_at == timedelta(minutes=38)
    waits = [int(re.search(r"waited longest, (\d+) minutes", game.note)[1]) for game in games]
    assert max(waits) <= 38


def test_a_night_of_yesterday_is_over_and_everybody_played(club, client, time_machine):
    time_machine.move_to(NOON)
    night = Night.objects.exclude(closed_at=None).get()
    assert (str(night.starts_at.date()), night.visits.count()) == ("2026-11-20", 14)
    board = client.get(night.get_absolute_url()).context["board"]
    assert len(board.results) == len(board.history.games) >= 15
    assert board.moments
