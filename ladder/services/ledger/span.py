"""A season's matches from a place on, as they are and with a change laid over them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import Count, Max, Min

from ladder.models import Match, Season
from ladder.selectors.order import OrderPlace, filter_from_place
from ladder.services.ledger.drafts import Draft, overlay_drafts
from ladder.services.ledger.entries import MatchEntry
from ladder.services.ledger.loading import load_entries
from players.identity import Identities, load_identities


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
