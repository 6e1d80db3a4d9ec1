"""Club days begin at the club's midnight; a link names a past one or none."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from ladder.selectors import days


def test_day_ends_where_the_next_begins():
    with timezone.override("Asia/Bangkok"):
        assert days.after(date(2026, 5, 1)) == (datetime(2026, 5, 1, 17, tzinfo=UTC), -1)


def test_past_day_is_taken():
    yesterday = timezone.localdate() - timedelta(1)
    assert days.asked(yesterday.isoformat()) == yesterday


@pytest.mark.parametrize(
    "text",
    [None, "", "today", "2026-5-1", "2026-02-30", "0001-01-01", "９９９９-01-01", "2199-01-01", "2026-05-01\0"],
)
def test_anything_else_is_today(text):
    assert days.asked(text) is None


def test_today_needs_no_looking_back():
    assert days.asked(timezone.localdate().isoformat()) is None
