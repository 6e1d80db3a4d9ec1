"""The change log of a ladder: every version of its matches and what else happened, as it was written down."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import formats, timezone

from ladder.models import Event, Ladder, MatchRevision

from . import events
from .marks import PENDING, Mark
from .revisions import Entry, entry, names_in, read
from .titles import Seat, title, with_length

PER_PAGE = 25
Verb = MatchRevision.Verb
CHANGES = (Verb.CORRECT, Verb.VOID, Verb.RESTORE, Verb.DISPUTE, Verb.UPHOLD)
AS_ONE = Event.objects.filter(verb=Event.Verb.VOID_REPORTS, season=OuterRef("match__season"), at=OuterRef("at"))
CHANGED = Q(verb__in=CHANGES) & ~Q(match__imported_in__taken_back__at=F("at")) & ~Exists(AS_ONE)
"""Versions that are listed as changes; what was voided at once, as an import taken back, is one event."""


class What(StrEnum):
    """What the log shows: all, all but reports, or what is of no match."""

    EVERYTHING = ""
    CHANGES = "changes"
    EVENTS = "events"


class Spot(NamedTuple):
    """A place in the log: a version by its number, an event after the newest version of its moment."""

    revision: int
    event: int = 0

    def __str__(self) -> str:
        return f"{self.revision}-{self.event}" if self.event else f"{self.revision}"


class Logged(NamedTuple):
    """One line of the log: which match, and what became of it; `played` is empty for the day of the entry itself.

    The newest version of a pending match is marked so. An event has no match, and perhaps no season; `rated` says how
    many matches it rated anew, on which ladder.
    """

    match: int | None
    title: str
    url: str
    season: str
    played: str
    entry: Entry
    mark: Mark | None = None
    rated: int = 0
    ladder: str = ""


class Page(NamedTuple):
    """A page of the log; `older` is where the next one begins, if there is one."""

    lines: list[Logged]
    older: Spot | None


def log(ladder: Ladder, *, what: What = What.EVERYTHING, before: Spot | None = None) -> Page:
    """Return a page of the log, the newest first, in at most eleven queries.

    Revisions are numbered in the order in which they are written, so a page begins below a number. The numbers are
    asked for alone: a database that must sort them all then carries no versions along.
    """
    versions = versions_of([ladder], what)
    others = Event.objects.filter(ladder=ladder)
    if before:
        revision, event = before
        versions = versions.filter(id__lt=revision + bool(event))
        others = others.filter(Q(after__lt=revision) | Q(after=revision, id__lt=event))
    spots = [Spot(number) for number in versions.values_list("id", flat=True)[: PER_PAGE + 1]]
    spots += [Spot(*pair) for pair in others.order_by("-id").values_list("after", "id")[: PER_PAGE + 1]]
    newest = sorted(spots, reverse=True)[: PER_PAGE + 1]
    lines = lines_at(newest[:PER_PAGE])
    return Page([lines[spot] for spot in newest[:PER_PAGE]], newest[PER_PAGE - 1] if newest[PER_PAGE:] else None)


def recent(ladders: Iterable[Ladder], most: int) -> list[Logged]:
    """Return the last changes on these ladders, the newest first."""
    numbers = versions_of(ladders, What.CHANGES).values_list("id", flat=True)[:most]
    others = Event.objects.filter(ladder__in=ladders).order_by("-id").values_list("after", "id")[:most]
    lines = lines_at([*map(Spot, numbers), *(Spot(*pair) for pair in others)])
    return sorted(lines.values(), key=lambda line: line.entry.at, reverse=True)[:most]


def versions_of(ladders: Iterable[Ladder], what: What) -> QuerySet[MatchRevision]:
    """Return the versions of these ladders' matches that are shown, the newest first."""
    rows = MatchRevision.objects.filter(match__season__ladder__in=ladders).order_by("-id")
    if what == What.EVENTS:
        return rows.none()
    return rows.filter(CHANGED) if what == What.CHANGES else rows


def lines_at(spots: Iterable[Spot]) -> dict[Spot, Logged]:
    """Return the lines that stand in these places."""
    keys = list(spots)
    rows = read(MatchRevision.objects.filter(id__in=[spot.revision for spot in keys if not spot.event]))
    names = names_in(rows)
    others = events.read(Event.objects.filter(id__in=[spot.event for spot in keys if spot.event]))
    found = {Spot(row.pk): logged(row, names) for row in rows}
    return found | {Spot(row.after, row.pk): happened(row) for row in others}


def logged(row: MatchRevision, names: Mapping[int, str]) -> Logged:
    """Return one line as printed; the match is named as this version has it."""
    seats = [Seat(names.get(side["player"], "?"), side["score"], side["place"]) for side in row.version["sides"]]
    named = with_length(title(seats), row.version["facts"])
    mark = PENDING if row.match.is_pending and row.number == row.match.revision else None
    url, season = row.match.get_absolute_url(), row.match.season.name
    return Logged(row.match_id, named, url, season, played(row), entry(row, names), mark)


def happened(row: Event) -> Logged:
    """Return the line of an event as printed."""
    told = events.about(row)
    season = row.season.name if row.season else ""
    return Logged(None, told.title, told.url, season, "", events.entry(row), None, row.matches, row.ladder.name)


def played(row: MatchRevision) -> str:
    """Return the day on which the match was played, where that is not the day of the entry."""
    day = timezone.localdate(datetime.fromisoformat(row.version["played_at"]))
    return "" if day == timezone.localdate(row.at) else formats.date_format(day, "j F Y")
