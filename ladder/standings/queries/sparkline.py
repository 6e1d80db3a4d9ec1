"""The line of each player's last twelve weeks on a board, as an SVG path."""

from bisect import bisect
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, date, timedelta
from typing import Any

from django.db.models import TextField
from django.db.models.functions import Cast

from ladder.ledger.player_standings import PlayerStanding
from ladder.ledger.storage.tables import MATCH_PATH, select_changes_in_days, start_of_day
from ladder.models import Board
from ladder.ratings import Rating, RatingSystem, advance_rating
from players.people.queries import resolve_player

WEEKS = 12
DAYS = 7 * WEEKS
PLAYED = Cast(f"{MATCH_PATH}played_at", TextField())  # to make a moment of each takes longer than the whole query
WHO = resolve_player("participant__player")
AS_OF = Cast("after_as_of", TextField())

WeekChange = Sequence[Any]
"""One change: week, points before, points after; on a board with a clock also experience, memory and, as text, day."""
RecentChanges = Mapping[int, Sequence[WeekChange]]
"""Each player's changes of the last weeks, in the order of play."""

LEFT, RIGHT, TOP, BOTTOM = 2, 78, 3, 21  # in a drawing of 80 by 24
SMALLEST = 0.01  # no rating is printed finer
ACROSS = [str(LEFT + round((RIGHT - LEFT) * week / WEEKS)) for week in range(WEEKS + 1)]
TEXTS = [[f"{x} {y}" for y in range(BOTTOM + 1)] for x in ACROSS]  # of each point in the drawing, by week and height
MIDDLE = (TOP + BOTTOM) // 2


def load_recent_changes(board: Board, day: date) -> RecentChanges:
    """Return the changes of the twelve weeks that end with that day, in one query."""
    clock: list[Any] = ["after_experience", "after_memory", AS_OF] if board.rating_system.period else []
    rows = select_changes_in_days(board, day, DAYS)
    found: dict[int, list[WeekChange]] = defaultdict(list)
    begins = list_week_beginnings(day)
    for player, played, *change in rows.values_list(WHO, PLAYED, "before_points", "after_points", *clock):
        found[player].append((bisect(begins, played), *change))
    return found


def list_week_beginnings(day: date) -> list[str]:
    """Return when each of the twelve weeks begins, as the text that a database has for it."""
    moments = (start_of_day(end + timedelta(1)).astimezone(UTC) for end in list_week_ends(day)[:-1])
    return [moment.replace(tzinfo=None).isoformat(" ", "seconds") for moment in moments]


def list_week_ends(day: date) -> list[date]:
    """Return the last days of thirteen weeks, of which the last ends with that day."""
    return [day - timedelta(7 * (WEEKS - week)) for week in range(WEEKS + 1)]


def draw_sparklines(
    system: RatingSystem, rows: Sequence[PlayerStanding], found: RecentChanges, day: date
) -> dict[int, str]:
    """Return everybody's line as an SVG path, each on its own scale; `rows` have the ratings as last written."""
    days = list_week_ends(day)
    return {
        row.player: draw_path(list_weekly_points(system, found.get(row.player, ()), row.rating, days)) for row in rows
    }


def list_weekly_points(
    system: RatingSystem, mine: Sequence[WeekChange], now: Rating, days: Sequence[date]
) -> list[float | None]:
    """Return the points at the end of each week; none where time hides what they were before the first change."""
    if system.period is None:
        return list_steady_points(mine, now)
    held = find_first_known_points(system, mine) if mine else now
    last = {change[0]: build_rating_after(change) for change in mine}
    points: list[float | None] = []
    for week, day in enumerate(days):
        held = last.get(week, held)
        points.append(advance_rating(system, held, day).points if held else None)
    return points


def find_first_known_points(system: RatingSystem, mine: Sequence[WeekChange]) -> Rating | None:
    """Return the rating before these changes, if time alone could not have changed it."""
    before = Rating(mine[0][1])
    return before if system.is_at_rest(before) else None


def build_rating_after(change: WeekChange) -> Rating:
    """Return the whole rating after a change on a board with a clock."""
    _, _, points, experience, memory, as_of = change
    return Rating(points, experience, memory, date.fromisoformat(as_of))


def list_steady_points(mine: Sequence[WeekChange], now: Rating) -> list[float | None]:
    """Return the points at the end of each week on a board where time alone changes nothing."""
    points: list[float | None] = [mine[0][1] if mine else now.points] * (WEEKS + 1)
    for week, _, after_points in mine:
        points[week:] = [after_points] * (WEEKS + 1 - week)
    return points


def draw_path(points: Sequence[float | None]) -> str:
    """Return the line through these points from left to right; a level one runs through the middle."""
    known = [point for point in points if point is not None]  # those before it decay may hide
    texts, low, high = TEXTS[-len(known) :], min(known), max(known)
    if high - low < SMALLEST:
        return f"M{texts[0][MIDDLE]} {RIGHT} {MIDDLE}"
    scale = (BOTTOM - TOP) / (high - low)
    return "M" + " ".join([row[round(BOTTOM - (point - low) * scale)] for row, point in zip(texts, known, strict=True)])
