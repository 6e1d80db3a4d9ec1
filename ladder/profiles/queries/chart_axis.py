"""The axis of a rating chart, which is true in time: the days of its ticks, and where a moment is."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.utils import timezone

from ladder.ledger.storage.tables import start_of_day
from ladder.profiles.queries.chart_text import EM_PIXELS, measure_text

PLOT_WIDTH = 1000  # units of the drawing
LEFT, RIGHT = 2.0, 98.0  # per cent of the drawing's width between which it lies
MOST_TICKS = 7
PHONE_PIXELS = 245  # of the drawing on the smallest phone
TICK_GAP = 1  # per cent of that between the names of two ticks
STEPS_OF_DAYS, STEPS_OF_MONTHS = (1, 7), (1, 3, 6, 12, 24, 60, 120, 600, 12_000)


class ChartTick(NamedTuple):
    """A round value or the first day of a month, and where it is."""

    text: str
    at: str


class TimeAxis(NamedTuple):
    """The moments at which an axis begins and ends; the second is later."""

    begin: datetime
    end: datetime

    def x(self, at: datetime) -> float:
        """Return where a moment is, in units of the drawing; earlier ones are at the left end."""
        return max(0.0, PLOT_WIDTH * ((at - self.begin) / (self.end - self.begin)))

    def find_percent(self, at: datetime) -> float:
        """Return where a moment is, in per cent of the chart's width from the left."""
        return LEFT + (RIGHT - LEFT) * self.x(at) / PLOT_WIDTH

    def list_first_days(self, most: int) -> list[date]:
        """Return the days, Mondays or first days of months that come after the axis begins and before it ends, as many
        as fit."""
        first, last = timezone.localdate(self.begin), timezone.localdate(self.end)
        for days in STEPS_OF_DAYS:
            if (last - first).days <= most * days:
                start = first + timedelta(1 if days == 1 else 7 - first.weekday())
                return [start + timedelta(number) for number in range(0, (last - start).days + 1, days)]
        months = first.year * 12 + first.month, last.year * 12 + last.month - 1  # of the next month, and of the last
        step = next(step for step in STEPS_OF_MONTHS if (months[1] - months[0]) // step < most)
        return [date(at // 12, at % 12 + 1, 1) for at in range(-(-months[0] // step) * step, months[1] + 1, step)]

    def list_ticks(self) -> Iterator[ChartTick]:
        """Yield the first days whose name has room, with the year where that is a new one; the axis' own day if none
        has."""
        free, year = 0.0, 0
        for day in self.list_first_days(MOST_TICKS):
            x, name = self.find_percent(start_of_day(day)), name_day(day, year)
            end = x + find_name_width(name)
            if x >= free and end <= 100:
                yield ChartTick(name, format_svg_percent(x))
                free, year = end + TICK_GAP, day.year
        if not free:
            yield ChartTick(name_day(timezone.localdate(self.begin), year), format_svg_percent(LEFT))


def name_day(day: date, year: int) -> str:
    """Return the name of a day beside another of this year: "Jun", "8 Jun" or "Jun 2026"."""
    name = f"{day:%b}" if day.day == 1 else f"{day.day} {day:%b}"
    return name if day.year == year else f"{name} {day.year}"


def find_name_width(name: str) -> float:
    """Return the most that a tick's name takes, in per cent of the drawing on the smallest phone."""
    return 100 * measure_text(name) * EM_PIXELS / PHONE_PIXELS


def format_svg_percent(part: float) -> str:
    """Return a position as an SVG attribute."""
    return f"{part:.1f}%"
