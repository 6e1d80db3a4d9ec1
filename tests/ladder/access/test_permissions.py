"""Who may report and who may correct."""

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.utils import timezone

from ladder.access.permissions import NO_PLAYER, Act, NotAllowed, check_permission, find_account_player
from ladder.formats import TOURNAMENT, Exit, ParticipantResult
from ladder.ledger.storage.match_record import build_result
from ladder.models import Role
from ladder.scene import NO_DUELS, Scene
from players.models import Player
from tests.factories import make_ladder, make_player, season_of

pytestmark = pytest.mark.django_db


def member(name="ana", player="Ana"):
    user = User.objects.create_user(name)
    Player.objects.filter(pk=make_player(player).pk).update(user=user)
    return user


def test_a_visitor_is_nobody():
    assert find_account_player(AnonymousUser()) is None
    assert Scene(season_of(make_ladder()), AnonymousUser()).refuse(Act.REPORT) == NO_PLAYER


def test_a_member_reports():
    user = member()

    assert find_account_player(user) == make_player("Ana")
    assert Scene(season_of(make_ladder()), user).refuse(Act.REPORT) == ""


def test_an_account_without_a_player_does_not_report():
    user = User.objects.create_user("new")

    assert Scene(season_of(make_ladder()), user).refuse(Act.REPORT) == NO_PLAYER


def test_an_account_without_a_player_may_report_others_where_any_member_may():
    user = User.objects.create_user("new")

    assert Scene(season_of(make_ladder(reporters="any")), user).refuse(Act.REPORT) == ""


def test_members_hear_that_recorders_enter_the_results():
    season = season_of(make_ladder(reporters="recorders"))

    assert Scene(season, member()).refuse(Act.REPORT) == "Recorders enter the results here. Give yours to one of them."


@pytest.mark.parametrize("kind", Role.Kind)
def test_a_recorder_or_organiser_enters_anything_without_a_player(kind):
    season, user = season_of(make_ladder("tournament-points", reporters="recorders")), User.objects.create_user("rec")
    Role.objects.create(ladder=season.ladder, user=user, role=kind)

    assert Scene(season, user).refuse(Act.REPORT, format=TOURNAMENT.format) == ""


def test_a_closed_season_takes_no_reports(organiser):
    season = season_of(make_ladder())
    season.closed_at = timezone.now()

    assert Scene(season, organiser).refuse(Act.REPORT) == "All time is closed and takes no more matches."


def test_tournaments_are_not_reported_by_members():
    season = season_of(make_ladder("tournament-points"))

    assert Scene(season, member()).refuse(Act.REPORT) == NO_DUELS


def test_what_may_not_be_done_is_refused_with_who_may(organiser):
    ladder = make_ladder()
    check_permission(organiser, Act.SETTINGS, ladder)

    with pytest.raises(NotAllowed) as refused:
        check_permission(member(), Act.SETTINGS, ladder)

    assert refused.value.messages == [
        "Only organisers can change a ladder's settings, boards and seasons. Ask one of them."
    ]


DUEL = [ParticipantResult(1, 1.0), ParticipantResult(2, 0.0)]
DRAW = [ParticipantResult(1, 0.5), ParticipantResult(2, 0.5)]
BATTLE = [
    ParticipantResult(1, exit=Exit("standing")),
    ParticipantResult(2, exit=Exit("dead", 1)),
    ParticipantResult(3, exit=Exit("dead", 1)),
]
NOBODY = [side._replace(exit=Exit("dead", 1)) for side in BATTLE]
PLACES = [ParticipantResult(1, place=1), ParticipantResult(2, place=2)]
ALLOWED = {
    # who reports: the cases of (kind, sides) in which the winner, the loser and an onlooker may
    "players": {"winner": {"duel", "draw", "battle", "nobody"}, "loser": {"duel", "draw", "battle", "nobody"}},
    "winner": {"winner": {"duel", "draw", "battle", "nobody"}, "loser": {"draw", "nobody"}},
    "any": {role: {"duel", "draw", "battle", "nobody"} for role in ("winner", "loser", "onlooker", "no player")},
    "recorders": {},
}
EVERYTHING = {"owner", "organiser", "recorder"}
CASES = {
    "duel": ("rated", DUEL),
    "draw": ("rated", DRAW),
    "battle": ("ladder", BATTLE),
    "nobody": ("ladder", NOBODY),
    "tournament": ("tournament", PLACES),
}


@pytest.mark.parametrize("reporters", ALLOWED)
@pytest.mark.parametrize("role", ["winner", "loser", "onlooker", "no player", "elsewhere", *sorted(EVERYTHING)])
def test_who_may_report_what(reporters, role):
    season = season_of(make_ladder(reporters=reporters))
    user = User.objects.create_user("someone", is_staff=role == "owner")
    if role in ("organiser", "recorder", "elsewhere"):
        ladder = make_ladder(slug="other") if role == "elsewhere" else season.ladder
        Role.objects.create(ladder=ladder, user=user, role=role if role == "recorder" else "organiser")
    if role in ("winner", "loser", "onlooker"):
        Player.objects.create(pk={"winner": 1, "loser": 2, "onlooker": 9}[role], name="Someone", user=user)
    as_member = ALLOWED[reporters].get("no player" if role == "elsewhere" else role, set())

    assert {case for case in CASES if reports(season, user, *CASES[case])} == (
        set(CASES) if role in EVERYTHING else as_member
    )


def reports(season, user, kind, participants):
    try:
        Scene(season, user).check(Act.REPORT, build_result(kind, timezone.now(), participants))
    except NotAllowed:
        return False
    return True


def test_an_owner_who_left_is_no_owner():
    user = User.objects.create_user("gone", is_staff=True, is_active=False)

    with pytest.raises(NotAllowed):
        Scene(season_of(make_ladder()), user).check(Act.REPORT, build_result("rated", timezone.now(), DUEL))
