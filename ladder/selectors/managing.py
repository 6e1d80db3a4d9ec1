"""What organisers see: what waits for them on their ladders, and a ladder's seasons."""

from typing import NamedTuple

from django.db import models
from django.db.models import Count, Q, QuerySet

from ladder.models import Board, Ladder, Match, Season
from players.models import Claim

from .confirming import Asked, pending_on
from .disputes import Disputed, disputed
from .ladders import newest
from .log import Logged, recent

CHANGES = 8


class Managed(NamedTuple):
    """A season with its tables, what was played in it, and whether another one follows."""

    season: Season
    boards: list[Board]
    matches: int
    pending: int
    is_followed: bool


def seasons_of(ladder: Ladder) -> list[Managed]:
    """Return the ladder's seasons, the newest first, in two queries."""
    counted = Count("matches", filter=Q(matches__status=Match.Status.COUNTED))
    pending = Count("matches", filter=Q(matches__status=Match.Status.PENDING))
    rows = Season.objects.filter(ladder=ladder).select_related("winner", "ladder").prefetch_related("boards")
    newest_first = rows.annotate(counted=counted, waiting=pending).order_by("-pk")
    found = list(newest_first.fetch_mode(models.FETCH_RAISE))
    followed = {season.opens_from_id for season in found}
    return [
        Managed(season, list(season.boards.all()), season.counted, season.waiting, season.pk in followed)
        for season in found
    ]


class Organised(NamedTuple):
    """A ladder that somebody organises, with the season it shows."""

    ladder: Ladder
    season: Season | None


class Desk(NamedTuple):
    """What waits for an organiser, what happened lately, and their ladders."""

    disputed: list[Disputed]
    pending: list[Asked]
    claims: list[Claim]
    changes: list[Logged]
    ladders: list[Organised]

    @property
    def waiting(self) -> int:
        """How much waits."""
        return len(self.disputed) + len(self.pending) + len(self.claims)

    @property
    def is_demonstration(self) -> bool:
        """Whether some of the ladders are the fictional ones."""
        return any(one.ladder.is_demonstration for one in self.ladders)


def desk(ladders: QuerySet[Ladder]) -> Desk:
    """Return the desk of somebody who organises these ladders, in as many queries however many there are."""
    mine, shown = list(ladders), newest()
    claims = Claim.objects.select_related("user", "player").fetch_mode(models.FETCH_RAISE)
    places = [Organised(ladder, shown.get(ladder.pk)) for ladder in mine]
    return Desk(disputed(ladders), pending_on(mine), list(claims), recent(mine, CHANGES), places)
