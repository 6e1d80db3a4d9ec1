"""Matches of an earlier file that the same file, changed since, has no more: told, and voided if somebody says so."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import batched
from typing import NamedTuple

from django.contrib.auth.models import User

from ladder.files import MatchRecord, build_older_keys, build_source_keys
from ladder.files.guessing import Doubt, describe_count
from ladder.files.guessing.doubts import KEEP, DoubtWeight
from ladder.models import Event, Match, Season
from ladder.services import ledger
from ladder.services.events import write_event
from ladder.services.exports import load_records_by_match
from ladder.services.imports.examining import drop_plain_kind, list_known_kinds, set_decided_names
from ladder.services.imports.sentences import describe_record
from ladder.services.matches.batches import void_matches
from ladder.services.matches.moved import notify_moved_players

GONE_KEY, VOID_ANSWER = "gone", "void"
GONE_CHOICES = ((KEEP, "Keep them"), (VOID_ANSWER, "Void them"))
GONE_SHOWN = 12  # matches that are told one by one
AT_ONCE = 5_000  # keys in one statement
GONE_REASON = "Not in the file any more: "
LONGEST_GONE_REASON = 300  # characters of a reason


class StoredMatch(NamedTuple):
    """A match that stands: which import it came by, under which identity, and when it was played."""

    pk: int
    imported_in: int | None
    source_key: str | None
    played_at: datetime


def find_gone_matches(
    season: Season, records: Sequence[MatchRecord], names: Mapping[str, str], *, is_export: bool
) -> dict[int, MatchRecord]:
    """Return the matches, by key, that are missing from this version of a file.

    They are those of every import that shares a match with the file; of an export, all up to its last day.
    """
    if not records:
        return {}
    kinds = list_known_kinds(season)
    plain = [drop_plain_kind(record, kinds) for record in records]
    keys, older = build_source_keys(plain), build_older_keys(plain)
    known = {*keys, *older}
    rows = Match.objects.filter(season=season).exclude(status=Match.Status.VOID).order_by("pk")
    stored = [StoredMatch(*row) for row in rows.values_list(*StoredMatch._fields)]
    shared = {one.imported_in for one in stored if one.source_key in known} - {None}
    last = max(record.ended for record in records)
    asked = [
        one.pk
        for one in stored
        if one.source_key not in known and (one.imported_in in shared or (is_export and one.played_at <= last))
    ]
    if not asked:
        return {}
    here = {one.source_key for one in stored}
    said = Counter(
        set_decided_names(record, names).content
        for record, key, old in zip(plain, keys, older, strict=True)
        if here.isdisjoint((key, old))
    )
    gone = dict(list_gone_matches(season, asked, said))
    return gone if shared or len(gone) < len(asked) else {}


def list_gone_matches(season: Season, asked: Sequence[int], said: Counter[str]) -> Iterator[tuple[int, MatchRecord]]:
    """Give those of these matches that the file doesn't say, each match of the file for one of them."""
    wanted, kinds = set(asked), list_known_kinds(season)
    for match, record in load_records_by_match(season):
        if match not in wanted:
            continue
        plain = drop_plain_kind(record, kinds)
        if said[plain.content] > 0:
            said[plain.content] -= 1
        else:
            yield match, plain


def build_gone_doubts(gone: Mapping[int, MatchRecord]) -> list[Doubt]:
    """Return the doubt about matches that are gone from the file."""
    if not gone:
        return []
    number = describe_count(len(gone), "match", "matches")
    title = f"{number} from the earlier file {'is' if len(gone) == 1 else 'are'} not in this one."
    told = tuple(describe_record(record, "") for record in list(gone.values())[:GONE_SHOWN])
    more = f"And {len(gone) - GONE_SHOWN:,} more." if len(gone) > GONE_SHOWN else ""
    return [Doubt(GONE_KEY, DoubtWeight.STORED, title, GONE_CHOICES, KEEP, more, told)]


def build_void_drafts(season: Season, gone: Sequence[int]) -> list[ledger.Draft]:
    """Return drafts that let these matches count for nothing."""
    wanted = set(gone)
    stood = Match.objects.filter(season=season).exclude(status=Match.Status.VOID)
    return [ledger.build_draft(match, None) for match in stood if match.pk in wanted] if wanted else []


def void_gone_matches(season: Season, gone: Sequence[int], by: User | None, file: str) -> None:
    """Void these matches, with an event that says from which file they are gone. The ladder must be locked."""
    planned = ledger.plan(season, build_void_drafts(season, gone))
    reason = f"{GONE_REASON}{file}"[:LONGEST_GONE_REASON]
    for keys in batched(gone, AT_ONCE):
        at = void_matches(Match.objects.filter(season=season, pk__in=keys), by, reason)
    said = {"old": describe_count(len(gone), "match", "matches"), "new": "void", "reason": reason}
    write_event(Event.Verb.TAKE_BACK, season.ladder, by=by, season=season, plans=[planned], at=at, **said)
    notify_moved_players(planned, by, "An import removed matches", season.get_absolute_url())
