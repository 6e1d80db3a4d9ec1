"""What is at stake, before anything is stored."""

import pytest
from django.utils import timezone

from ladder.models import RatingChange
from ladder.selectors import previews
from ladder.services.results import Side, build
from players.models import Player
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db


def stake(season, one, other, length=25):
    result = build("rated", timezone.now(), [Side(one, 1.0), Side(other, 0.0)], {"length": length})
    boards = list(season.boards.all())
    return previews.stake(boards, result, previews.ratings_now(boards, [one.pk, other.pk]))


def test_a_stake_is_what_the_match_is_worth_afterwards():
    season = season_of(make_ladder())
    play(season, "Ben", "Ana", 7)

    (shown,) = stake(season, make_player("Ana"), make_player("Ben"))
    match = play(season, "Ana", "Ben", 25)

    row = RatingChange.objects.get(participant__match=match, participant__player=make_player("Ana"))
    assert shown.change == f"+{row.change:.1f}"


def test_one_who_is_new_has_the_start_value():
    season = season_of(make_ladder())

    assert stake(season, make_player("Ana"), Player(pk=0, name="Rafa")) == [
        previews.Stake("Match-length Elo", "+10", "up", "1,800", "1,810")
    ]


def test_every_board_has_its_own_stake():
    season = season_of(make_ladder("match-length-elo", "nardgammon-elo"))

    assert len(stake(season, make_player("Ana"), make_player("Ben"))) == 2
