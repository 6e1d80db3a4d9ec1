"""The breaks of players as they are kept: who sat out on which days."""

from collections import defaultdict
from datetime import date

from django.db.models import QuerySet
from django.utils import timezone

from players.models import Player, PlayerBreak
from players.people.queries import Identities

BreakDays = tuple[date, date]
"""The first day of a break, and the day on which the player is back."""


def note_break(player: Player, until: date | None) -> None:
    """Keep that a player sits out from today until that day, or no longer; within the transaction that stores it.

    A break that runs, or ended this morning, is made longer or shorter; days that are over stay.
    """
    today = timezone.localdate()
    running = select_running_breaks(player)
    if until is None or until <= today:
        running.filter(since=today).delete()
        running.update(until=today)
    elif not running.update(until=until):
        PlayerBreak.objects.create(player=player, since=today, until=until)


def select_running_breaks(player: Player) -> QuerySet[PlayerBreak]:
    """Return the break of a player that runs, or that ended this morning; a new one would continue it."""
    return PlayerBreak.objects.filter(player=player, until__gte=timezone.localdate())


def load_breaks(after: date | None, identities: Identities) -> dict[int, list[BreakDays]]:
    """Return all breaks that ended after a day, by the key of the player as whom they count by these merges; one query.

    Without a day, return all.
    """
    found: dict[int, list[BreakDays]] = defaultdict(list)
    rows = PlayerBreak.objects.filter(until__gt=after) if after else PlayerBreak.objects.all()
    for player, since, until in rows.order_by("since", "pk").values_list("player", "since", "until"):
        found[identities.get(player, player)].append((since, until))
    return dict(found)
