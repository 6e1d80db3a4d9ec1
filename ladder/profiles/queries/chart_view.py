"""What a chart shows of a career: how far back, and beside whom."""

from bisect import bisect_left
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from operator import attrgetter
from typing import NamedTuple

from ladder.ledger.storage.tables import start_of_day
from ladder.profiles.queries.career import Career, CareerMatch, CareerShift
from ladder.profiles.queries.chart_axis import TimeAxis
from ladder.ratings import Rating


class ChartSpan(NamedTuple):
    """How far back a chart goes; `days` is None for the whole season."""

    key: str
    label: str
    days: int | None


CHART_SPANS = (ChartSpan("3m", "3 months", 92), ChartSpan("1y", "A year", 365), ChartSpan("all", "All", None))
WHOLE_SEASON = CHART_SPANS[-1]
EARLIEST_DAY = date(1, 1, 3)  # days before it have no moment in some zones


class ChartView(NamedTuple):
    """What a chart shows of a career: how far back, what happened in which matches, by key, and the line of another.

    `peak` is the key of the match with the highest rating.
    """

    span: ChartSpan = WHOLE_SEASON
    events: Mapping[int, str] = {}
    peak: int | None = None
    other: Career | None = None


class ShownCareer(NamedTuple):
    """The part of a career that a chart shows: the rating before it, the steps in it, and the places of its matches."""

    career: Career
    before: Rating
    steps: list[CareerMatch | CareerShift]
    places: range

    @property
    def heights(self) -> list[float]:
        """Every rating that the line passes, in points."""
        found = [self.before.points, self.career.rating.points]
        return found + [rating.points for step in self.steps for rating in (step.before, step.after)]


def cut_career(career: Career, span: ChartSpan) -> ShownCareer:
    """Return the part of a career with a match that lies in a span."""
    steps, matches = career.steps, career.matches
    if span.days is None:
        return ShownCareer(career, career.start.rating, steps, range(len(matches)))
    begin = find_span_begin(career, span.days)
    cut, first = (bisect_left(some, begin, key=attrgetter("at")) for some in (steps, matches))
    return ShownCareer(
        career, steps[cut - 1].after if cut else career.start.rating, steps[cut:], range(first, len(matches))
    )


def find_span_begin(career: Career, days: int) -> datetime:
    """Return the moment at which a span of so many days begins, which ends on the day that is shown."""
    return start_of_day(date.fromordinal(max(career.day.toordinal() - days, EARLIEST_DAY.toordinal())))


def build_axis(career: Career, view: ChartView) -> TimeAxis:
    """Return the axis: from just before the first match, or from where the span begins, to the day that is shown."""
    courses = [one.steps for one in (career, view.other) if one and one.matches]
    first = min(steps[0].at for steps in courses)
    end = max(start_of_day(career.day), *(steps[-1].at for steps in courses))
    if view.span.days and (begin := find_span_begin(career, view.span.days)) > first:
        return TimeAxis(begin, end)
    lead = (end - first) / 40 or timedelta(1)
    begin = first - min(lead, first - start_of_day(EARLIEST_DAY))
    return TimeAxis(begin, end if end > begin else begin + timedelta(1))
