"""The organiser's corrections, voids and restored matches, each some days after the match."""

from datetime import datetime, timedelta
from typing import Any

from ladder.models import Match, Season

from .. import matches
from ..results import result_of, sides_of
from .entering import Office, dated
from .fixes import Fix


def repair(office: Office, fix: Fix) -> None:
    """Correct or void one match, or the second report of it, and perhaps restore it."""
    match = nth(office.season, fix.number, **fix.among)
    if fix.twice:
        match = reported_again(office, match)
    common: dict[str, Any] = {"by": office.organiser, "reason": fix.reason, "revision": match.revision}
    if fix.what:
        changed = matches.correct(match=match, **common, **fix.what(match))
    else:
        changed = matches.void(match=match, **common)
    at = later(match.recorded_at, 1, office.now)
    dated(changed, at)
    if fix.restored:
        changed = matches.restore(match=changed, by=office.organiser, reason=fix.restored, revision=changed.revision)
        dated(changed, later(at, 2, office.now))


def reported_again(office: Office, match: Match) -> Match:
    """Record the same match once more, some minutes later."""
    result = result_of(match, sides_of(match))
    return office.by_hand(result._replace(ended=result.ended + timedelta(minutes=3)), timedelta(hours=1))


def nth(season: Season, number: int, **among: Any) -> Match:
    """Return the match that many before the last one."""
    found = Match.objects.filter(season=season, status="counted", **among).distinct()
    return found.order_by("-played_at", "-sequence")[number]


def later(moment: datetime, days: int, now: datetime) -> datetime:
    return min(moment + timedelta(days=days, hours=1), now)
