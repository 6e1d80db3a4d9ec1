"""Which matches fall on another day where the club's clock says another time."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from ladder.club.queries import count_matches_on_other_days
from ladder.models import Match
from tests.factories import make_ladder, play, season_of

pytestmark = pytest.mark.django_db


def test_matches_that_count_are_counted_where_their_day_differs(django_assert_num_queries):
    """Tokyo is nine hours ahead of UTC: its day is another one from 15.00 on."""
    season = season_of(make_ladder())
    for hour in (14, 15, 23, 23):
        match = play(season, "Ada", "Bo")
        Match.objects.filter(pk=match.pk).update(played_at=datetime(2026, 1, 5, hour, tzinfo=UTC))
    Match.objects.filter(pk=match.pk).update(status=Match.Status.VOID)
    with django_assert_num_queries(1):
        assert count_matches_on_other_days(UTC, ZoneInfo("Asia/Tokyo")) == {season.pk: 2}
    assert count_matches_on_other_days(UTC, UTC) == {}
