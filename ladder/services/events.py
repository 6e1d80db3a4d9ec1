"""What happens to a ladder besides its matches, for its change log: who, when, why, and from what to what."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from ladder.models import Event, Ladder, MatchRevision
from ladder.services import ledger

LONGEST_STATE = 300  # characters of a state in words


def write_event(
    verb: Event.Verb,
    ladder: Ladder,
    *,
    by: User | None,
    reason: str = "",
    old: str = "",
    new: str = "",
    plans: Sequence[ledger.Plan] = (),
    **about: Any,
) -> Event:
    """Write an event under the ladder's lock, then apply the plans that it makes; `about` is the season or players.

    The moment is now, or that which `about` says.
    """
    newest = MatchRevision.objects.order_by("-pk").values_list("pk", flat=True).first()
    event = Event.objects.create(
        verb=verb,
        ladder=ladder,
        by=by,
        by_name=by.get_username() if by else "",
        reason=reason,
        old=old[:LONGEST_STATE],
        new=new[:LONGEST_STATE],
        matches=len({row.seat[0] for plan in plans for one in plan.boards for row in one.rows}),
        after=newest or 0,
        **{"at": timezone.now(), **about},
    )
    for plan in plans:
        ledger.apply(plan, event)
    return event
