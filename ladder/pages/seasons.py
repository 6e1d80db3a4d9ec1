"""Which season a page shows, what it says of one that takes no match today, and how results are reported."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from django.db import models
from django.db.models import Case, Exists, OuterRef, QuerySet, Subquery, When
from django.utils import formats, timezone

from ladder.formats import format_count
from ladder.models import Board, Ladder, Season
from ladder.pages.figures import format_day
from ladder.pages.recent_versions import format_page_version
from ladder.ratings import RatingSystem, create_system, list_system_choices
from players.compiled_query import CompiledQuery, Given

DAYS_AFTER_THE_END = 7  # in which home pages tell of it
Reporters = Ladder.Reporters
WHO_REPORTS = {
    Reporters.WINNER: "Only the winner reports the result.",
    Reporters.PLAYERS: "Either player reports the result, just once.",
    Reporters.ANY: "Any member can report the result, just once.",
    Reporters.RECORDERS: "Recorders enter the results. Give yours to one of them.",
}


def build_page_version(ladder: Ladder) -> str:
    """Return the version of the pages of a ladder that is read already; a page with another one is out of date."""
    return format_page_version(ladder.version)


def list_seasons(slug: str) -> list[Season]:
    """Return a ladder's seasons with the ladder, the newest first."""
    seasons = Season.objects.filter(ladder__slug=slug).select_related("ladder", "winner")
    return list(seasons.fetch_mode(models.FETCH_RAISE))


def list_season_boards(season: Season) -> list[Board]:
    """Return the boards of a season; each has the season that is given, so it is not read again."""
    boards = list(season.boards.all())
    for board in boards:
        board.season = season
    return boards


def pick_current_season(seasons: Iterable[Season]) -> Season | None:
    """Return the season to show, of seasons with the newest first.

    It is the newest one that takes today's matches; else the newest open one, if possible one that has begun; else the
    newest.
    """
    return min(
        seasons, key=lambda one: (one.closed_at is not None, not one.is_running, not one.has_begun), default=None
    )


def select_open_seasons(ladder: Ladder) -> QuerySet[Season]:
    """Return the ladder's open seasons, the newest first."""
    return Season.objects.filter(ladder=ladder, closed_at=None)


def list_open_seasons(ladder: int) -> list[Season]:
    """Return the open seasons of the ladder with this key, the newest first, for the header; one query."""
    return OPEN_SEASONS_QUERY.fetch_objects(ladder=ladder)


OPEN_SEASONS_QUERY = CompiledQuery(
    lambda: Season.objects.filter(ladder=Given("ladder", models.BigIntegerField()), closed_at=None)
)


class OffSeason(NamedTuple):
    """The sentence why an open season takes no match of today, and the season that does."""

    text: str
    running: Season | None


def find_off_season(season: Season, seasons: Sequence[Season] | None = None) -> OffSeason | None:
    """Return what to say of an open season that has not begun or is over; None while it runs.

    One query, unless the ladder's seasons are given.
    """
    if season.closed_at or season.is_running:
        return None
    others = list(select_open_seasons(season.ladder)) if seasons is None else seasons
    running = next((one for one in others if one.is_running), None)
    if season.starts_on and not season.has_begun:
        return OffSeason(f"{season.name} begins on {formats.date_format(season.starts_on, 'j F Y')}.", running)
    over = f"{season.name} ended on {formats.date_format(season.ends_on or timezone.localdate(), 'j F Y')}."
    missing = "" if running else " An organiser has to close it and open the next season."
    return OffSeason(f"{over} Only matches up to that day can still be entered.{missing}", running)


class EndedSeason(NamedTuple):
    """A season that was closed lately, and the open one after it, if there is one."""

    season: Season
    following: Season | None


def list_ended_seasons() -> list[EndedSeason]:
    """Return the seasons that were closed within a week, the latest first; a query, and another if there are some."""
    since = timezone.now() - timedelta(DAYS_AFTER_THE_END)
    ended = Season.objects.filter(closed_at__gte=since).select_related("ladder", "winner").order_by("-closed_at")
    found = list(ended.fetch_mode(models.FETCH_RAISE))
    if not found:
        return []
    ladders = {one.ladder_id for one in found}
    still_open = Season.objects.filter(ladder__in=ladders, closed_at=None).select_related("ladder")
    following = {one.ladder_id: one for one in still_open.fetch_mode(models.FETCH_RAISE)}
    return [EndedSeason(one, following.get(one.ladder_id)) for one in found]


