"""A change to the matches of a season: laid over those that stand, and from where it is felt."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Count, Max, Min

from ladder.ledger.storage.season_matches import MatchEntry, load_entries, merge_result_players
from ladder.ledger.storage.tables import OrderPlace, filter_from_place, find_order_place
from ladder.models import Match, Season
from ladder.ratings import Result
from players.people.queries import Identities, load_identities

NEW = 0
"""Stands for the key of a match that is only planned."""


def build_order_place(result: Result, sequence: int) -> OrderPlace:
    """Return a result's place, in UTC as what is stored: two times of one zone compare by its clock."""
    return result.ended.astimezone(UTC), sequence


class Draft(NamedTuple):
    """A match as it would be, or NEW; without a result it counts for nothing. `was` is where it counted.

    It is of the `past` where it changes what was said before.
    """

    match: int
    sequence: int
    result: Result | None
    was: OrderPlace | None = None
    past: bool = False

    @property
    def places(self) -> list[OrderPlace]:
        """Where in the order the change is felt."""
        now = [] if self.result is None else [build_order_place(self.result, self.sequence)]
        return now + ([] if self.was is None else [self.was])


def build_draft(match: Match, result: Result | None) -> Draft:
    """Return a stored match with this result in place of its own; a pending one has not said anything yet."""
    was = find_order_place(match) if match.counts else None
    return Draft(match.pk, match.sequence, result, was, past=not match.is_pending)


def find_first_felt_place(season: Season, since: OrderPlace, drafts: Iterable[Draft]) -> OrderPlace:
    """Return where the fold must begin, so that a match after `since` finds the ratings of its start."""
    counted = Match.objects.filter(season=season, status=Match.Status.COUNTED, started_at__isnull=False)
    planned = [draft.result.started.astimezone(UTC) for draft in drafts if draft.result and draft.result.started]
    while True:
        began = counted.filter(filter_from_place(since)).aggregate(first=Min("started_at"))["first"]
        starts = [*planned, *([began] if began else [])]
        if not starts or (min(starts), -1) >= since:  # what ended at that moment is not yet in the ratings of a start
            return since
        since = (min(starts), -1)


def overlay_drafts(entries: list[MatchEntry], drafts: Sequence[Draft], identities: Identities) -> list[MatchEntry]:
    """Return the entries with the drafts in the place of what they change."""
    if not drafts:
        return entries
    changed = {draft.match for draft in drafts}
    seats = {entry.match: entry.participants for entry in entries if entry.match in changed}
    kept = [entry for entry in entries if entry.match not in changed]
    planned = [
        build_draft_entry(draft, draft.result, seats.get(draft.match, ()), identities)
        for draft in drafts
        if draft.result
    ]
    return sorted(kept + planned, key=attrgetter("place"))


def build_draft_entry(draft: Draft, result: Result, seats: Sequence[int | None], identities: Identities) -> MatchEntry:
    """Return a draft as an entry; a seat that is stored keeps its participant."""
    size = len(result.players)
    participants = (*seats, *[None] * size)[:size]
    return MatchEntry(
        draft.match, build_order_place(result, draft.sequence), merge_result_players(result, identities), participants
    )


class SpanExtent(NamedTuple):
    """How many matches a span has, void ones too, and between which keys they are; without any none is between them."""

    matches: int
    first: int
    last: int


@dataclass
class SeasonSpan:
    """A season's matches from a place on, as they are and as they would be; read when they are wanted."""

    season: Season
    drafts: Sequence[Draft]
    begin: OrderPlace | None
    asked: Collection[int] = ()
    supposed: Identities | None = None  # merges that are only planned

    @cached_property
    def identities(self) -> Identities:
        """Who counts as whom: as planned, or as stored."""
        return load_identities() if self.supposed is None else self.supposed

    @cached_property
    def extent(self) -> SpanExtent:
        """How many matches there are, and the first and the last of their keys, from the index of the order alone."""
        every = Match.objects.filter(filter_from_place(self.begin), season=self.season)
        return SpanExtent(**every.aggregate(matches=Count("pk"), first=Min("pk", default=1), last=Max("pk", default=0)))

    @cached_property
    def was(self) -> list[MatchEntry]:
        return load_entries(self.season, self.begin, identities=self.identities)

    @cached_property
    def will(self) -> list[MatchEntry]:
        return overlay_drafts(self.was, self.drafts, self.identities)
