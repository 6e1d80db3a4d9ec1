"""The race of a year: all points of its cycles together, with a champion once the year is over (B7).

Level: fewer points by forfeit, then fewer points conceded.
"""

from collections import defaultdict
from typing import NamedTuple

from django.db.models import Q

from ladder.models import Ladder, Season, Standing
from ladder.ratings import Rank, number_ranks
from ladder.ratings.systems.match_points import MatchPoints, format_points, read_record
from players.models import Player
from players.people.queries import resolve_player


class RaceLine(NamedTuple):
    """A player in the race: the rank, the points of each cycle that they played, and the sum."""

    rank: Rank
    player: Player
    points: list[str]  # by cycle, empty where they did not play
    total: str


class Race(NamedTuple):
    """The race of a year: its cycles in order, its lines best first, and whether nothing is to be played any more."""

    year: int
    seasons: list[Season]
    lines: list[RaceLine]
    is_over: bool

    @property
    def champions(self) -> list[Player]:
        """Who has won the race, once it is over."""
        return [line.player for line in self.lines if line.rank.number == 1] if self.is_over else []


def load_race(ladder: Ladder, year: int) -> Race:
    """Return the race of the seasons with boxes that ended, or end, in a year; three queries."""
    with_boxes = Season.objects.filter(ladder=ladder, boxes__isnull=False).distinct()
    seasons = list(with_boxes.filter(ends_on__year=year).order_by("ends_on", "pk"))
    counted = Q(board__season__in=seasons, board__system=MatchPoints.key, played__gt=0)
    rows = Standing.objects.filter(counted).order_by().select_related("board")
    points: dict[int, dict[int, float]] = defaultdict(dict)
    spoilt: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for row in rows.annotate(who=resolve_player("player")):
        record = read_record(row.rating)
        points[row.who][row.board.season_id] = row.points
        spoilt[row.who][0] += record.forfeit_points
        spoilt[row.who][1] += record.conceded
    keys = {player: (-sum(mine.values()), *spoilt[player]) for player, mine in points.items()}
    people = Player.objects.in_bulk(keys)
    order = sorted(keys, key=lambda player: (keys[player], people[player].key))
    ranks = number_ranks([keys[player] for player in order], [True] * len(order))
    lines = [
        RaceLine(
            rank,
            people[player],
            [format_points(points[player][one.pk]) if one.pk in points[player] else "" for one in seasons],
            format_points(-keys[player][0]),
        )
        for player, rank in zip(order, ranks, strict=True)
    ]
    return Race(year, seasons, lines, bool(seasons) and all(one.closed_at for one in seasons))
