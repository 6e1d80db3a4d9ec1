"""Drafts: matches as they would be, laid over the stored ones, and the span of a season that is replayed for them."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Min, Q

from ladder.ledger.storage.season_matches import MatchEntry, load_entries, merge_result_players
from ladder.ledger.storage.tables import OrderPlace, filter_from_place, find_order_place
from ladder.models import Match, Season
from ladder.ratings import Result
from players.people.queries import Identities, load_identities

NEW_MATCH_KEY = 0
"""The key of a match that is not stored yet."""


def build_order_place(result: Result, sequence: int) -> OrderPlace:
    """Return a result's place in the order of play, in UTC as stored places are.

    Python compares two moments of one zone by the clock, which goes wrong in the hour that comes twice.
    """
    return result.ended.astimezone(UTC), sequence


class Draft(NamedTuple):
    """A match as it would be; `match` is its key, or NEW_MATCH_KEY.

    Without a result the match no longer counts. `old_place` is its place in the order of play if it counts now. `past`
    says that it was not pending, so that the change is one to the past.
    """

    match: int
    sequence: int
    result: Result | None
    old_place: OrderPlace | None = None
    past: bool = False

    @property
    def places(self) -> list[OrderPlace]:
        """The places in the order of play at which something changes: the new one and the old one."""
        new = [] if self.result is None else [build_order_place(self.result, self.sequence)]
        return new + ([] if self.old_place is None else [self.old_place])


def build_draft(match: Match, result: Result | None) -> Draft:
    """Return the draft of a stored match with this result in place of its own."""
    old_place = find_order_place(match) if match.counts else None
    return Draft(match.pk, match.sequence, result, old_place, past=not match.is_pending)


def find_first_felt_place(season: Season, since: OrderPlace, drafts: Iterable[Draft]) -> OrderPlace:
    """Return the place at which the replay must begin for a system that rates with the ratings of a match's start.

    It is `since`, or an earlier place at which a match from there on started.
    """
    counted = Match.objects.filter(season=season, status=Match.Status.COUNTED, started_at__isnull=False)
    planned = [draft.result.started.astimezone(UTC) for draft in drafts if draft.result and draft.result.started]
    while True:
        began = counted.filter(filter_from_place(since)).aggregate(first=Min("started_at"))["first"]
        starts = [*planned, *([began] if began else [])]
        if not starts or (min(starts), -1) >= since:  # a match that ended at a start does not count in its ratings
            return since
        since = (min(starts), -1)


def build_draft_entry(draft: Draft, result: Result, seats: Sequence[int | None], identities: Identities) -> MatchEntry:
    """Return a draft as an entry; its first participants are the stored ones of `seats`, the others None."""
    size = len(result.players)
    participants = (*seats, *[None] * size)[:size]
    return MatchEntry(
        draft.match, build_order_place(result, draft.sequence), merge_result_players(result, identities), participants
    )


def has_counting_match(season: Season, where: Q) -> bool:
    """Return whether the season has a counting match that this filter selects."""
    return Match.objects.filter(where, season=season, status=Match.Status.COUNTED).exists()


@dataclass
class SeasonSpan:
    """A season's counting matches from a place on, as they are `stored` and as they are `planned`, read on demand."""

    season: Season
    drafts: Sequence[Draft]
    begin: OrderPlace | None
    asked: Collection[int] = ()
    supposed: Identities | None = None  # merges that are only planned

    @cached_property
    def identities(self) -> Identities:
        """Which players count as others: as supposed, or as stored."""
        return load_identities() if self.supposed is None else self.supposed

    @cached_property
    def is_empty(self) -> bool:
        """Whether it begins after the last counting match that is stored, as for a new match at the end."""
        return self.begin is not None and not has_counting_match(self.season, filter_from_place(self.begin))

    @cached_property
    def stored(self) -> list[MatchEntry]:
        return [] if self.is_empty else load_entries(self.season, self.begin, identities=self.identities)

    @cached_property
    def planned(self) -> list[MatchEntry]:
        """The matches as the drafts would have them, in order of play."""
        return lay_drafts_over(self.stored, self.drafts, self.identities)


def lay_drafts_over(stored: list[MatchEntry], drafts: Sequence[Draft], identities: Identities) -> list[MatchEntry]:
    """Return these matches as the drafts would have them, in order of play."""
    if not drafts:
        return stored
    changed = {draft.match for draft in drafts}
    seats = {entry.match: entry.participants for entry in stored if entry.match in changed}
    kept = [entry for entry in stored if entry.match not in changed]
    drafted = [
        build_draft_entry(draft, draft.result, seats.get(draft.match, ()), identities)
        for draft in drafts
        if draft.result
    ]
    return sorted(kept + drafted, key=attrgetter("place"))
