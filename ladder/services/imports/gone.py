"""Matches of an earlier file that the same file, changed since, has no more: told, and voided if somebody says so."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import batched
from typing import NamedTuple

from django.contrib.auth.models import User

from ladder.files import Record, older_keys, source_keys
from ladder.files.guessing import Doubt, counted
from ladder.files.guessing.doubts import KEEP, Weight
from ladder.models import Event, Match, Season

from .. import events, ledger
from ..exports import records_by_match
from ..matches import batches, moved
from .examining import kinds_of, plainly, renamed
from .sentences import describe_match

KEY, VOID = "gone", "void"
WAYS = ((KEEP, "Keep them"), (VOID, "Void them"))
SHOWN = 12  # matches that are told one by one
AT_ONCE = 5_000  # keys in one statement
REASON = "Not in the file any more: "
LONGEST = 300  # characters of a reason


class Stored(NamedTuple):
    """A match that stands: which import it came by, under which identity, and when it was played."""

    pk: int
    imported_in: int | None
    source_key: str | None
    played_at: datetime


def find_gone(
    season: Season, records: Sequence[Record], names: Mapping[str, str], *, is_export: bool
) -> dict[int, Record]:
    """Return the matches, by key, that are missing from this version of a file.

    They are those of every import that shares a match with the file; of an export, all up to its last day.
    """
    if not records:
        return {}
    kinds = kinds_of(season)
    plain = [plainly(record, kinds) for record in records]
    keys, older = source_keys(plain), older_keys(plain)
    known = {*keys, *older}
    rows = Match.objects.filter(season=season).exclude(status=Match.Status.VOID).order_by("pk")
    stored = [Stored(*row) for row in rows.values_list(*Stored._fields)]
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
        renamed(record, names).content
        for record, key, old in zip(plain, keys, older, strict=True)
        if here.isdisjoint((key, old))
    )
    gone = dict(missing(season, asked, said))
    return gone if shared or len(gone) < len(asked) else {}


def missing(season: Season, asked: Sequence[int], said: Counter[str]) -> Iterator[tuple[int, Record]]:
    """Give those of these matches that the file doesn't say, each match of the file for one of them."""
    wanted, kinds = set(asked), kinds_of(season)
    for match, record in records_by_match(season):
        if match not in wanted:
            continue
        plain = plainly(record, kinds)
        if said[plain.content] > 0:
            said[plain.content] -= 1
        else:
            yield match, plain


def gone_doubts(gone: Mapping[int, Record]) -> list[Doubt]:
    """Return the doubt about matches that are gone from the file."""
    if not gone:
        return []
    number = counted(len(gone), "match", "matches")
    title = f"{number} from the earlier file {'is' if len(gone) == 1 else 'are'} not in this one."
    told = tuple(describe_match(record, "") for record in list(gone.values())[:SHOWN])
    more = f"And {len(gone) - SHOWN:,} more." if len(gone) > SHOWN else ""
    return [Doubt(KEY, Weight.STORED, title, WAYS, KEEP, more, told)]


def drafts_without(season: Season, gone: Sequence[int]) -> list[ledger.Draft]:
    """Return drafts that let these matches count for nothing."""
    wanted = set(gone)
    stood = Match.objects.filter(season=season).exclude(status=Match.Status.VOID)
    return [ledger.draft_of(match, None) for match in stood if match.pk in wanted] if wanted else []


def void_gone(season: Season, gone: Sequence[int], by: User | None, file: str) -> None:
    """Void these matches, with an event that says from which file they are gone. The ladder must be locked."""
    planned = ledger.plan(season, drafts_without(season, gone))
    reason = f"{REASON}{file}"[:LONGEST]
    for keys in batched(gone, AT_ONCE):
        at = batches.void(Match.objects.filter(season=season, pk__in=keys), by, reason)
    said = {"old": counted(len(gone), "match", "matches"), "new": "void", "reason": reason}
    events.write(Event.Verb.TAKE_BACK, season.ladder, by=by, season=season, plans=[planned], at=at, **said)
    moved.tell_moved(planned, by, "An import removed matches", season.get_absolute_url())
