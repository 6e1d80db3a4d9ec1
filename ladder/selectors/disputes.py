"""Which matches somebody says are wrong: a match is disputed while its newest version is a dispute."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import F, QuerySet

from ladder.models import Ladder, Match, MatchRevision

from .results import Outcome, outcome, sides_of
from .revisions import who

DISPUTE = MatchRevision.Verb.DISPUTE


class Dispute(NamedTuple):
    """Who says that a match is wrong, since when, and what they say."""

    who: str
    at: datetime
    note: str


class Disputed(NamedTuple):
    """One line of the organisers' list."""

    match: Match
    outcome: Outcome
    dispute: Dispute


def open_disputes() -> QuerySet[MatchRevision]:
    """Return the disputes that nobody has answered."""
    return MatchRevision.objects.filter(verb=DISPUTE, number=F("match__revision"))


def dispute_of(match: Match) -> Dispute | None:
    """Return what is said against a match, if anything is."""
    found = open_disputes().filter(match=match).select_related("by__player__merged_into").first()
    return dispute(found) if found else None


def disputed(ladders: QuerySet[Ladder]) -> list[Disputed]:
    """Return the disputed matches of these ladders, the longest waiting first, in two queries."""
    rows = open_disputes().filter(match__season__ladder__in=ladders).order_by("at", "pk")
    found = list(rows.select_related("by__player__merged_into", "match__season__ladder"))
    sides = sides_of([row.match for row in found])
    return [Disputed(row.match, outcome(row.match, sides[row.match_id]), dispute(row)) for row in found]


def dispute(row: MatchRevision) -> Dispute:
    return Dispute(who(row), row.at, row.reason)
