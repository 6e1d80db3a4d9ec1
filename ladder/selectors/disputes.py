"""Which matches somebody says are wrong: a match is disputed while its newest version is a dispute."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import F, QuerySet

from ladder.models import Ladder, Match, MatchRevision
from players.identity import names_of

from .differences import Names, Version, told
from .results import Outcome, outcome, sides_of
from .revisions import who

DISPUTE = MatchRevision.Verb.DISPUTE


class Dispute(NamedTuple):
    """Who says that a match is wrong, since when, in which words, and what it should say, where they know."""

    who: str
    at: datetime
    note: str
    proposed: str = ""


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
    return dispute(found, names_in([found])) if found else None


def proposed_for(match: Match) -> Version | None:
    """Return the match as it should be, if it is disputed and the dispute says that."""
    return open_disputes().filter(match=match).values_list("proposed", flat=True).first()


def disputed(ladders: QuerySet[Ladder]) -> list[Disputed]:
    """Return the disputed matches of these ladders, the longest waiting first, in at most three queries."""
    rows = open_disputes().filter(match__season__ladder__in=ladders).order_by("at", "pk")
    found = list(rows.select_related("by__player__merged_into", "match__season__ladder"))
    sides, names = sides_of([row.match for row in found]), names_in(found)
    return [Disputed(row.match, outcome(row.match, sides[row.match_id]), dispute(row, names)) for row in found]


def dispute(row: MatchRevision, names: Names) -> Dispute:
    return Dispute(who(row), row.at, row.reason, told(row.proposed, names) if row.proposed else "")


def names_in(rows: list[MatchRevision]) -> dict[int, str]:
    """Return the names in what these disputes propose."""
    return names_of({side["player"] for row in rows if row.proposed for side in row.proposed["sides"]})
