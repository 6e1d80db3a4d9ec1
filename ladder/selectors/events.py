"""What happened to a ladder besides its matches, in words."""

from typing import NamedTuple

from django.db import models
from django.db.models import QuerySet

from ladder.models import Event
from players import veil
from players.models import Player

from .differences import Difference
from .effects import effects
from .revisions import Entry, account_name

Verb = Event.Verb
WHAT = {
    Verb.RENAME: "name",
    Verb.SYSTEM: "rating system",
    Verb.OPENING: "starting ratings",
    Verb.EDIT: "season",
    Verb.ZONE: "time zone",
    Verb.IMPORT: "added",
    Verb.TAKE_BACK: "removed",
    Verb.VOID_REPORTS: "voided",
    Verb.ADD_BOARD: "added",
    Verb.REMOVE_BOARD: "removed",
    Verb.OPEN: "starting ratings",
}


class Told(NamedTuple):
    """What an event was about, and the address of that; none where whoever reads may not see it."""

    title: str
    url: str


def read(rows: QuerySet[Event]) -> list[Event]:
    """Return these events with all that `entry` and `about` ask for, in four queries."""
    known = rows.select_related("by__player__merged_into", "season__ladder", "ladder", "player", "into")
    return list(known.prefetch_related("adjustments__board", "adjustments__player").fetch_mode(models.FETCH_RAISE))


def entry(row: Event) -> Entry:
    """Return an event as printed; between two rating systems nothing is compared."""
    moved = [] if row.verb == Verb.SYSTEM else effects(row.adjustments.all())
    return Entry(account_name(row), row.get_verb_display(), row.at, row.reason, differences(row), moved)


def differences(row: Event) -> list[Difference]:
    """Return from what to what; names that read alike, as they do where they are not shown, say nothing."""
    if row.old == row.new:
        return []
    return [Difference(WHAT.get(Verb(row.verb), "options"), row.old, row.new)]


def about(row: Event) -> Told:
    """Return whom or what an event is about."""
    if row.player is None:
        return Told(row.season.name, row.season.get_absolute_url()) if row.season else Told(row.ladder.name, "")
    if row.into is None:
        return Told(row.player.name, address(row.player))
    return Told(pair(row.player, row.into), address(row.into if row.verb == Verb.MERGE else row.player))


def pair(player: Player, into: Player) -> str:
    """Return "Ada B. into Ada"; two names that are not shown read alike."""
    return f"{player.name} into {into.name}" if player.name != into.name else f"two names of {into.name}"


def address(player: Player) -> str:
    """Return where a player's page is, for whoever may open it."""
    return "" if player.name == veil.HIDDEN else player.get_absolute_url()
