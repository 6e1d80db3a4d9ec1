"""A player's statement: before, change and after in every line, and what changes to the past did to the rating."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.db import models
from django.db.models.functions import Coalesce

from ladder.changes.change_log import EventSubject, find_event_subject
from ladder.changes.versions import find_account_name, find_revision_author
from ladder.ledger.storage.tables import place_after_day
from ladder.matches.queries.explanation import StepLine, format_step
from ladder.models import Adjustment, Event, MatchRevision, Opening
from ladder.pages.figures import (
    find_direction,
    format_change,
    format_match_worth,
    format_period_end,
    format_points,
    format_short_day,
    format_visible_change,
    name_rating,
)
from ladder.profiles.queries.board_choice import BoardChoice
from ladder.profiles.queries.career import (
    Career,
    CareerMatch,
    CareerStart,
    RatingEntry,
    describe_career_step,
    list_rating_entries,
)
from ladder.profiles.queries.career_rows import load_course, load_whole_matches
from ladder.ratings import RatingSystem, Step
from players.models import Player
from players.people.queries import load_player_names

LINES_PER_PAGE = 50
START_WORDS = {
    "": "Starting {unit}",
    Opening.Source.CARRIED: "Carried over from the season before",
    Opening.Source.GIVEN: "Starting {unit}, set by an organiser",
}

MOST_ADJUSTMENTS = 50
CAUSE_PATHS = (
    *("revision__by__player__merged_into", "revision__match"),
    *("event__by__player__merged_into", "event__ladder", "event__season__ladder", "event__player", "event__into"),
)


class PrintedNumber(NamedTuple):
    """A number as printed, and with all its digits."""

    text: str
    exact: str


class StatementLine(NamedTuple):
    """One line of the statement; the one with the starting rating has only an `after`.

    `steps` explain what time alone did, where that takes more than one.
    """

    day: str
    what: str
    why: str
    match: int | None
    before: PrintedNumber | None
    change: str
    direction: str
    after: PrintedNumber
    steps: Sequence[StepLine] = ()


class Statement(NamedTuple):
    """One page of a statement, its lines the newest first."""

    page: Page[RatingEntry]
    lines: list[StatementLine]


def load_statement(choice: BoardChoice, player: Player, number: str | None) -> Statement:
    """Return one page of a player's statement on a board; the starting rating is on the last."""
    mine = load_course(choice.board, player, choice.past)
    page = Paginator([*list_rating_entries(mine)][::-1], LINES_PER_PAGE).get_page(number)
    shown = complete_entries(mine, player, list(page.object_list))
    explained = [(entry, *explain_decay_entry(choice.board.rating_system, entry)) for entry in shown]
    named = {key for _, _, steps in explained for step in steps for key in step.sentence.players.values()}
    names = load_player_names(named) if named else {}
    return Statement(page, [build_statement_line(mine, *one, names) for one in explained])


def complete_entries(career: Career, player: Player, entries: Sequence[RatingEntry]) -> list[RatingEntry]:
    """Return these entries with the player's own matches read whole; four queries."""
    keys = {entry.match.key for entry in entries if isinstance(entry.match, CareerMatch)}
    whole = load_whole_matches(career.board, player, keys)
    return [
        entry._replace(match=whole[entry.match.key]) if isinstance(entry.match, CareerMatch) else entry
        for entry in entries
    ]


def build_statement_line(
    career: Career, entry: RatingEntry, count: int, steps: Sequence[Step], names: Mapping[int, str]
) -> StatementLine:
    """Return the line of one change of the rating; of what time alone did with its periods and steps."""
    system = career.board.rating_system
    step = steps[-1] if steps else None
    change = None if entry.before is None else entry.after - entry.before
    return StatementLine(
        format_short_day(entry.day) if entry.day else "",
        describe_start(system, career.start)
        if change is None
        else describe_career_step(entry.match)
        if entry.match
        else entry.why or format_period_count(system, entry, count),
        step.title if step else describe_deferred_worth(system, entry),
        entry.match.key if entry.match else None,
        None if entry.before is None else PrintedNumber(format_points(system, entry.before), repr(entry.before)),
        format_change(system, change),
        find_direction(change),
        PrintedNumber(format_points(system, entry.after), repr(entry.after)),
        [format_step(one, {key: names.get(key, "?") for key in one.sentence.players.values()}) for one in steps]
        if len(steps) > 1
        else (),
    )


