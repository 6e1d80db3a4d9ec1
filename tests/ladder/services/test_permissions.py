"""Who may report and who may correct."""

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.utils import timezone

from ladder.services import permissions
from tests.factories import make_ladder, make_player, season_of

pytestmark = pytest.mark.django_db


def test_a_visitor_is_nobody():
    assert permissions.player_of(AnonymousUser()) is None
    assert not permissions.may_correct(AnonymousUser())


def test_a_member_reports_and_does_not_correct():
    user, player = User.objects.create_user("ana"), make_player("Ana")
    player.user = user
    player.save()

    assert permissions.player_of(user) == player
    assert permissions.why_not_report(season_of(make_ladder()), player) == ""
    assert not permissions.may_correct(user)


def test_an_organiser_corrects(organiser):
    assert permissions.may_correct(organiser)


def test_an_account_without_a_player_does_not_report(organiser):
    assert (
        permissions.why_not_report(season_of(make_ladder()), permissions.player_of(organiser)) == permissions.NO_PLAYER
    )


def test_a_closed_season_takes_no_reports():
    season = season_of(make_ladder())
    season.closed_at = timezone.now()

    assert permissions.why_not_report(season, make_player("Ana")) == "All time is closed, so it takes no more matches."


def test_tournaments_are_not_reported_by_members():
    season = season_of(make_ladder("tournament-points"))

    assert permissions.why_not_report(season, make_player("Ana")) == permissions.NO_DUELS
