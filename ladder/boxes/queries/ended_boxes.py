"""How the boxes of closed seasons ended: who won each, and who went up and down. The story is told from it.

Where somebody went is a fact of the next season's boxes, also where an organiser moved them by hand.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from django.urls import reverse

from ladder.boxes.queries.box_proposal import BoxEnd
from ladder.boxes.queries.box_table import count_box_result
from ladder.boxes.queries.shown_boxes import (
    POINT_COLUMNS,
    ShownBox,
    find_points_board,
    find_points_system,
    group_box_places,
    list_box_levels,
    select_box_places,
)
from ladder.ledger.storage.season_matches import MatchEntry
from ladder.models import Box, BoxPlace, Fixture, Ladder, Origin, RatingChange, Season

FEWEST_FOR_UNBEATEN = 3  # matches


class EndedPlace(NamedTuple):
    """How a player ended in a box; `after` is their box of the next season, if they are in one.

    `unbeaten` counts the matches that they played, where these were three or more and they won all; else it is 0.
    """

    end: BoxEnd
    after: Box | None
    unbeaten: int

    @property
    def went_up(self) -> bool:
        return self.after is not None and self.after.level < self.end.level

    @property
    def went_down(self) -> bool:
        return self.after is not None and self.after.level > self.end.level


class EndedBox(NamedTuple):
    """A box of a closed season with its players, best first; nobody has won it where nobody played."""

    season: Season
    box: Box
    winner: int | None
    places: list[EndedPlace]

    @property
    def ended_on(self) -> date:
        return self.season.ends_on or date.max

    @property
    def url(self) -> str:
        """The address of the page with the boxes of its season."""
        return reverse("ladder:boxes", args=[self.season.ladder.slug, self.season.slug])

    @property
    def champion(self) -> int | None:
        """Who has won it, of a box that is above all others."""
        return self.winner if self.box.level == 1 else None


def load_ended_boxes(ladder: Ladder, entries: Iterable[MatchEntry]) -> list[EndedBox]:
    """Return the boxes of the closed seasons of a ladder, the oldest and best first; five queries, or one without any.

    `entries` are all matches of the ladder that count, by who their players count as.
    """
    known = Season.objects.filter(ladder=ladder, boxes__isnull=False).order_by("pk").distinct()
    seasons = {season.pk: season for season in known.prefetch_related("boards")}
    for season in seasons.values():
        season.ladder = ladder
    places = group_box_places(select_box_places(seasons.values())) if seasons else {}
    closed = [season for season in seasons.values() if season.closed_at and season.ends_on]
    after = {
        (seasons[one.season_id].opens_from_id, one.player.itself.pk): one.box
        for here in places.values()
        for one in here
    }
    return [
        build_ended_box(seasons[one.box.season_id], one, after) for one in build_closed_boxes(closed, places, entries)
    ]


def build_closed_boxes(
    seasons: Sequence[Season], places: Mapping[int, list[BoxPlace]], entries: Iterable[MatchEntry]
) -> list[ShownBox]:
    """Return the boxes of these seasons with what was played in them; two queries, or none without a season."""
    if not seasons:
        return []
    boards = {season.pk: find_points_board(season) for season in seasons}
    shown = {
        key: ShownBox(here[0].box, here, list_box_levels(boards[here[0].season_id]))
        for key, here in places.items()
        if here[0].season_id in boards
    }
    changes = RatingChange.objects.filter(board__in=[board for board in boards.values() if board]).order_by()
    gained = {pk: after - before for pk, before, after in changes.values_list("participant", *POINT_COLUMNS)}
    fixtures = Fixture.objects.filter(season__in=seasons, origin=Origin.BOX, match__isnull=False).order_by("pk")
    by_match = {entry.match: entry for entry in entries}
    for key, match in fixtures.values_list("box", "match"):
        one, entry = shown.get(key), by_match.get(match)
        if one and entry and len(pair := frozenset(entry.result.players)) == 2 and pair <= one.players.keys():
            points = [gained.get(pk, score) for pk, score in zip(entry.participants, entry.result.scores, strict=True)]
            system = find_points_system(boards[one.box.season_id])
            one.played[pair] = count_box_result(match, entry.result, system, points)
    return list(shown.values())


def build_ended_box(season: Season, shown: ShownBox, after: Mapping[tuple[int | None, int], Box]) -> EndedBox:
    """Return how a box ended; `after` has the box in which a player went on, by the key of the season before it."""
    places = [
        EndedPlace(end, after.get((season.pk, end.player)), count_when_unbeaten(shown, end.player))
        for end in shown.list_ends()
    ]
    return EndedBox(season, shown.box, shown.winner, places)


def count_when_unbeaten(shown: ShownBox, player: int) -> int:
    """Return how many matches a player has played in a box, where these are three or more and all are won; else 0."""
    own = [match for match in shown.counting if player in match.players]
    played = sum(not match.is_forfeit for match in own)
    is_unbeaten = all(match.scores[match.players.index(player)] == 1 for match in own)
    is_told = is_unbeaten and played >= FEWEST_FOR_UNBEATEN and not shown.players[player].withdrawal
    return played if is_told else 0
