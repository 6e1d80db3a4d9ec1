"""A report is refused before it is stored, whatever form it came from."""

import pytest
from django.contrib.auth.models import User

from ladder.models import Match
from ladder.services.permissions import NOT_YOURS, NotAllowed
from ladder.services.reports import report
from ladder.services.results import Side
from players.models import Player
from tests.factories import make_ladder, make_player, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana():
    return Player.objects.create(name="Ana", user=User.objects.create_user("ana"))


def send(by, winner, loser, **ladder):
    sides = [Side(winner, 1.0), Side(loser, 0.0)]
    season = season_of(make_ladder("points-exchange", **ladder))
    return report(season=season, sides=sides, by=by, kind="rated")


def test_a_member_reports_their_own_match(ana):
    assert send(ana.user, make_player("Ben"), ana).reported_by == ana.user


def test_nobody_reports_a_match_of_others(ana):
    with pytest.raises(NotAllowed, match=NOT_YOURS):
        send(ana.user, Player(name="Rafa"), make_player("Ben"))

    assert not Match.objects.exists()
    assert not Player.objects.filter(name="Rafa").exists()


def test_the_loser_does_not_report_where_only_winners_do(ana):
    with pytest.raises(NotAllowed, match="Only the winner reports here"):
        send(ana.user, make_player("Ben"), ana, reporters="winner")


def test_an_organiser_reports_for_two_others(organiser):
    assert send(organiser, Player(name="Rafa"), make_player("Ben"), reporters="winner").reported_by == organiser
