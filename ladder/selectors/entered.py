"""What an account entered last in a season, so that a recorder sees what is in."""

from typing import Any, NamedTuple

from ladder.models import Match, Season
from ladder.selectors.marks import Mark, load_marks
from ladder.selectors.results import (
    ResultSentence,
    describe_result,
    format_match_length,
    format_when,
    load_match_participants,
)

MOST_ENTRIES = 10


class RecentEntry(NamedTuple):
    """One entry in words; `when` is the time of today, or the day."""

    match: Match
    outcome: ResultSentence
    when: str
    length: str
    mark: Mark | None


def list_recent_entries(season: Season, user: Any, most: int = MOST_ENTRIES) -> list[RecentEntry]:
    """Return the account's last entries, the newest first, in three queries."""
    newest = Match.objects.filter(season=season, reported_by=user.pk).order_by("-sequence")
    found = list(newest.select_related("season__ladder")[:most])
    sides, marks = load_match_participants(found), load_marks(found)
    return [build_recent_entry(one, describe_result(one, sides[one.pk]), marks.get(one.pk)) for one in found]


def build_recent_entry(match: Match, told: ResultSentence, mark: Mark | None) -> RecentEntry:
    return RecentEntry(match, told, format_when(match.played_at), format_match_length(match), mark)
