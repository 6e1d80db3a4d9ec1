"""Closing a season and opening the next, and what a late correction does to both."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder import ledger
from ladder.access.permissions import NotAllowed
from ladder.club.actions import create_ladder
from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import correct_match, void_match
from ladder.models import Adjustment, Event, Opening, Season, Standing
from ladder.seasons.actions.life_cycle import change_season, close_season, open_next_season, reopen_season
from ladder.seasons.forms import NextSeasonForm
from players.models import Notice, Player
from players.notices.actions import notify_player
from tests.factories import enter_match, make_ladder, make_member, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return [Player.objects.create(name=name) for name in ("Ada", "Bo")]


def played(people, *systems, **facts):
    """Return a season in which Ada beat Bo once, yesterday."""
    season = create_ladder(slug="club", name="Club", boards=[(key, {}) for key in systems]).seasons.get()
    at = timezone.now() - timedelta(days=1)
    participants = [ParticipantResult(people[0], 1.0), ParticipantResult(people[1], 0.0)]
    enter_match(season=season, participants=participants, by=None, kind="rated", played_at=at, facts=facts)
    return season


def points(season, system):
    rows = Standing.objects.filter(board__season=season, board__system=system)
    return dict(rows.values_list("player__name", "points"))


def opened(season):
    return dict(Opening.objects.filter(board__season=season).values_list("player__name", "points"))


def test_a_notice_follows_a_season_to_another_address():
    season = season_of(make_ladder())
    notify_player(player=make_member("Ada"), kind="challenge", text="It closed.", url=season.get_absolute_url())
    change_season(season=season, slug="spring")
    assert Notice.objects.get().url == "/club/spring/"


def test_a_season_that_nobody_played_in_has_no_winner(people):
    season = close_season(played(people, "points-exchange"))
    empty = open_next_season(season, slug="spring", name="Spring")
    close_season(empty)
    assert [one.winner for one in Season.objects.order_by("pk")] == [people[0], None]


def test_a_closed_season_keeps_its_winner_and_refuses_matches(people):
    season = close_season(played(people, "points-exchange"))
    assert season.winner == people[0]
    with pytest.raises(ValidationError, match="is closed"):
        void_match(match=season.matches.get(), by=None, reason="late", revision=1)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (Season.Rule.FRESH, {}),
        (Season.Rule.CARRY, {"Ada": 1010, "Bo": 990}),
        (Season.Rule.SHRINK, {"Ada": 1005, "Bo": 995}),
    ],
)
def test_the_next_season_opens_by_its_rule(people, rule, expected):
    season = close_season(played(people, "points-exchange"))
    follower = open_next_season(season, slug="next", name="Next", rule=rule, factor=0.5)
    assert opened(follower) == expected
    assert ledger.verify(season.ladder) == []


def test_a_shrunk_provisional_rating_opens_as_it_is_stored(people):
    """R-3: after one win over a newcomer, 1200 + 200, half of the way back is 1300, which is its one score."""
    season = close_season(played(people, "provisional-elo"))
    follower = open_next_season(season, slug="next", name="Next", rule=Season.Rule.SHRINK, factor=0.5)
    opening = Opening.objects.get(board__season=follower, player=people[0])
    assert opening.rating == (1300, 1, [1300], None)
    assert ledger.verify(season.ladder) == []


def test_nardgammon_keeps_its_games_even_when_ratings_start_afresh(people):  # N-6
    season = close_season(played(people, "nardgammon-elo", length=1))
    follower = open_next_season(season, slug="next", name="Next", rule=Season.Rule.FRESH)
    rows = Opening.objects.filter(board__season=follower).values_list("points", "experience")
    assert list(rows) == [(1500, 1), (1500, 1)]


def test_correcting_an_old_season_moves_the_one_that_opens_from_it(people):
    season = close_season(played(people, "points-exchange"))
    follower = open_next_season(season, slug="next", name="Next", rule=Season.Rule.CARRY)
    season = reopen_season(season)
    ada, bo = people
    correct_match(
        match=season.matches.get(),
        by=None,
        reason="Bo won",
        revision=1,
        participants=[ParticipantResult(bo, 1.0), ParticipantResult(ada, 0.0)],
    )
    assert opened(follower) == {"Ada": 990, "Bo": 1010}
    assert points(follower, "points-exchange") == {"Ada": 990, "Bo": 1010}
    assert ledger.verify(season.ladder) == []


def test_only_organisers_reopen_a_season_and_nobody_is_moved(people, organiser):
    season = close_season(played(people, "points-exchange"))
    follower = open_next_season(season, slug="next", name="Next", rule=Season.Rule.CARRY)
    with pytest.raises(NotAllowed):
        reopen_season(season, by=make_member("Cy").user)
    season = reopen_season(season, by=organiser)
    assert (season.closed_at, season.winner) == (None, None)
    assert (opened(follower), Adjustment.objects.count()) == ({"Ada": 1010, "Bo": 990}, 0)
    assert reopen_season(season).closed_at is None
    assert Event.objects.filter(verb="reopen").count() == 1


def test_changing_the_opening_rule_settles_the_season(people):
    season = close_season(played(people, "points-exchange"))
    follower = open_next_season(season, slug="next", name="Next", rule=Season.Rule.CARRY)
    follower.opening_rule = Season.Rule.FRESH
    follower.save()
    assert (opened(follower), points(follower, "points-exchange")) == ({}, {})


def test_the_next_season_begins_the_day_after(people):
    today = timezone.localdate()
    season = close_season(played(people, "points-exchange"), on=today - timedelta(days=1))
    assert open_next_season(season, slug="next", name="Next").starts_on == today


def test_an_open_season_has_no_next_one(people):
    with pytest.raises(ValidationError, match="is still open"):
        open_next_season(played(people, "points-exchange"), slug="next", name="Next")


def test_the_second_of_two_who_open_the_next_season_hears_of_the_first(people):
    season = close_season(played(people, "points-exchange"))
    open_next_season(season, slug="winter", name="Winter")
    with pytest.raises(ValidationError) as refused:
        open_next_season(season, slug="next", name="Next")
    assert refused.value.messages == ["Winter was opened after All time in the meantime."]


def test_openings_go_by_the_day_of_the_match_that_comes_last_in_a_season_without_an_end(people):
    """Chips of the daily board lose a twentieth each night (C-4), and Ada's 100 are from yesterday."""
    season = played(people, "chips-daily", chips=100)
    follower = open_next_season(close_season(season), slug="next", name="Next")
    season = change_season(season=reopen_season(season), ends_on=None)
    assert opened(follower)["Ada"] == 100
    participants = [ParticipantResult(Player.objects.create(name="Cy"), 1.0), ParticipantResult(people[1], 0.0)]
    match = enter_match(season=season, participants=participants, by=None, kind="rated", facts={"chips": 1})
    assert (opened(follower)["Ada"], ledger.verify(season.ladder)) == (95, [])
    void_match(match=match, by=None, reason="a test", revision=1)
    assert (opened(follower)["Ada"], ledger.verify(season.ladder)) == (100, [])


@pytest.mark.parametrize(
    ("share", "value", "said"),
    [("0,5", 0.5, []), ("0.5", 0.5, []), ("1,5", None, ["Enter a number from 0 to 1, such as 0.5."])],
)
def test_share_kept_may_have_a_decimal_comma(share, value, said):
    season = season_of(make_ladder())
    sent = {"name": "Next", "rule": "shrink", "factor": share, "boards": [season.boards.get().key]}
    form = NextSeasonForm(sent, season=season)
    form.is_valid()
    assert (form.cleaned_data.get("factor"), form.errors.get("factor", [])) == (value, said)
