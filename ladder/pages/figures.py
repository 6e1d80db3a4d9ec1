"""Print numbers, ranks and days for pages: with a real minus sign, and with the year if it is not this year."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from django.utils import formats, timezone

from ladder.files.cell_values import LAST_SECOND
from ladder.formats import format_ordinal
from ladder.ratings import Monthly, Rank, Rating, RatingSystem, TableSystem, find_match_worth, format_fixed

MINUS_SIGN = "−"


def use_minus_sign(text: str) -> str:
    """Return the text of a number with a real minus sign, U+2212, for each hyphen."""
    return text.replace("-", MINUS_SIGN)


def format_rating(system: RatingSystem, rating: Rating) -> str:
    """Return a rating as a page prints it: 1,793."""
    return use_minus_sign(system.shown(rating))


def format_start(system: RatingSystem) -> str:
    """Return the rating that everyone starts with: 1,500, or in the system's own words."""
    return system.about.starts_at or format_rating(system, system.initial())


def format_points(system: RatingSystem, points: float) -> str:
    """Return a number of points as a page prints it: a rating without the rest, or a step of a scale."""
    return format_rating(system, Rating(points))


def format_gap(system: RatingSystem, gap: float) -> str:
    """Return the gap between two players as a page prints it."""
    return use_minus_sign(system.gap_shown(gap))


def format_change(system: RatingSystem, change: float | None) -> str:
    """Return a signed change as a page prints it: +5.4 or −10; an empty text for None."""
    return "" if change is None else use_minus_sign(system.change_shown(change))


def format_match_worth(system: RatingSystem, before: Rating, after: Rating) -> str:
    """Return what a match is worth: +5.4, or (+5.4) where it counts when its period ends."""
    text = format_change(system, find_match_worth(system, before, after))
    return f"({text})" if system.is_deferred and before != after else text


def format_period_end(system: RatingSystem, day: date) -> str:
    """Return when the matches of a day are rated: "the end of October"; an empty text where they are at once."""
    if system.period is None or not system.is_deferred:
        return ""
    last = system.period.find_next_start(day) - timedelta(1)
    if not isinstance(system.period, Monthly):
        return f"the end of {format_weekday(last)}"
    return f"the end of {last:%B}" if last.year == timezone.localdate().year else f"the end of {last:%B %Y}"


def has_time(at: datetime, clock: time = LAST_SECOND) -> bool:
    """Return whether the moment of a match says more than its day; a day alone is stored with this time of the club.

    A match ends in the last second of a day without a time, and begins in its first.
    """
    return timezone.localtime(at).time() != clock


def format_match_moment(at: datetime, day: str = "j F Y", clock: time = LAST_SECOND) -> str:
    """Return when a match was played, "3 March 2026, 20:15", or its day alone; `day` is how that is written."""
    return formats.date_format(timezone.localtime(at), f"{day}, H:i" if has_time(at, clock) else day)


def format_visible_change(system: RatingSystem, change: float) -> str:
    """Return a signed change as a page prints it; an empty text for one that would be printed as 0."""
    text = format_change(system, change)
    return "" if text == format_change(system, 0) else text


def format_lead(system: RatingSystem, lead: float) -> str:
    """Return how far one rating is above another: 3.6, or 1 rung; an empty text for what would be printed as 0."""
    return add_change_unit(system, format_visible_change(system, lead).lstrip("+"))


def name_rating(system: RatingSystem) -> str:
    """Return what players have in a sentence that fits all systems: rating, or rung on a table of rungs."""
    return system.about.unit if isinstance(system, TableSystem) else "rating"


def add_change_unit(system: RatingSystem, number: str) -> str:
    """Return a number with what matches move on the board: 2 rungs; points stay without a word."""
    if system.about.has_points or not number:
        return number
    return f"{number} {system.about.change_units[number != '1']}"


def format_alternatives(values: Sequence[object]) -> str:
    """Return values as a choice, such as "3, 5 or 7"."""
    *most, last = map(str, values)
    return f"{', '.join(most)} or {last}" if most else last


def format_percent(share: float) -> str:
    """Return a share of 1 in per cent: 48.9%."""
    return f"{format_fixed(share * 100)}%"


def find_direction(change: float | None) -> str:
    """Return in which direction a change goes, as the class of its cell: up, down or same."""
    return "up" if change and change > 0 else "down" if change and change < 0 else "same"


def describe_experience_unit(system: RatingSystem, count: int) -> str:
    """Return what the system counts as experience, for one or many: "game", "points of match length" (B-8)."""
    experience = system.about.experience
    return experience.one if count == 1 else experience.many


def format_rank(rank: Rank) -> str:
    """Return a rank as a sentence has it: 31st, or joint 2nd for one that is shared."""
    return f"joint {format_ordinal(rank.number)}" if rank.is_shared else format_ordinal(rank.number)


def format_day(day: date) -> str:
    """Return a day as a sentence has it: 24 December, or 24 December 2025 in any other year."""
    return f"{day.day} {day:%B}" if day.year == timezone.localdate().year else f"{day.day} {day:%B %Y}"


def format_weekday(day: date) -> str:
    """Return a day with its weekday: Thursday 24 December, or Wednesday 24 December 2025 in any other year."""
    return f"{day:%A} {format_day(day)}"


def format_short_day(at: datetime | date) -> str:
    """Return the club's day as a list prints it: 24 Dec, or 24 Dec 2025 in any other year."""
    day = timezone.localdate(at) if isinstance(at, datetime) else at
    return f"{day.day} {day:%b}" if day.year == timezone.localdate().year else f"{day.day} {day:%b %Y}"


def format_long_day(day: date) -> str:
    """Return a day with its year: 1 May 2026."""
    return f"{day.day} {day:%B %Y}"
