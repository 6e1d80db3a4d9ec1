"""The change log of a ladder: every version of its matches, as they were written down."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.utils import formats, timezone

from ladder.models import Ladder, MatchRevision

from .marks import PENDING, Mark
from .revisions import Entry, entry, names_in, read
from .titles import Seat, title, with_length

PER_PAGE = 25
Verb = MatchRevision.Verb
CHANGES = (Verb.CORRECT, Verb.VOID, Verb.RESTORE, Verb.DISPUTE, Verb.UPHOLD)


class Logged(NamedTuple):
    """One line of the log: which match, and what became of it; `played` is empty for the day of the entry itself.

    The newest version of a pending match is marked so.
    """

    match: int
    title: str
    season: str
    played: str
    entry: Entry
    mark: Mark | None = None


class Page(NamedTuple):
    """A page of the log; `older` is where the next one begins, if there is one."""

    lines: list[Logged]
    older: int | None


def log(ladder: Ladder, *, changes: bool = False, before: int | None = None) -> Page:
    """Return a page of the log, the newest first, in six queries.

    Revisions are numbered in the order in which they are written, so a page begins below a number. The numbers are
    asked for alone: a database that must sort them all then carries no versions along.
    """
    rows = MatchRevision.objects.filter(match__season__ladder=ladder).order_by("-id")
    if changes:
        rows = rows.filter(verb__in=CHANGES)
    if before is not None:
        rows = rows.filter(id__lt=before)
    numbers = list(rows.values_list("id", flat=True)[: PER_PAGE + 1])
    shown = read(MatchRevision.objects.filter(id__in=numbers[:PER_PAGE]).order_by("-id"))
    names = names_in(shown)
    return Page([logged(row, names) for row in shown], numbers[PER_PAGE - 1] if len(numbers) > PER_PAGE else None)


def recent(ladders: Iterable[Ladder], most: int) -> list[Logged]:
    """Return the last changes to matches of these ladders, the newest first."""
    rows = MatchRevision.objects.filter(match__season__ladder__in=ladders, verb__in=CHANGES).order_by("-id")
    shown = read(MatchRevision.objects.filter(id__in=list(rows.values_list("id", flat=True)[:most])).order_by("-id"))
    names = names_in(shown)
    return [logged(row, names) for row in shown]


def logged(row: MatchRevision, names: Mapping[int, str]) -> Logged:
    """Return one line as printed; the match is named as this version has it."""
    seats = [Seat(names.get(side["player"], "?"), side["score"], side["place"]) for side in row.version["sides"]]
    named = with_length(title(seats), row.version["facts"])
    mark = PENDING if row.match.is_pending and row.number == row.match.revision else None
    return Logged(row.match_id, named, row.match.season.name, played(row), entry(row, names), mark)


def played(row: MatchRevision) -> str:
    """Return the day on which the match was played, where that is not the day of the entry."""
    day = timezone.localdate(datetime.fromisoformat(row.version["played_at"]))
    return "" if day == timezone.localdate(row.at) else formats.date_format(day, "j F Y")
