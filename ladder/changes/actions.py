"""Log what happened besides matches: events in a ladder's change log, and the rest in the admin's log."""

from collections.abc import Sequence
from typing import Any

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from ladder import ledger
from ladder.models import Event, Ladder, MatchRevision
from players.models import Player

LONGEST_STATE = 300  # characters of a state in words


def log_event(
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
    """Store an event under the ladder's lock, and return it; `about` is the season or players, `plans` are its plans.

    The moment is now, or that which `about` says.
    """
    newest = MatchRevision.objects.order_by("-pk").values_list("pk", flat=True).first()
    return Event.objects.create(
        verb=verb,
        ladder=ladder,
        by=by,
        by_name=by.get_username() if by else "",
        reason=reason,
        old=old[:LONGEST_STATE],
        new=new[:LONGEST_STATE],
        matches=len({match for plan in plans for one in plan.boards for match in one.matches}),
        after=newest or 0,
        **{"at": timezone.now(), **about},
    )


def write_event(verb: Event.Verb, ladder: Ladder, *, plans: Sequence[ledger.Plan] = (), **about: Any) -> Event:
    """Store an event as `log_event` does, and apply its plans."""
    event = log_event(verb, ladder, plans=plans, **about)
    for plan in plans:
        ledger.apply(plan, event)
    return event


def note_in_admin_log(one: Model, by: User | None, message: str) -> None:
    """Write what an account did to the admin's log; what the site does by itself is not in it."""
    if by is not None:
        rows = type(one)._default_manager.filter(pk=one.pk)
        LogEntry.objects.log_actions(by.pk, rows, CHANGE, change_message=message, single_object=True)


def find_ladders_written(by: Q) -> QuerySet[Ladder]:
    """Return the ladders on whose pages something is by these authors; the condition is on versions and events."""
    wrote = MatchRevision.objects.filter(by).values("match__season__ladder")
    changed = Event.objects.filter(by).values("ladder")
    return Ladder.objects.filter(Q(pk__in=wrote) | Q(pk__in=changed))


def find_ladders_written_by_players(*players: Player) -> QuerySet[Ladder]:
    """Return the ladders on whose pages something is by the account of one of these, or of who is merged into them."""
    return find_ladders_written(Q(by__player__in=players) | Q(by__player__merged_into__in=players))
