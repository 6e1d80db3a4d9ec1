"""Many matches at once: written in bulk, without settling."""

from collections.abc import Sequence
from datetime import UTC, datetime
from operator import itemgetter
from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import F, QuerySet
from django.utils import timezone

from ladder.models import Import, Match, MatchRevision, Participant, Season
from ladder.ratings import Result

from ..ledger import Place, bulk
from ..results import stored_sides
from ..revisions import outcomes, version
from .new import next_sequence

PLAYED = ("kind", "played_at", "started_at", "facts")
MATCH = ("season", *PLAYED, "status", "sequence", "revision", "source_key", "reported_by", "recorded_at", "imported_in")
SIDE = ("player", "seat", "score", "exit", "round", "place")
COLUMNS = itemgetter("player_id", *SIDE[1:])
REVISION = ("match", "number", "verb", "by", "by_name", "at", "reason", "version")


class New(NamedTuple):
    """A match to be stored: what was played, and who entered it when."""

    result: Result
    at: datetime
    by: AbstractBaseUser | None = None
    source_key: str | None = None
    status: str = Match.Status.COUNTED


def store(
    season: Season, new: Sequence[New], verb: MatchRevision.Verb, imported_in: Import | None = None
) -> tuple[Place, list[int]]:
    """Write matches in the order of entry, with participants and revisions; return the earliest place and the ids.

    The ladder must be locked, and the ledger settled from that place on.
    """
    first = next_sequence(season)
    source = imported_in and imported_in.pk
    bulk.insert(Match, MATCH, ((*match_row(season, number, one), source) for number, one in enumerate(new, first)))
    stored = Match.objects.filter(season=season, sequence__gte=first)
    ids = list(stored.order_by("sequence").values_list("pk", flat=True))
    sides = [stored_sides(one.result) for one in new]
    rows = ((match, *COLUMNS(side)) for match, mine in zip(ids, sides, strict=True) for side in mine)
    bulk.insert(Participant, ("match", *SIDE), rows)
    versions = (revision_row(verb, *each) for each in zip(ids, new, sides, strict=True))
    bulk.insert(MatchRevision, REVISION, versions)
    return min((one.result.ended.astimezone(UTC), number) for number, one in enumerate(new, first)), ids


def match_row(season: Season, number: int, one: New) -> tuple[Any, ...]:
    result, by = one.result, one.by and one.by.pk
    played = (result.kind.key, result.ended, result.started, dict(result.facts))
    return (season.pk, *played, str(one.status), number, 1, one.source_key, by, one.at)


def revision_row(verb: MatchRevision.Verb, match: int, one: New, sides: Sequence[dict[str, Any]]) -> tuple[Any, ...]:
    result, by = one.result, one.by
    facts, ended = dict(result.facts), outcomes(sides)
    whole = version(result.kind.key, result.ended, result.started, facts, str(one.status), ended)
    return (match, 1, str(verb), *signed(by), one.at, "", whole)


def signed(by: AbstractBaseUser | None) -> tuple[int | None, str]:
    """Return who writes a revision, and the account's name."""
    return (by.pk, by.get_username()) if by else (None, "")


def void(found: QuerySet[Match], by: AbstractBaseUser | None, reason: str) -> datetime:
    """Let matches count for nothing, each with a new version; return the moment of all of them.

    They forget their file, so that the same file brings them in anew. The ladder must be locked, and the plan of it
    applied.
    """
    now, verb, void = timezone.now(), str(MatchRevision.Verb.VOID), str(Match.Status.VOID)
    last = MatchRevision.objects.filter(match__in=found, number=F("match__revision")).order_by("match__sequence")
    versions = list(last.values_list("match", "number", "version"))
    rows = (
        (match, number + 1, verb, *signed(by), now, reason, said | {"status": void}) for match, number, said in versions
    )
    bulk.insert(MatchRevision, REVISION, rows)
    found.update(status=void, revision=F("revision") + 1, source_key=None)
    return now
