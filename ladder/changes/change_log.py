"""The change log of a ladder: every version of its matches and every event, as they were stored."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from django.db import models
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import formats, timezone

from ladder.changes.versions import (
    HistoryEntry,
    VersionDifference,
    describe_revision,
    describe_version_score,
    find_account_name,
    list_effects,
    load_version_names,
    read_revisions,
)
from ladder.formats import add_match_length, describe_title
from ladder.ledger.storage.match_record import read_side
from ladder.models import Event, Ladder, MatchRevision, Season
from players.models import Player
from players.privacy.redaction import HIDDEN_PLAYER

EventVerb = Event.Verb
EVENT_WORDS = {
    EventVerb.RENAME: "name",
    EventVerb.SYSTEM: "rating system",
    EventVerb.OPENING: "starting ratings",
    EventVerb.EDIT: "season",
    EventVerb.ZONE: "time zone",
    EventVerb.IMPORT: "added",
    EventVerb.TAKE_BACK: "removed",
    EventVerb.VOID_REPORTS: "voided",
    EventVerb.ADD_BOARD: "added",
    EventVerb.REMOVE_BOARD: "removed",
    EventVerb.OPEN: "starting ratings",
}

ENTRIES_PER_PAGE = 25
RevisionVerb = MatchRevision.Verb
CHANGE_VERBS = (
    RevisionVerb.CORRECT,
    RevisionVerb.VOID,
    RevisionVerb.RESTORE,
    RevisionVerb.DISPUTE,
    RevisionVerb.UPHOLD,
)
VOIDED_TOGETHER = Event.objects.filter(
    verb=Event.Verb.VOID_REPORTS, season=OuterRef("match__season"), at=OuterRef("at")
)
IS_CHANGE = Q(verb__in=CHANGE_VERBS) & ~Q(match__imported_in__taken_back__at=F("at")) & ~Exists(VOIDED_TOGETHER)
"""Versions that are listed as changes; what was voided at once, as an import taken back, is one event."""


class EventSubject(NamedTuple):
    """What an event was about, and its address; empty if the reader may not see it."""

    title: str
    url: str


def read_events(rows: QuerySet[Event]) -> list[Event]:
    """Return these events with all related rows that are printed; four queries."""
    known = rows.select_related("by__player__merged_into", "season__ladder", "ladder", "player", "into")
    return list(known.prefetch_related("adjustments__board", "adjustments__player").fetch_mode(models.FETCH_RAISE))


def describe_event(row: Event) -> HistoryEntry:
    """Return an event as printed; after a change of the rating system it has no standings that moved."""
    moved = [] if row.verb == EventVerb.SYSTEM else list_effects(row.adjustments.all())
    return HistoryEntry(
        find_account_name(row), row.get_verb_display(), row.at, row.reason, list_event_differences(row), moved
    )


def list_event_differences(row: Event) -> list[VersionDifference]:
    """Return what was and what is now; an empty text if both read alike, as redacted names may."""
    if row.old == row.new:
        return []
    return [VersionDifference(EVENT_WORDS.get(EventVerb(row.verb), "options"), row.old, row.new)]


def find_event_subject(row: Event) -> EventSubject:
    """Return the player, season or board that an event is about."""
    if row.player is None:
        return (
            EventSubject(row.season.name, row.season.get_absolute_url())
            if row.season
            else EventSubject(row.ladder.name, "")
        )
    if row.into is None:
        return EventSubject(row.player.name, find_profile_address(row.player))
    return EventSubject(
        describe_merged_pair(row.player, row.into),
        find_profile_address(row.into if row.verb == EventVerb.MERGE else row.player),
    )


def describe_merged_pair(player: Player, into: Player) -> str:
    """Return "Ada B. into Ada", or "two names of Ada" if both read alike, as redacted names may."""
    return f"{player.name} into {into.name}" if player.name != into.name else f"two names of {into.name}"


def find_profile_address(player: Player) -> str:
    """Return the address of a player's page; empty if the reader may not open it."""
    return "" if player.name == HIDDEN_PLAYER else player.get_absolute_url()


class LogFilter(StrEnum):
    """What the log shows: everything, everything but reports, or only events."""

    EVERYTHING = ""
    CHANGES = "changes"
    EVENTS = "events"


class LogSpot(NamedTuple):
    """A place in the log: a version by its number, an event after the newest version of its moment."""

    revision: int
    event: int = 0

    def __str__(self) -> str:
        return f"{self.revision}-{self.event}" if self.event else f"{self.revision}"


