"""What changes to the past did to a player's standing while they did not play."""

from datetime import datetime
from typing import NamedTuple

from django.db import models
from django.db.models.functions import Coalesce

from ladder.models import Adjustment, Event, MatchRevision
from ladder.ratings import RatingSystem
from ladder.selectors import events
from ladder.selectors.days import after
from ladder.selectors.printing import direction, format_points, seen_change
from ladder.selectors.revisions import account_name, who
from players.models import Player

from .boards import Choice

LATEST = 50
CAUSES = (
    *("revision__by__player__merged_into", "revision__match"),
    *("event__by__player__merged_into", "event__ladder", "event__season__ladder", "event__player", "event__into"),
)


class Moved(NamedTuple):
    """One standing moved: when, who did what to which match or to what else, and why."""

    at: datetime
    who: str
    verb: str
    title: str
    url: str
    reason: str
    before: str
    change: str
    direction: str
    after: str


def adjustments(choice: Choice, player: Player) -> list[Moved]:
    """Return the latest changes to the past that moved this standing, the newest first, in one query."""
    rows = Adjustment.objects.filter(board=choice.board, player=player).select_related(*CAUSES)
    rows = rows.annotate(at=Coalesce("revision__at", "event__at"))
    if choice.asked:
        rows = rows.filter(at__lt=after(choice.asked)[0])
    newest = rows.order_by("-at", "-pk").fetch_mode(models.FETCH_RAISE)[:LATEST]
    return [moved(choice.board.rating_system, row) for row in newest]


def moved(system: RatingSystem, row: Adjustment) -> Moved:
    """Return one such change as printed; a standing may have begun or ended with it."""
    change = None if row.before is None or row.after is None else row.after - row.before
    before, now = ("none" if one is None else format_points(system, one) for one in (row.before, row.after))
    printed = "" if change is None else seen_change(system, change)
    return Moved(*said(row.cause), before, printed, direction(change), now)


def said(cause: MatchRevision | Event) -> tuple[datetime, str, str, str, str, str]:
    """Return when it was, who did what to what, where that is, and why."""
    if isinstance(cause, Event):
        told, by = events.about(cause), account_name(cause)
    else:
        told, by = events.Told(f"match {cause.match_id}", cause.match.get_absolute_url()), who(cause)
    return cause.at, by, cause.get_verb_display(), told.title, told.url, cause.reason
