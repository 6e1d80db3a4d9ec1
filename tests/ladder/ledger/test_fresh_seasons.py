"""A board of match points begins each season at 0, whatever share of ratings the season keeps."""

from datetime import date

import pytest

from ladder import ledger
from ladder.models import Season, Standing
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from tests.factories import make_ladder, play, season_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("rule", ["carry", "shrink", "fresh"])
def test_points_of_one_season_are_not_those_of_the_next(rule):
    """M-1: 1 for playing and 1 for the win, in the second season as in the first."""
    first = season_of(make_ladder("match-points", "elo"))
    for _ in range(3):
        play(first, "Ana", "Ben", on=date(2026, 11, 2))
    second = open_next_season(close_season(first), slug="next", name="Next", rule=rule)
    Season.objects.filter(pk=second.pk).update(starts_on=None)  # it would begin tomorrow
    play(season_of(second.ladder), "Ana", "Ben", on=date(2026, 11, 4))
    points = Standing.objects.filter(board__season=second, board__system="match-points").order_by("-points")
    assert [row.points for row in points] == [2, 1]
    assert Standing.objects.get(board__season=first, board__system="match-points", player__name="Ana").points == 6
    assert ledger.verify(first.ladder) == []