def describe_deferred_worth(system: RatingSystem, entry: RatingEntry) -> str:
    """Return what a match adds when it is rated, if that is not at once: "(+12.3) at the end of October"."""
    if entry.match is None or entry.match.before == entry.match.after:
        return ""
    when = format_period_end(system, entry.match.day)
    return f"{format_match_worth(system, entry.match.before, entry.match.after)} at {when}" if when else ""


def describe_start(system: RatingSystem, start: CareerStart) -> str:
    """Return where the starting rating comes from: "Carried over from the season before, with 40 matches"."""
    played = start.counts.played
    words = START_WORDS[start.source].format(unit=name_rating(system))
    return words + (f", with {played:,} match{'es' if played > 1 else ''}" if played else "")


def explain_decay_entry(system: RatingSystem, entry: RatingEntry) -> tuple[int, tuple[Step, ...]]:
    """Return how many periods passed in a change by time alone, and the system's explanation; else 0 and nothing."""
    rating = entry.advanced
    if rating is None or rating.as_of is None or entry.day is None or system.period is None:
        return 0, ()
    count = system.period.count(rating.as_of, entry.day)
    return count, system.explain_advance(rating, count)


def format_period_count(system: RatingSystem, entry: RatingEntry, count: int) -> str:
    """Return how many periods ended, in words: "1 month end" or "5 midnights"; or which one, if it rated matches."""
    if system.is_deferred and entry.advanced and entry.advanced.as_of:
        return f"T{format_period_end(system, entry.advanced.as_of)[1:]}"
    return system.period.format_ends(count) if system.period else ""


class AdjustmentLine(NamedTuple):
    """What a change to the past did to the rating: when, who did what to which match or to what else, and why."""

    at: datetime
    who: str
    verb: str
    title: str
    url: str
    reason: str
    before: str
    change: str
    direction: str
    after: str


def load_adjustments(choice: BoardChoice, player: Player) -> list[AdjustmentLine]:
    """Return the latest changes to the past that moved the player's rating, newest first; one query."""
    rows = Adjustment.objects.filter(board=choice.board, player=player).select_related(*CAUSE_PATHS)
    rows = rows.annotate(at=Coalesce("revision__at", "event__at"))
    if choice.past:
        rows = rows.filter(at__lt=place_after_day(choice.past)[0])
    newest = rows.order_by("-at", "-pk").fetch_mode(models.FETCH_RAISE)[:MOST_ADJUSTMENTS]
    return [build_adjustment_line(choice.board.rating_system, row) for row in newest]


def build_adjustment_line(system: RatingSystem, row: Adjustment) -> AdjustmentLine:
    """Return the line of one adjustment; a standing that began or ended with it has "none" on that side."""
    change = None if row.before is None or row.after is None else row.after - row.before
    before, now = ("none" if one is None else format_points(system, one) for one in (row.before, row.after))
    text = "" if change is None else format_visible_change(system, change)
    return AdjustmentLine(*describe_cause(row.cause), before, text, find_direction(change), now)


def describe_cause(cause: MatchRevision | Event) -> tuple[datetime, str, str, str, str, str]:
    """Return when it was, who, the verb, to what, its address, and the reason."""
    if isinstance(cause, Event):
        subject, by = find_event_subject(cause), find_account_name(cause)
    else:
        subject = EventSubject(f"match {cause.match_id}", cause.match.get_absolute_url())
        by = find_revision_author(cause)
    return cause.at, by, cause.get_verb_display(), subject.title, subject.url, cause.reason