def describe_coming_day(season: Season) -> str:
    """Return what comes next in an open season: "begins tomorrow", "ends in 19 days", "ended on 3 March"; else nothing.

    The last day of a season still takes matches: on it the season "ends today".
    """
    if season.closed_at:
        return ""
    if season.starts_on and not season.has_begun:
        return f"begins {describe_days_until(season.starts_on)}"
    if season.ends_on is None:
        return ""
    return f"ended on {format_day(season.ends_on)}" if season.is_over else f"ends {describe_days_until(season.ends_on)}"


def describe_days_until(day: date) -> str:
    """Return "today", "tomorrow" or "in 19 days" for a day that is not past."""
    days = (day - timezone.localdate()).days
    return ("today", "tomorrow")[days] if days < 2 else f"in {days:,} days"


def list_reporting_rules(ladder: Ladder, system: RatingSystem) -> list[str]:
    """Return the sentences on who reports, and which matches count and when (B-12, B-15)."""
    if not any(kind.format.is_for_members for kind in system.kinds):
        return ["A recorder or an organiser enters the results."]
    rules = [
        f"{WHO_REPORTS[Reporters(ladder.reporters)]} {describe_confirming_rule(ladder)}".strip(),
        describe_how_to_report(ladder, [system]),
        "The standings are up to date within 20 seconds of a report.",
    ]
    return [rule for rule in rules if rule]


def describe_how_to_report(ladder: Ladder, systems: Iterable[RatingSystem]) -> str:
    """Return the ladder's own text on how to report, or else that of its rating systems, and its limits."""
    return f"{ladder.how_to_report or find_usual_report_text(systems)} {describe_limits(ladder)}".strip()


def describe_limits(ladder: Ladder) -> str:
    """Return how many matches can be rated in a day and in a week; an empty text for a ladder without limits."""
    rules = (
        ("between the same two players", ladder.pair_day_limit, ladder.pair_week_limit),
        ("of one player", ladder.player_day_limit, ladder.player_week_limit),
    )
    said = [f"At most {describe_most(day, week)} {whose} can be rated." for whose, day, week in rules if day or week]
    by_week = "A week is from Monday to Sunday." if ladder.pair_week_limit or ladder.player_week_limit else ""
    return " ".join([*said, "Further ones are kept as unrated.", by_week]).strip() if said else ""


def describe_most(day: int | None, week: int | None) -> str:
    """Return "3 matches a day and 5 a week"."""
    first = format_count(day or week or 0, "match", "matches")
    return f"{first} a {'day' if day else 'week'}" + (f" and {week:,} a week" if day and week else "")


def find_usual_report_text(systems: Iterable[RatingSystem]) -> str:
    """Return the text on reporting of the first of these systems that has one; else nothing."""
    return next((system.about.how_to_report for system in systems if system.about.how_to_report), "")


def describe_confirming_rule(ladder: Ladder) -> str:
    """Return the sentence on what happens while the opponent has not confirmed a result."""
    hours = ladder.confirm_hours
    if ladder.counts_when_confirmed:
        return f"A result counts once the opponent confirms it, or after {hours} hours without an objection."
    if hours:
        return f"The opponent is asked to confirm a result; no answer within {hours} hours counts as a yes."
    return "" if ladder.reporters == Reporters.RECORDERS else "Nobody has to confirm it."


def list_ladders_reported() -> list[Any]:
    """Return all ladders as `find_ladders_reported` does, for the header; one query."""
    return LADDERS_QUERY.fetch_objects(today=timezone.localdate())


def find_ladders_reported(today: date | Given | None = None) -> QuerySet[Ladder]:
    """Return all ladders; `reported` says whether the newest open season has a board for other matches."""
    later = Case(When(starts_on__gt=today or timezone.localdate(), then=True), default=False)
    begun_first = Season.objects.filter(ladder=OuterRef(OuterRef("pk")), closed_at=None).order_by(later, "-pk")
    newest = begun_first.values("pk")[:1]
    others = Board.objects.filter(season=Subquery(newest)).exclude(system__in=list_tournament_systems())
    return Ladder.objects.annotate(reported=Exists(others))


LADDERS_QUERY = CompiledQuery(lambda: find_ladders_reported(Given("today", models.DateField())))


def list_tournament_systems() -> tuple[str, ...]:
    """Return the rating systems that count tournaments alone."""
    return tuple(
        key
        for key, _ in list_system_choices()
        if not any(kind.format.is_for_members for kind in create_system(key).kinds)
    )
