"""What changes to the past did to a player's standing while they did not play."""

from datetime import datetime
from typing import NamedTuple

from django.db import models

from ladder.models import Adjustment, MatchRevision
from ladder.ratings import RatingSystem
from ladder.selectors.days import after
from ladder.selectors.printing import change_text, direction, rating_text
from ladder.selectors.revisions import who
from players.models import Player

from .boards import Choice

LATEST = 50


class Moved(NamedTuple):
    """One standing moved: when, by which change of which match, by whom and why."""

    at: datetime
    match: int
    who: str
    verb: str
    reason: str
    before: str
    change: str
    direction: str
    after: str


def adjustments(choice: Choice, player: Player) -> list[Moved]:
    """Return the latest changes to the past that moved this standing, the newest first, in one query."""
    rows = Adjustment.objects.filter(board=choice.board, player=player).select_related(
        "revision__by__player__merged_into", "revision__match"
    )
    if choice.asked:
        rows = rows.filter(revision__at__lt=after(choice.asked)[0])
    newest = rows.order_by("-revision__at", "-pk").fetch_mode(models.FETCH_RAISE)[:LATEST]
    return [moved(choice.board.rating_system, row.revision, row.before, row.after) for row in newest]


def moved(system: RatingSystem, revision: MatchRevision, before: float | None, after: float | None) -> Moved:
    """Return one such change as printed; a standing may have begun or ended with it."""
    change = None if before is None or after is None else after - before
    return Moved(
        revision.at,
        revision.match_id,
        who(revision),
        revision.get_verb_display(),
        revision.reason,
        "none" if before is None else rating_text(system, before),
        change_text(system, change),
        direction(change),
        "none" if after is None else rating_text(system, after),
    )
