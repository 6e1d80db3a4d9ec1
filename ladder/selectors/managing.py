"""What organisers see: what waits for them on their ladders, and a ladder's seasons."""

from typing import NamedTuple

from django.db import models
from django.db.models import Count, Q, QuerySet

from ladder.models import Board, Ladder, Match, Season
from ladder.selectors.confirming import WaitingMatch, list_pending_on_ladders
from ladder.selectors.disputes import DisputedMatch, list_disputed_matches
from ladder.selectors.ladders import load_shown_seasons
from ladder.selectors.log import LogLine, load_recent_log
from players.models import Claim

RECENT_CHANGES = 8


class ManagedSeason(NamedTuple):
    """A season with its tables, what was played in it, and whether another one follows."""

    season: Season
    boards: list[Board]
    matches: int
    pending: int
    is_followed: bool


def list_managed_seasons(ladder: Ladder) -> list[ManagedSeason]:
    """Return the ladder's seasons, the newest first, in two queries."""
    counted = Count("matches", filter=Q(matches__status=Match.Status.COUNTED))
    pending = Count("matches", filter=Q(matches__status=Match.Status.PENDING))
    rows = Season.objects.filter(ladder=ladder).select_related("winner", "ladder").prefetch_related("boards")
    newest_first = rows.annotate(counted=counted, waiting=pending).order_by("-pk")
    found = list(newest_first.fetch_mode(models.FETCH_RAISE))
    followed = {season.opens_from_id for season in found}
    return [
        ManagedSeason(season, list(season.boards.all()), season.counted, season.waiting, season.pk in followed)
        for season in found
    ]


class OrganisedLadder(NamedTuple):
    """A ladder that somebody organises, with the season it shows."""

    ladder: Ladder
    season: Season | None


class Desk(NamedTuple):
    """What waits for an organiser, what happened lately, and their ladders."""

    disputed: list[DisputedMatch]
    pending: list[WaitingMatch]
    claims: list[Claim]
    changes: list[LogLine]
    ladders: list[OrganisedLadder]

    @property
    def waiting(self) -> int:
        """How much waits."""
        return len(self.disputed) + len(self.pending) + len(self.claims)

    @property
    def is_demonstration(self) -> bool:
        """Whether some of the ladders are the fictional ones."""
        return any(one.ladder.is_demonstration for one in self.ladders)


def load_desk(ladders: QuerySet[Ladder]) -> Desk:
    """Return the desk of somebody who organises these ladders, in as many queries however many there are."""
    mine, shown = list(ladders), load_shown_seasons()
    claims = Claim.objects.select_related("user", "player").fetch_mode(models.FETCH_RAISE)
    places = [OrganisedLadder(ladder, shown.get(ladder.pk)) for ladder in mine]
    return Desk(
        list_disputed_matches(ladders),
        list_pending_on_ladders(mine),
        list(claims),
        load_recent_log(mine, RECENT_CHANGES),
        places,
    )
