"""The nights of a year, and when their matches ended."""

import random
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from ladder.devtools.demonstration.members import ClubNight, list_nights

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.mark.parametrize(("step", "count"), [((7,), 54), ((3, 4), 106), ((1,), 365)])
def test_a_year_ends_yesterday_and_today(step, count):
    nights = list_nights(NOON, step)
    assert [night.day for night in nights[-2:]] == [date(2026, 11, 20), date(2026, 11, 21)]
    assert (len(nights), nights[0].passed, nights[-1].passed) == (count, 0, 1)
    assert timedelta(days=364) <= NOON.date() - nights[0].day <= timedelta(days=371)


def test_past_nights_are_in_the_evening():
    moments = ClubNight(date(2026, 11, 20), 0.9, NOON).moments(random.Random(1), 3, 20, 20)
    assert [moment.strftime("%H:%M") for moment in moments] == ["19:50", "20:10", "20:30"]


@pytest.mark.parametrize(
    ("clock", "expected"),
    [("12:00", ["11:00", "11:20", "11:40"]), ("00:30", ["00:00", "00:00", "00:10"]), ("00:00", ["00:00"] * 3)],
)
def test_today_is_up_to_now_and_never_yesterday(clock, expected):
    now = datetime.fromisoformat(f"2026-11-21T{clock}").replace(tzinfo=UTC)
    moments = ClubNight(now.date(), 1, now).moments(random.Random(1), 3, 20, 20)
    assert [moment.strftime("%H:%M") for moment in moments] == expected


def test_today_is_counted_back_over_a_change_of_clocks(settings):
    settings.TIME_ZONE = "Europe/London"
    now = datetime(2027, 3, 28, 2, 5, tzinfo=ZoneInfo("Europe/London"))  # at one o'clock it became two
    moments = ClubNight(now.date(), 1, now).moments(random.Random(1), 2, 20, 20)
    assert [moment.strftime("%H:%M") for moment in moments] == ["00:25", "00:45"]
