"""In which weeks of half a year a player played."""

from bisect import bisect_left
from datetime import timedelta
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from ladder.ledger.storage.tables import start_of_day
from ladder.pages.figures import format_short_day
from ladder.profiles.queries.career import Career

WEEKS_SHOWN = 26
WEEK_LEVELS = (1, 2, 4)  # matches from which on a week is drawn in the next stronger tone


class PlayedWeeks(NamedTuple):
    """How strong each week is drawn, the oldest first, and how many matches there were, in words."""

    levels: list[int]
    words: str


def count_played_weeks(career: Career) -> PlayedWeeks | None:
    """Return the weeks, from Monday to Sunday, up to the day that is shown; None if there was no match in them."""
    monday = career.day - timedelta(career.day.weekday())
    days = [monday - timedelta(7 * number) for number in range(WEEKS_SHOWN - 1, -2, -1)]
    places = [bisect_left(career.matches, start_of_day(day), key=attrgetter("at")) for day in days]
    counts = [after - before for before, after in pairwise(places)]
    total, most, weeks = sum(counts), max(counts), sum(count > 0 for count in counts)
    if not total:
        return None
    words = f"{total:,} match{'es' if total > 1 else ''} in {weeks} of {WEEKS_SHOWN} weeks"
    busiest = f", most in the week of {format_short_day(days[counts.index(most)])}: {most}" if total > 1 else ""
    return PlayedWeeks([sum(count >= least for least in WEEK_LEVELS) for count in counts], words + busiest)
