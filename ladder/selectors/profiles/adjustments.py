"""What changes to the past did to a player's standing while they did not play."""

from datetime import datetime
from typing import NamedTuple

from django.db import models
from django.db.models.functions import Coalesce

from ladder.models import Adjustment, Event, MatchRevision
from ladder.ratings import RatingSystem
from ladder.selectors.days import place_after_day
from ladder.selectors.events import EventSubject, find_event_subject
from ladder.selectors.printing import find_direction, format_points, format_visible_change
from ladder.selectors.profiles.boards import BoardChoice
from ladder.selectors.revisions import find_account_name, find_revision_author
from players.models import Player

LATEST = 50
CAUSES = (
    *("revision__by__player__merged_into", "revision__match"),
    *("event__by__player__merged_into", "event__ladder", "event__season__ladder", "event__player", "event__into"),
)


class AdjustmentLine(NamedTuple):
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


def load_adjustments(choice: BoardChoice, player: Player) -> list[AdjustmentLine]:
    """Return the latest changes to the past that moved this standing, the newest first, in one query."""
    rows = Adjustment.objects.filter(board=choice.board, player=player).select_related(*CAUSES)
    rows = rows.annotate(at=Coalesce("revision__at", "event__at"))
    if choice.asked:
        rows = rows.filter(at__lt=place_after_day(choice.asked)[0])
    newest = rows.order_by("-at", "-pk").fetch_mode(models.FETCH_RAISE)[:LATEST]
    return [build_adjustment_line(choice.board.rating_system, row) for row in newest]


def build_adjustment_line(system: RatingSystem, row: Adjustment) -> AdjustmentLine:
    """Return one such change as printed; a standing may have begun or ended with it."""
    change = None if row.before is None or row.after is None else row.after - row.before
    before, now = ("none" if one is None else format_points(system, one) for one in (row.before, row.after))
    printed = "" if change is None else format_visible_change(system, change)
    return AdjustmentLine(*describe_cause(row.cause), before, printed, find_direction(change), now)


def describe_cause(cause: MatchRevision | Event) -> tuple[datetime, str, str, str, str, str]:
    """Return when it was, who did what to what, where that is, and why."""
    if isinstance(cause, Event):
        told, by = find_event_subject(cause), find_account_name(cause)
    else:
        told, by = EventSubject(f"match {cause.match_id}", cause.match.get_absolute_url()), find_revision_author(cause)
    return cause.at, by, cause.get_verb_display(), told.title, told.url, cause.reason
