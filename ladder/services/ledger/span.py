"""A season's matches from a place on, as they are and with a change laid over them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import Count, Max, Min

from ladder.models import Match, Season
from ladder.selectors.order import Place, from_place
from players.identity import Identities, identities

from .drafts import Draft, overlaid
from .entries import Entry
from .loading import load


class Extent(NamedTuple):
    """How many matches a span has, void ones too, and between which keys they are; without any none is between them."""

    matches: int
    first: int
    last: int


@dataclass
class Span:
    """A season's matches from a place on, as they are and as they would be; read when they are wanted."""

    season: Season
    drafts: Sequence[Draft]
    begin: Place | None
    asked: Collection[int] = ()
    supposed: Identities | None = None  # merges that are only planned

    @cached_property
    def identities(self) -> Identities:
        """Who counts as whom: as planned, or as stored."""
        return identities() if self.supposed is None else self.supposed

    @cached_property
    def extent(self) -> Extent:
        """How many matches there are, and the first and the last of their keys, from the index of the order alone."""
        every = Match.objects.filter(from_place(self.begin), season=self.season)
        return Extent(**every.aggregate(matches=Count("pk"), first=Min("pk", default=1), last=Max("pk", default=0)))

    @cached_property
    def was(self) -> list[Entry]:
        return load(self.season, self.begin, identities=self.identities)

    @cached_property
    def will(self) -> list[Entry]:
        return overlaid(self.was, self.drafts, self.identities)
