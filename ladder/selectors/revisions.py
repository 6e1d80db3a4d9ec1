"""The versions of matches in words: who, when, what changed, why, and what it did."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.db import models
from django.db.models import OuterRef, QuerySet, Subquery

from ladder.models import Event, Import, Match, MatchRevision
from ladder.selectors.differences import VersionDifference, describe_version, list_version_differences
from ladder.selectors.effects import BoardEffect, list_effects
from players.identity import load_player_names

AT_VENUE = "Somebody at the venue"
OLDER_VERSION = MatchRevision.objects.filter(match=OuterRef("match"), number=OuterRef("number") - 1)


class HistoryEntry(NamedTuple):
    """One version of a match."""

    who: str
    verb: str
    at: datetime
    reason: str
    differences: list[VersionDifference]
    effects: list[BoardEffect]
    number: int = 0
    proposed: str = ""


def load_history(match: Match) -> list[HistoryEntry]:
    """Return the versions of a match, the newest first."""
    rows = read_revisions(match.revisions.order_by("-number"))
    names = load_version_names(rows)
    return [describe_revision(row, names) for row in rows]


def read_revisions(rows: QuerySet[MatchRevision]) -> list[MatchRevision]:
    """Return these revisions with all that `entry` asks for, in four queries."""
    known = rows.annotate(old=Subquery(OLDER_VERSION.values("version")[:1])).select_related(
        "by__player__merged_into", "match__season"
    )
    return list(known.prefetch_related("adjustments__board", "adjustments__player").fetch_mode(models.FETCH_RAISE))


def load_version_names(rows: Iterable[MatchRevision]) -> dict[int, str]:
    """Return the names of everybody in these versions and in those before them."""
    versions = [version for row in rows for version in (row.version, row.old) if version]  # type: ignore[attr-defined]
    players = {side["player"] for version in versions for side in version["sides"]}
    return load_player_names(players)


def describe_revision(row: MatchRevision, names: Mapping[int, str]) -> HistoryEntry:
    """Return one version as printed."""
    old = row.old  # type: ignore[attr-defined]  # put there by `read`
    changed = list(list_version_differences(old, row.version, names)) if old else []
    moved = list_effects(row.adjustments.all())
    proposed = describe_version(row.proposed, names) if row.proposed else ""
    return HistoryEntry(
        find_revision_author(row), row.get_verb_display(), row.at, row.reason, changed, moved, row.number, proposed
    )


def find_revision_author(row: MatchRevision) -> str:
    """Return who made a version: the player's name where there is one."""
    if row.by is None and row.number == 1 and row.match.at_venue:
        return AT_VENUE
    return find_account_name(row)


def find_account_name(row: MatchRevision | Event | Import) -> str:
    """Return whose account did it: the player's name where there is one."""
    player = getattr(row.by, "player", None)
    return player.itself.name if player else row.by_name or "The site"
