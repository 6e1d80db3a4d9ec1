"""Which matches somebody says are wrong: a match is disputed while its newest version is a dispute."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import F, QuerySet

from ladder.models import Ladder, Match, MatchRevision
from ladder.selectors.differences import MatchVersion, NamesByKey, describe_version
from ladder.selectors.results import ResultSentence, describe_result, load_match_participants
from ladder.selectors.revisions import find_revision_author
from players.identity import load_player_names

DISPUTE = MatchRevision.Verb.DISPUTE


class Dispute(NamedTuple):
    """Who says that a match is wrong, since when, in which words, and what it should say, where they know."""

    who: str
    at: datetime
    note: str
    proposed: str = ""


class DisputedMatch(NamedTuple):
    """One line of the organisers' list."""

    match: Match
    outcome: ResultSentence
    dispute: Dispute


def find_open_disputes() -> QuerySet[MatchRevision]:
    """Return the disputes that nobody has answered."""
    return MatchRevision.objects.filter(verb=DISPUTE, number=F("match__revision"))


def find_dispute(match: Match) -> Dispute | None:
    """Return what is said against a match, if anything is."""
    found = find_open_disputes().filter(match=match).select_related("by__player__merged_into").first()
    return build_dispute(found, load_names_in_proposals([found])) if found else None


def find_proposal(match: Match) -> MatchVersion | None:
    """Return the match as it should be, if it is disputed and the dispute says that."""
    return find_open_disputes().filter(match=match).values_list("proposed", flat=True).first()


def list_disputed_matches(ladders: QuerySet[Ladder]) -> list[DisputedMatch]:
    """Return the disputed matches of these ladders, the longest waiting first, in at most three queries."""
    rows = find_open_disputes().filter(match__season__ladder__in=ladders).order_by("at", "pk")
    found = list(rows.select_related("by__player__merged_into", "match__season__ladder"))
    sides, names = load_match_participants([row.match for row in found]), load_names_in_proposals(found)
    return [
        DisputedMatch(row.match, describe_result(row.match, sides[row.match_id]), build_dispute(row, names))
        for row in found
    ]


def build_dispute(row: MatchRevision, names: NamesByKey) -> Dispute:
    return Dispute(
        find_revision_author(row), row.at, row.reason, describe_version(row.proposed, names) if row.proposed else ""
    )


def load_names_in_proposals(rows: list[MatchRevision]) -> dict[int, str]:
    """Return the names in what these disputes propose."""
    return load_player_names({side["player"] for row in rows if row.proposed for side in row.proposed["sides"]})
