"""What the fictional club has to show."""

from collections import Counter
from datetime import date, timedelta

import pytest
from django.db.models import Count, F, Max, Min, Window

from ladder.devtools.demonstration.club import LadderMaker
from ladder.devtools.demonstration.ladder_plans import LADDER_PLANS
from ladder.devtools.demonstration.members import DEMO_USERNAMES, ORGANISER
from ladder.ledger.admission import check_admission
from ladder.ledger.storage.match_record import load_played_match
from ladder.ledger.storage.season_matches import load_entries
from ladder.models import Adjustment, Ladder, Match, MatchRevision, Reaction, Season, Standing
from players.models import Player
from tests.ladder.devtools.demonstration.conftest import NOON, outcome

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("club")]

SLUGS = ["backgammon", "backgammon-online", "chess", "padel", "table-tennis", "warlocks"]
SLUGS_PLANNED = [one.slug for one in LADDER_PLANS]
TODAY = NOON.date()


def by_ladder(matches, path="season__ladder__slug"):
    """Return how many of these there are on each ladder."""
    return dict(matches.order_by().values_list(path).annotate(Count("pk")))


def test_the_club_has_seven_ladders_with_their_boards():
    boards = {one.slug: [board.system for board in one.seasons.first().boards.all()] for one in Ladder.objects.all()}
    assert boards == {
        "backgammon": ["match-length-elo"],
        "chess": ["provisional-elo"],
        "padel": ["elo"],
        "table-tennis": ["points-exchange"],
        "warlocks": ["warlocks-score", "warlocks-elo"],
        "backgammon-online": ["tournament-points", "chips-total", "chips-daily", "nardgammon-elo"],
        "squash": ["match-points", "elo"],
    }


def test_all_ladders_but_two_have_a_closed_season_with_a_winner():
    closed = Season.objects.filter(closed_at__isnull=False, winner__isnull=False, ends_on__isnull=False)
    rules = dict(closed.values_list("ladder__slug", "next__opening_rule"))
    others = {"chess": "shrink", "table-tennis": "carry", "warlocks": "fresh", "backgammon-online": "carry"}
    assert rules == {**others, "squash": "carry"}
    assert Season.objects.filter(closed_at__isnull=True).count() == len(SLUGS) + 1  # the boxes


def test_the_open_seasons_after_those_have_an_end_in_sight():
    left = {one.ladder.slug: one.ends_on for one in Season.objects.filter(opens_from__isnull=False, closed_at=None)}
    del left["squash"]  # which ends with the month
    days = {slug: (day - TODAY).days for slug, day in left.items()}
    assert days == {"chess": 9, "table-tennis": 24, "warlocks": 4, "backgammon-online": 40}


def test_members_have_answered_the_last_of_the_story():
    answers = Counter(Reaction.objects.values_list("match", flat=True))
    assert sorted(answers.values(), reverse=True) == [7, 5, 3, 1]
    assert Match.objects.filter(pk__in=answers, played_at__date__gte=TODAY - timedelta(7)).count() == 4


@pytest.mark.parametrize("slug", SLUGS)
def test_a_ladder_is_as_large_as_a_club(slug):
    here = Match.objects.filter(season__ladder__slug=slug)
    assert 300 <= here.count() <= 900
    assert 20 <= here.aggregate(players=Count("participants__player", distinct=True))["players"] <= 48


@pytest.mark.parametrize("slug", SLUGS)
def test_a_ladder_tells_of_a_year_up_to_today(slug):
    here = Match.objects.filter(season__ladder__slug=slug)
    first, last = here.aggregate(Min("played_at"), Max("played_at")).values()
    assert TODAY - timedelta(days=366) <= first.date() <= TODAY - timedelta(days=340)
    assert last <= NOON
    assert 2 <= here.filter(played_at__date=TODAY).count() <= 4
    assert here.filter(played_at__date__range=(TODAY - timedelta(days=7), TODAY - timedelta(days=1))).exists()


