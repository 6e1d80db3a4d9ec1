"""What a match is marked with in lists: void, pending, disputed, not confirmed yet, corrected."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from ladder.models import Match, MatchRevision

Verb = MatchRevision.Verb
CHANGES = (Verb.CORRECT, Verb.VOID, Verb.RESTORE)


class Mark(NamedTuple):
    """A word beside a match, and the kind of tag it is."""

    word: str
    tag: str = ""


class SignedVerb(NamedTuple):
    """What was done to a match, and by which account."""

    verb: str
    by: int | None


VOID, DISPUTED, PENDING = Mark("Void", "void"), Mark("Disputed", "warn"), Mark("Pending", "warn")
BOTH = Mark("Pending, disputed", "warn")
UNCONFIRMED, CORRECTED = Mark("Unconfirmed", "warn"), Mark("Corrected")


def load_marks(matches: Collection[Match]) -> dict[int, Mark]:
    """Return how these matches are marked, without those that are not; one query.

    They are looked up by their numbers: asked for with the matches, PostgreSQL reads all versions there are.
    """
    rows = MatchRevision.objects.filter(match__in=[match.pk for match in matches]).order_by()
    versions: dict[int, dict[int, SignedVerb]] = defaultdict(dict)
    for match, number, verb, by in rows.values_list("match", "number", "verb", "by"):
        versions[match][number] = SignedVerb(verb, by)
    found = {match.pk: choose_mark(match, versions[match.pk]) for match in matches}
    return {match: one for match, one in found.items() if one}


def build_changed_condition(match: str) -> Exists:
    """Return the condition that somebody changed what a match says, or whether it counts.

    `match` leads from a row to its match, such as "match__".
    """
    return Exists(MatchRevision.objects.filter(match=OuterRef(f"{match}pk"), verb__in=CHANGES))


def filter_unanswered(newest: QuerySet[MatchRevision]) -> QuerySet[MatchRevision]:
    """Return those of the newest versions that the reporter wrote, or nobody where nobody reported the match."""
    return newest.filter(Q(by=F("match__reported_by")) | Q(by=None, match__reported_by=None))


def choose_mark(match: Match, versions: Mapping[int, SignedVerb]) -> Mark | None:
    """Return the mark of a match with these versions, by number."""
    newest = versions.get(match.revision)
    disputed = newest is not None and newest.verb == Verb.DISPUTE
    if match.is_void:
        return VOID
    if match.is_pending:
        return BOTH if disputed else PENDING
    if disputed:
        return DISPUTED
    if newest and newest.by == match.reported_by_id and match.confirm_by and match.confirm_by > timezone.now():
        return UNCONFIRMED
    return CORRECTED if any(one.verb in CHANGES for one in versions.values()) else None
