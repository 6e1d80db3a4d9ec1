"""What an account entered last in a season, so that a recorder sees what is in."""

from typing import Any, NamedTuple

from ladder.models import Match, Season

from .marks import Mark, marks_of
from .results import Outcome, length_of, outcome, sides_of, when

MOST = 10


class Entered(NamedTuple):
    """One entry in words; `when` is the time of today, or the day."""

    match: Match
    outcome: Outcome
    when: str
    length: str
    mark: Mark | None


def entered(season: Season, user: Any, most: int = MOST) -> list[Entered]:
    """Return the account's last entries, the newest first, in three queries."""
    newest = Match.objects.filter(season=season, reported_by=user.pk).order_by("-sequence")
    found = list(newest.select_related("season__ladder")[:most])
    sides, marks = sides_of(found), marks_of(found)
    return [entry(one, outcome(one, sides[one.pk]), marks.get(one.pk)) for one in found]


def entry(match: Match, told: Outcome, mark: Mark | None) -> Entered:
    return Entered(match, told, when(match.played_at), length_of(match), mark)
