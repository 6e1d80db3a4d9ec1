"""Who may report and who may correct."""

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.utils import timezone

from ladder.services import permissions
from ladder.services.results import Side, build
from players.models import Player
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


def test_an_organiser_enters_anything_without_a_player():
    season = season_of(make_ladder("tournament-points"))

    assert permissions.why_not_report(season, None, "tournament", organiser=True) == ""


DUEL = [Side(Player(pk=1), 1.0), Side(Player(pk=2), 0.0)]
DRAW = [Side(Player(pk=1), 0.5), Side(Player(pk=2), 0.5)]
BATTLE = [
    Side(Player(pk=1), exit="standing"),
    Side(Player(pk=2), exit="dead", round=1),
    Side(Player(pk=3), exit="dead", round=1),
]
NOBODY = [side._replace(exit="dead", round=1) for side in BATTLE]
PLACES = [Side(Player(pk=1), place=1), Side(Player(pk=2), place=2)]
ALLOWED = {
    # who reports: the cases of (kind, sides) in which the winner, the loser and an onlooker may
    "players": {"winner": {"duel", "draw", "battle", "nobody"}, "loser": {"duel", "draw", "battle", "nobody"}},
    "winner": {"winner": {"duel", "draw", "battle", "nobody"}, "loser": {"draw", "nobody"}},
}
CASES = {
    "duel": ("rated", DUEL),
    "draw": ("rated", DRAW),
    "battle": ("ladder", BATTLE),
    "nobody": ("ladder", NOBODY),
    "tournament": ("tournament", PLACES),
}


@pytest.mark.parametrize("reporters", ["players", "winner"])
@pytest.mark.parametrize("role", ["winner", "loser", "onlooker", "no player", "organiser"])
@pytest.mark.parametrize("case", CASES)
def test_who_may_report_what(reporters, role, case):
    season = season_of(make_ladder(reporters=reporters))
    user = User.objects.create_user("someone", is_staff=role == "organiser")
    if role in ("winner", "loser", "onlooker"):
        Player.objects.create(pk={"winner": 1, "loser": 2, "onlooker": 9}[role], name="Someone", user=user)
    kind, sides = CASES[case]
    expected = role == "organiser" or case in ALLOWED[reporters].get(role, ())

    try:
        permissions.check_reporter(season, user, build(kind, timezone.now(), sides))
        allowed = True
    except permissions.NotAllowed:
        allowed = False

    assert allowed == expected


def test_an_organiser_who_left_is_no_organiser():
    user = User.objects.create_user("gone", is_staff=True, is_active=False)

    with pytest.raises(permissions.NotAllowed):
        permissions.check_reporter(season_of(make_ladder()), user, build("rated", timezone.now(), DUEL))