class LogLine(NamedTuple):
    """A line of the log: the match and what was done to it; `played` is empty if that is the day of the entry.

    The newest version of a pending match is marked so. An event has no match, and perhaps no season; `rated` says how
    many matches it rated anew, on which ladder.
    """

    match: int | None
    title: str
    url: str
    season: str
    played: str
    entry: HistoryEntry
    is_pending: bool = False
    rated: int = 0
    ladder: str = ""


class LogPage(NamedTuple):
    """A page of the log; `older` is the place at which the next one begins, if there is one."""

    lines: list[LogLine]
    older: LogSpot | None


def load_log_page(ladder: Ladder, *, what: LogFilter = LogFilter.EVERYTHING, before: LogSpot | None = None) -> LogPage:
    """Return a page of the log, the newest first, in at most eleven queries.

    Revisions are numbered in the order in which they are written, so a page begins below a number. The numbers are
    asked for alone: a database that must sort them all then carries no versions along.
    """
    versions = select_shown_versions([ladder], what)
    others = Event.objects.filter(ladder=ladder)
    if before:
        revision, event = before
        versions = versions.filter(id__lt=revision + bool(event))
        others = others.filter(Q(after__lt=revision) | Q(after=revision, id__lt=event))
    spots = [LogSpot(number) for number in versions.values_list("id", flat=True)[: ENTRIES_PER_PAGE + 1]]
    spots += [LogSpot(*pair) for pair in others.order_by("-id").values_list("after", "id")[: ENTRIES_PER_PAGE + 1]]
    newest = sorted(spots, reverse=True)[: ENTRIES_PER_PAGE + 1]
    lines = load_log_lines(newest[:ENTRIES_PER_PAGE])
    return LogPage(
        [lines[spot] for spot in newest[:ENTRIES_PER_PAGE]],
        newest[ENTRIES_PER_PAGE - 1] if newest[ENTRIES_PER_PAGE:] else None,
    )


def load_recent_log(ladders: Iterable[Ladder], most: int) -> list[LogLine]:
    """Return the last changes on these ladders, the newest first."""
    numbers = select_shown_versions(ladders, LogFilter.CHANGES).values_list("id", flat=True)[:most]
    others = Event.objects.filter(ladder__in=ladders).order_by("-id").values_list("after", "id")[:most]
    lines = load_log_lines([*map(LogSpot, numbers), *(LogSpot(*pair) for pair in others)])
    return sorted(lines.values(), key=lambda line: line.entry.at, reverse=True)[:most]


def select_shown_versions(ladders: Iterable[Ladder], what: LogFilter) -> QuerySet[MatchRevision]:
    """Return the versions of these ladders' matches that the log shows, the newest first; a query for the seasons."""
    seasons = list(Season.objects.filter(ladder__in=ladders).order_by().values_list("pk", flat=True))
    rows = MatchRevision.objects.filter(match__season__in=seasons).order_by("-id")
    if what == LogFilter.EVENTS:
        return rows.none()
    return rows.filter(IS_CHANGE) if what == LogFilter.CHANGES else rows


def load_log_lines(spots: Iterable[LogSpot]) -> dict[LogSpot, LogLine]:
    """Return the lines at these places."""
    keys = list(spots)
    rows = read_revisions(MatchRevision.objects.filter(id__in=[spot.revision for spot in keys if not spot.event]))
    names = load_version_names(rows)
    others = read_events(Event.objects.filter(id__in=[spot.event for spot in keys if spot.event]))
    found = {LogSpot(row.pk): build_revision_line(row, names) for row in rows}
    return found | {LogSpot(row.after, row.pk): build_event_line(row) for row in others}


def build_revision_line(row: MatchRevision, names: Mapping[int, str]) -> LogLine:
    """Return the line of a version as printed, with the match as it was in this version."""
    participants = [read_side(side, names.get(side["player"], "?")) for side in row.version["sides"]]
    score = describe_version_score(row.version, participants)
    named = add_match_length(describe_title(participants, row.version.get("ending", "")), row.version["facts"], score)
    is_pending = row.match.is_pending and row.number == row.match.revision
    url, season = row.match.get_absolute_url(), row.match.season.name
    entry = describe_revision(row, names)
    return LogLine(row.match_id, named, url, season, format_played_day(row), entry, is_pending)


def build_event_line(row: Event) -> LogLine:
    """Return the line of an event as printed."""
    told = find_event_subject(row)
    season = row.season.name if row.season else ""
    return LogLine(None, told.title, told.url, season, "", describe_event(row), False, row.matches, row.ladder.name)


def format_played_day(row: MatchRevision) -> str:
    """Return the day on which the match was played; an empty text if it is the day of the entry."""
    day = timezone.localdate(datetime.fromisoformat(row.version["played_at"]))
    return "" if day == timezone.localdate(row.at) else formats.date_format(day, "j F Y")