def test_nothing_was_entered_in_the_future():
    assert not Match.objects.filter(recorded_at__gt=NOON).exists()
    assert not MatchRevision.objects.filter(at__gt=NOON).exists()


@pytest.mark.parametrize("slug", SLUGS)
def test_what_happened_was_written_down_in_the_order_of_time(slug):
    moments = MatchRevision.objects.filter(match__season__ladder__slug=slug).order_by("pk").values_list("at", flat=True)
    assert list(moments) == sorted(moments)


def test_every_match_would_be_taken_by_its_season():
    for season in Season.objects.prefetch_related("boards"):
        for entry in load_entries(season, None):
            check_admission(season, entry.result)


@pytest.mark.parametrize("slug", SLUGS)
def test_some_matches_came_in_late_and_out_of_order(slug):
    latest = Window(Max("played_at"), partition_by=F("season"), order_by=F("sequence").asc())
    here = Match.objects.filter(season__ladder__slug=slug).annotate(latest=latest)
    assert sum(match.played_at < match.latest - timedelta(days=1) for match in here) >= 5


@pytest.mark.parametrize("slug", SLUGS)
def test_the_organiser_put_some_matches_right_and_said_why(slug):
    season = Season.objects.get(ladder__slug=slug, closed_at=None)
    changes = MatchRevision.objects.filter(match__season=season).exclude(verb__in=["record", "dispute"])
    verbs = by_ladder(changes, "verb")
    assert (verbs["correct"] >= 2, verbs["void"] >= 2, verbs["restore"] >= 1) == (True, True, True)
    assert set(changes.values_list("by_name", flat=True)) == {DEMO_USERNAMES[ORGANISER]}
    assert not changes.filter(reason="").exists()
    assert not changes.filter(at__lte=F("match__played_at")).exists()
    for board in season.boards.all():
        assert Adjustment.objects.filter(board=board).exists(), board


@pytest.mark.parametrize("slug", ["backgammon", "chess"])
def test_some_players_are_provisional_and_some_are_not(slug):
    board = Season.objects.get(ladder__slug=slug, closed_at=None).boards.get()
    system = board.rating_system
    left = [system.provisional_left(row.rating) > 0 for row in Standing.objects.filter(board=board)]
    assert 1 <= sum(left) <= len(left) / 2


@pytest.mark.parametrize("slug", SLUGS)
def test_some_players_stopped_long_ago(slug):
    played = Match.objects.filter(season__ladder__slug=slug, status="counted").order_by()
    last = played.values_list("participants__player").annotate(last=Max("played_at"))
    assert sum(at.date() < TODAY - timedelta(days=60) for _, at in last) >= 2


def test_the_same_day_gives_the_same_ladder_and_the_same_standings(made):
    assert outcome() == made


@pytest.mark.parametrize("plan", LADDER_PLANS, ids=SLUGS_PLANNED)
def test_the_same_day_gives_the_same_matches_on_every_ladder(plan):
    maker = LadderMaker(plan, Player.objects.order_by("key"), NOON)
    first, again = (list(plan.play(maker.make_luck("play"), maker.nights, maker.members)) for _ in range(2))
    assert first == again


def test_everybody_joined_with_their_first_match():
    match = Match.objects.order_by("played_at", "sequence").first()
    assert {side.player.joined_at for side in load_played_match(match).participants} == {match.played_at}
    assert match.played_at.date() == date(2025, 11, 21)


def test_people_are_called_as_in_a_real_club():
    """Two words or more, some of them long, a first name that two share, and somebody with one name."""
    names = list(Player.objects.values_list("name", flat=True))
    firsts = Counter(name.split()[0] for name in names)
    assert [name for name in names if " " not in name] == ["Quim"]
    assert [first for first, many in firsts.items() if many > 1] == ["Ilse"]
    assert {"Maximiliane Hohenstauffen", "Oluwaseun Adeyemi-Bright"} <= set(names)
