"""What happened to a ladder besides its matches, in words."""

from typing import NamedTuple

from django.db import models
from django.db.models import QuerySet

from ladder.models import Event
from ladder.selectors.differences import VersionDifference
from ladder.selectors.effects import list_effects
from ladder.selectors.revisions import HistoryEntry, find_account_name
from players import veil
from players.models import Player

EventVerb = Event.Verb
EVENT_WORDS = {
    EventVerb.RENAME: "name",
    EventVerb.SYSTEM: "rating system",
    EventVerb.OPENING: "starting ratings",
    EventVerb.EDIT: "season",
    EventVerb.ZONE: "time zone",
    EventVerb.IMPORT: "added",
    EventVerb.TAKE_BACK: "removed",
    EventVerb.VOID_REPORTS: "voided",
    EventVerb.ADD_BOARD: "added",
    EventVerb.REMOVE_BOARD: "removed",
    EventVerb.OPEN: "starting ratings",
}


class EventSubject(NamedTuple):
    """What an event was about, and the address of that; none where whoever reads may not see it."""

    title: str
    url: str


def read_events(rows: QuerySet[Event]) -> list[Event]:
    """Return these events with all that `entry` and `about` ask for, in four queries."""
    known = rows.select_related("by__player__merged_into", "season__ladder", "ladder", "player", "into")
    return list(known.prefetch_related("adjustments__board", "adjustments__player").fetch_mode(models.FETCH_RAISE))


def describe_event(row: Event) -> HistoryEntry:
    """Return an event as printed; between two rating systems nothing is compared."""
    moved = [] if row.verb == EventVerb.SYSTEM else list_effects(row.adjustments.all())
    return HistoryEntry(
        find_account_name(row), row.get_verb_display(), row.at, row.reason, list_event_differences(row), moved
    )


def list_event_differences(row: Event) -> list[VersionDifference]:
    """Return from what to what; names that read alike, as they do where they are not shown, say nothing."""
    if row.old == row.new:
        return []
    return [VersionDifference(EVENT_WORDS.get(EventVerb(row.verb), "options"), row.old, row.new)]


def find_event_subject(row: Event) -> EventSubject:
    """Return whom or what an event is about."""
    if row.player is None:
        return (
            EventSubject(row.season.name, row.season.get_absolute_url())
            if row.season
            else EventSubject(row.ladder.name, "")
        )
    if row.into is None:
        return EventSubject(row.player.name, find_profile_address(row.player))
    return EventSubject(
        describe_merged_pair(row.player, row.into),
        find_profile_address(row.into if row.verb == EventVerb.MERGE else row.player),
    )


def describe_merged_pair(player: Player, into: Player) -> str:
    """Return "Ada B. into Ada"; two names that are not shown read alike."""
    return f"{player.name} into {into.name}" if player.name != into.name else f"two names of {into.name}"


def find_profile_address(player: Player) -> str:
    """Return where a player's page is, for whoever may open it."""
    return "" if player.name == veil.HIDDEN else player.get_absolute_url()
