"""What a match is marked with in lists: void, pending, disputed, not confirmed yet, corrected."""

from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from ladder.models import Match, MatchRevision

Verb = MatchRevision.Verb
CHANGES = (Verb.CORRECT, Verb.VOID, Verb.RESTORE)


class Mark(NamedTuple):
    """A word beside a match, and the kind of tag it is."""

    word: str
    tag: str = ""


VOID, DISPUTED, PENDING = Mark("Void", "void"), Mark("Disputed", "warn"), Mark("Pending", "warn")
BOTH = Mark("Pending, disputed", "warn")
UNCONFIRMED, CORRECTED = Mark("Unconfirmed", "warn"), Mark("Corrected")


def marked(rows: QuerySet[Any], match: str = "") -> QuerySet[Any]:
    """Return matches, or rows that reach theirs by this prefix, with what `mark` asks for; no more queries."""
    newest = MatchRevision.objects.filter(match=OuterRef(f"{match}pk"), number=OuterRef(f"{match}revision"))
    return rows.annotate(
        is_disputed=Exists(newest.filter(verb=Verb.DISPUTE)),
        is_waiting=Q(**{f"{match}confirm_by__gt": timezone.now()}) & Exists(unanswered(newest)),
        is_corrected=is_changed(match),
    )


def is_changed(match: str = "") -> Exists:
    """Return the condition that somebody changed what a match says, or whether it counts."""
    return Exists(MatchRevision.objects.filter(match=OuterRef(f"{match}pk"), verb__in=CHANGES))


def unanswered(newest: QuerySet[MatchRevision]) -> QuerySet[MatchRevision]:
    """Return those of the newest versions that the reporter wrote, or nobody where nobody reported the match."""
    return newest.filter(Q(by=F("match__reported_by")) | Q(by=None, match__reported_by=None))


def mark(row: Any, match: Match) -> Mark | None:
    """Return the mark of a match; the row is from `marked`."""
    if match.is_void:
        return VOID
    if match.is_pending:
        return BOTH if row.is_disputed else PENDING
    if row.is_disputed:
        return DISPUTED
    if row.is_waiting:
        return UNCONFIRMED
    return CORRECTED if row.is_corrected else None
