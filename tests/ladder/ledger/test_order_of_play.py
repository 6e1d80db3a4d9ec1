"""Club days begin at the club's midnight; a link names a past one or none."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from ladder.ledger.storage.tables import parse_past_day, place_after_day


def test_day_ends_where_the_next_begins():
    with timezone.override("Asia/Bangkok"):
        assert place_after_day(date(2026, 5, 1)) == (datetime(2026, 5, 1, 17, tzinfo=UTC), -1)


def test_past_day_is_taken():
    yesterday = timezone.localdate() - timedelta(1)
    assert parse_past_day(yesterday.isoformat()) == yesterday


@pytest.mark.parametrize(
    "text",
    [None, "", "today", "2026-5-1", "2026-02-30", "0001-01-01", "９９９９-01-01", "2199-01-01", "2026-05-01\0"],
)
def test_anything_else_is_today(text):
    assert parse_past_day(text) is None


def test_today_needs_no_looking_back():
    assert parse_past_day(timezone.localdate().isoformat()) is None
