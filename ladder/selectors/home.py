"""The home page: a member's own place, or the ladders of the club."""

from typing import Any, NamedTuple

from django.db import models
from django.db.models import F

from ladder.models import Board, Ladder, Participant, Season
from ladder.ratings import RatingSystem
from players.identity import selves
from players.models import Player

from .places import ordinal
from .printing import rating_text
from .profiles.scale import round_step
from .rows import Row
from .standings import Table

FINEST = 0.01  # no rating is printed finer
WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


class Rung(NamedTuple):
    """A player, or a round number, on the ladder line; `x` is a percentage of its width."""

    x: str
    text: str = ""
    anchor: str = "middle"


class Line(NamedTuple):
    """The ladder line: everybody placed by rating, with the member, the leader and round numbers named."""

    rungs: list[Rung]
    me: Rung
    leader: Rung | None
    scale: list[Rung]
    label: str


def player_of(user: Any) -> Player | None:
    """Return the player that an account plays as; the account remembers it, so the header asks no more."""
    player = getattr(user, "player", None)
    return player and player.itself


def ladder_of(player: Player) -> Ladder | None:
    """Return the ladder that a player played on last."""
    last = Participant.objects.filter(player__in=selves([player.pk])).order_by("-match__played_at", "-match__sequence")
    found = last.annotate(ladder=F("match__season__ladder")).values_list("ladder", flat=True).first()
    return Ladder.objects.filter(pk=found).first() if found else None


def main_board(season: Season | None) -> Board | None:
    """Return the season's main board with its season and ladder."""
    if season is None:
        return None
    boards = Board.objects.filter(season=season).select_related("season__ladder")
    return boards.fetch_mode(models.FETCH_RAISE).first()


def headline(row: Row) -> str:
    """Return "32nd, up eight places", or the place alone when it has not moved."""
    count, way = row.movement.places, row.movement.direction
    if way == "new":
        return f"{ordinal(row.rank)}, new on the ladder"
    if not count:
        return f"{ordinal(row.rank)}, as before"
    number = WORDS[count] if count < len(WORDS) else f"{count:,}"
    return f"{ordinal(row.rank)}, {way} {number} place{'' if count == 1 else 's'}"


def ladder_line(table: Table, mine: Row, name: str = "") -> Line:
    """Return the ladder line of a table, one rung for each player; the one that stands out is you, or has a name."""
    low, high = table.rows[-1].points, table.rows[0].points
    margin = (high - low) * 0.05 or 1.0
    low, width = low - margin, high - low + 2 * margin

    def rung(points: float, text: str = "") -> Rung:
        x = 100 * (points - low) / width
        return Rung(f"{x:.1f}%", text, "start" if x < 15 else "end" if x > 85 else "middle")

    top, system = table.rows[0], table.board.rating_system
    far = abs(top.points - mine.points) > width / 3
    who = f"{name} is" if name else "You are"
    return Line(
        [rung(row.points) for row in table.rows if row is not mine],
        rung(mine.points, f"{name or 'You'} {mine.rating}"),
        rung(top.points, f"{top.name} {top.rating}")._replace(anchor="end") if far else None,
        [rung(points, text) for points, text in round_numbers(system, low, low + width)],
        f"All {len(table.rows)} players placed by {system.about.unit}, from {table.rows[-1].name} at "
        f"{table.rows[-1].rating} to {top.name} at {top.rating}. {who} at {mine.rating}.",
    )


def round_numbers(system: RatingSystem, low: float, high: float) -> list[tuple[float, str]]:
    """Return about four round numbers strictly inside the range."""
    step = max(round_step((high - low) / 5), FINEST)
    edge = (high - low) * 0.06
    numbers = (step * count for count in range(int(low // step), int(high // step) + 1))
    return [(number, rating_text(system, number)) for number in numbers if low + edge < number < high - edge]
