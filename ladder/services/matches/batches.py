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
from ladder.services.ledger import OrderPlace
from ladder.services.ledger.bulk import insert_rows
from ladder.services.matches.new import find_next_sequence
from ladder.services.results import list_participant_columns
from ladder.services.revisions import build_match_version, list_version_outcomes

PLAYED_COLUMNS = ("kind", "played_at", "started_at", "facts")
MATCH_COLUMNS = (
    "season",
    *PLAYED_COLUMNS,
    "status",
    "sequence",
    "revision",
    "source_key",
    "reported_by",
    "recorded_at",
    "imported_in",
)
PARTICIPANT_COLUMNS = ("player", "seat", "score", "exit", "round", "place")
PARTICIPANT_VALUES = itemgetter("player_id", *PARTICIPANT_COLUMNS[1:])
REVISION_COLUMNS = ("match", "number", "verb", "by", "by_name", "at", "reason", "version")


class NewMatch(NamedTuple):
    """A match to be stored: what was played, and who entered it when."""

    result: Result
    at: datetime
    by: AbstractBaseUser | None = None
    source_key: str | None = None
    status: str = Match.Status.COUNTED


def store_matches(
    season: Season, new: Sequence[NewMatch], verb: MatchRevision.Verb, imported_in: Import | None = None
) -> tuple[OrderPlace, list[int]]:
    """Write matches in the order of entry, with participants and revisions; return the earliest place and the ids.

    The ladder must be locked, and the ledger settled from that place on.
    """
    first = find_next_sequence(season)
    source = imported_in and imported_in.pk
    insert_rows(
        Match, MATCH_COLUMNS, ((*build_match_row(season, number, one), source) for number, one in enumerate(new, first))
    )
    stored = Match.objects.filter(season=season, sequence__gte=first)
    ids = list(stored.order_by("sequence").values_list("pk", flat=True))
    sides = [list_participant_columns(one.result) for one in new]
    rows = ((match, *PARTICIPANT_VALUES(side)) for match, mine in zip(ids, sides, strict=True) for side in mine)
    insert_rows(Participant, ("match", *PARTICIPANT_COLUMNS), rows)
    versions = (build_revision_row(verb, *each) for each in zip(ids, new, sides, strict=True))
    insert_rows(MatchRevision, REVISION_COLUMNS, versions)
    return min((one.result.ended.astimezone(UTC), number) for number, one in enumerate(new, first)), ids


def build_match_row(season: Season, number: int, one: NewMatch) -> tuple[Any, ...]:
    result, by = one.result, one.by and one.by.pk
    played = (result.kind.key, result.ended, result.started, dict(result.facts))
    return (season.pk, *played, str(one.status), number, 1, one.source_key, by, one.at)


def build_revision_row(
    verb: MatchRevision.Verb, match: int, one: NewMatch, sides: Sequence[dict[str, Any]]
) -> tuple[Any, ...]:
    result, by = one.result, one.by
    facts, ended = dict(result.facts), list_version_outcomes(sides)
    whole = build_match_version(result.kind.key, result.ended, result.started, facts, str(one.status), ended)
    return (match, 1, str(verb), *build_signature(by), one.at, "", whole)


def build_signature(by: AbstractBaseUser | None) -> tuple[int | None, str]:
    """Return who writes a revision, and the account's name."""
    return (by.pk, by.get_username()) if by else (None, "")


def void_matches(found: QuerySet[Match], by: AbstractBaseUser | None, reason: str) -> datetime:
    """Let matches count for nothing, each with a new version; return the moment of all of them.

    They forget their file, so that the same file brings them in anew. The ladder must be locked, and the plan of it
    applied.
    """
    now, verb, void = timezone.now(), str(MatchRevision.Verb.VOID), str(Match.Status.VOID)
    last = MatchRevision.objects.filter(match__in=found, number=F("match__revision")).order_by("match__sequence")
    versions = list(last.values_list("match", "number", "version"))
    rows = (
        (match, number + 1, verb, *build_signature(by), now, reason, said | {"status": void})
        for match, number, said in versions
    )
    insert_rows(MatchRevision, REVISION_COLUMNS, rows)
    found.update(status=void, revision=F("revision") + 1, source_key=None)
    return now
