"""The line of each player's last twelve weeks on a board, as an SVG path."""

from bisect import bisect
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, date, timedelta
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import TextField
from django.db.models.functions import Cast

from ladder.ledger.player_standings import PlayerStanding
from ladder.ledger.storage.tables import (
    MATCH_PATH,
    filter_players,
    has_shifts,
    select_changes_in_days,
    select_shifts_in_days,
    start_of_day,
)
from ladder.models import Board, RatingChange, RatingShift
from ladder.ratings import Rating, RatingSystem, advance_rating
from players.people.queries import list_with_merged, resolve_player

SPARKLINE_WEEKS = 12
SPARKLINE_DAYS = 7 * SPARKLINE_WEEKS
PLAYED_TEXT = Cast(f"{MATCH_PATH}played_at", TextField())  # to make a moment of each takes longer than the whole query
POINT_COLUMNS = ("before_points", "after_points")
PLAYER_COLUMN = resolve_player("participant__player")
AS_OF = Cast("after_as_of", TextField())

WeekChange = Sequence[Any]
"""One change: week, points before, points after; on a board with a clock also experience, memory and, as text, day."""
RecentChanges = Mapping[int, Sequence[WeekChange]]
"""Each player's changes of the last weeks, in the order of play."""

LEFT, RIGHT, TOP, BOTTOM = 2, 78, 3, 21  # in a drawing of 80 by 24
SMALLEST_MOVE = 0.01  # no rating is printed finer
WEEK_PLACES = [str(LEFT + round((RIGHT - LEFT) * week / SPARKLINE_WEEKS)) for week in range(SPARKLINE_WEEKS + 1)]
POINT_TEXTS = [
    [f"{x} {y}" for y in range(BOTTOM + 1)] for x in WEEK_PLACES
]  # of each point in the drawing, by week and height
LINE_MIDDLE = (TOP + BOTTOM) // 2


def load_recent_changes(board: Board, day: date) -> RecentChanges:
    """Return each player's changes of the twelve weeks that end with that day, in one query."""
    clock: list[Any] = ["after_experience", "after_memory", AS_OF] if board.rating_system.period else []
    changes = select_changes_in_days(board, day, SPARKLINE_DAYS).values_list(
        PLAYER_COLUMN, PLAYED_TEXT, *POINT_COLUMNS, *clock
    )
    rows = list_shifting_rows(board, day) if has_shifts(board) else changes
    return group_by_week(rows, day)


def group_by_week(rows: Iterable[Sequence[Any]], day: date) -> RecentChanges:
    """Return changes, which begin with player and moment, by player and with the week instead of the moment."""
    starts = list_week_starts(day)
    found: dict[int, list[WeekChange]] = defaultdict(list)
    for player, played, *change in rows:
        found[player].append((bisect(starts, played), *change))
    return found


def list_week_starts(day: date) -> list[str]:
    """Return when the twelve weeks that end with that day begin, as a database writes moments."""
    return [format_start_of_day(end + timedelta(1)) for end in list_week_ends(day)[:-1]]


def format_start_of_day(day: date) -> str:
    """Return the start of a day as a database writes moments."""
    return start_of_day(day).astimezone(UTC).replace(tzinfo=None).isoformat(" ", "seconds")


def list_shifting_rows(board: Board, day: date) -> list[Sequence[Any]]:
    """Return who changed when and how in the twelve weeks, by matches of their own and of others, in order of play."""
    own = select_changes_in_days(board, day, SPARKLINE_DAYS).values_list(
        PLAYER_COLUMN, PLAYED_TEXT, *POINT_COLUMNS, f"{MATCH_PATH}sequence"
    )
    shifts = select_shifts_in_days(board, day, SPARKLINE_DAYS)
    others = shifts.values_list("player", Cast("match__played_at", TextField()), *POINT_COLUMNS, "match__sequence")
    return [row[:-1] for row in sorted([*own, *others], key=itemgetter(1, -1))]


def list_week_ends(day: date) -> list[date]:
    """Return the last days of thirteen weeks, of which the last ends with that day."""
    return [day - timedelta(7 * (SPARKLINE_WEEKS - week)) for week in range(SPARKLINE_WEEKS + 1)]


def draw_sparklines(
    system: RatingSystem, standings: Sequence[PlayerStanding], changes: RecentChanges, day: date
) -> dict[int, str]:
    """Return each player's line as an SVG path on its own scale; the standings have the ratings as last written."""
    days = list_week_ends(day)
    return {one.player: draw_sparkline(system, changes.get(one.player, ()), one.rating, days) for one in standings}


def draw_sparkline(system: RatingSystem, mine: Sequence[WeekChange], now: Rating, days: Sequence[date]) -> str:
    """Return the line of one player with these changes, whose rating is as last written."""
    if system.period is None:
        return draw_path(tuple(list_steady_points(mine, now)))
    return draw_path(tuple(list_advancing_points(system, mine, now, days)))


class LeadingPlayer(NamedTuple):
    """The player of a board whose line is drawn, with the rating as last written, and the day on which it ends."""

    board: Board
    player: int
    rating: Rating
    day: date


def draw_leading_lines(leading: Sequence[LeadingPlayer]) -> dict[int, str]:
    """Return the line of one player of each of these boards, by board; two queries, however many boards there are."""
    if not leading:
        return {}
    players = list_with_merged([one.player for one in leading])
    since = start_of_day(min(one.day for one in leading) - timedelta(SPARKLINE_DAYS - 1))
    boards = [one.board for one in leading]
    own = RatingChange.objects.filter(board__in=boards, participant__player__in=players).order_by()
    rows = list(
        own.filter(**{f"{MATCH_PATH}played_at__gte": since}).values_list(
            "board",
            PLAYER_COLUMN,
            PLAYED_TEXT,
            f"{MATCH_PATH}sequence",
            *POINT_COLUMNS,
            "after_experience",
            "after_memory",
            AS_OF,
        )
    )
    moved = [board for board in boards if has_shifts(board)]
    shifts = RatingShift.objects.filter(board__in=moved, player__in=players, match__played_at__gte=since).order_by()
    moment = Cast("match__played_at", TextField())
    rows += shifts.values_list("board", "player", moment, "match__sequence", *POINT_COLUMNS)
    found: dict[tuple[int, int], list[Sequence[Any]]] = defaultdict(list)
    for board, player, played, _, *state in sorted(rows, key=itemgetter(2, 3)):
        found[board, player].append((played, *state))
    return {one.board.pk: draw_leading_line(one, found[one.board.pk, one.player]) for one in leading}


def draw_leading_line(one: LeadingPlayer, rows: Sequence[Sequence[Any]]) -> str:
    """Return the line of a player from the moment and the ratings of each change of twelve weeks or more."""
    system = one.board.rating_system
    first = format_start_of_day(one.day - timedelta(SPARKLINE_DAYS - 1))
    kept = [
        (one.player, played, *(state if system.period else state[:2])) for played, *state in rows if played >= first
    ]
    changes = group_by_week(kept, one.day).get(one.player, ())
    return draw_sparkline(system, changes, one.rating, list_week_ends(one.day))


def is_steady(board: Board) -> bool:
    """Return whether only matches of their own change the players' ratings, and time doesn't."""
    return board.rating_system.period is None and not has_shifts(board)


def load_week_ends(board: Board, day: date, latest: date) -> dict[int, list[float]]:
    """Return the points at the end of each of the twelve weeks before `day`, of who changed in them before `latest`.

    That is the latest club day. The board must be steady.
    """
    start = start_of_day(latest)
    changes = select_changes_in_days(board, day, SPARKLINE_DAYS).filter(**{f"{MATCH_PATH}played_at__lt": start})
    weeks = group_by_week(changes.values_list(PLAYER_COLUMN, PLAYED_TEXT, *POINT_COLUMNS), day)
    return {player: list_steady_points(mine, Rating(0.0)) for player, mine in weeks.items()}


def draw_steady_sparklines(
    board: Board, standings: Sequence[PlayerStanding], week_ends: Mapping[int, list[float]], day: date, latest: date
) -> dict[int, str]:
    """Return each player's line on a steady board from the ends of weeks before `latest` and the ratings now."""
    week = bisect(list_week_starts(day), format_start_of_day(latest))
    start = start_of_day(latest)
    played = {one.player for one in standings if one.played_at and one.played_at >= start}
    first = load_points_before(board, latest, played - week_ends.keys()) if week else {}
    found = {}
    for one in standings:
        now = one.rating.points
        points = week_ends.get(one.player) or [first.get(one.player, now)] * (SPARKLINE_WEEKS + 1)
        if one.player in played:
            points = points[:week] + [now] * (SPARKLINE_WEEKS + 1 - week)
        found[one.player] = draw_path(tuple(points))
    return found


def load_points_before(board: Board, day: date, players: Collection[int]) -> dict[int, float]:
    """Return the points of these players before their first match on a day."""
    if not players:
        return {}
    changes = filter_players(select_changes_in_days(board, day, 1), "participant__player", players)
    found: dict[int, float] = {}
    for player, points in changes.values_list(PLAYER_COLUMN, "before_points"):
        found.setdefault(player, points)
    return found


def list_steady_points(mine: Sequence[WeekChange], now: Rating) -> list[float]:
    """Return the points at the end of each week on a board where time alone changes nothing."""
    points: list[float] = [mine[0][1] if mine else now.points] * (SPARKLINE_WEEKS + 1)
    for week, _, after in mine:
        points[week:] = [after] * (SPARKLINE_WEEKS + 1 - week)
    return points


def list_advancing_points(
    system: RatingSystem, mine: Sequence[WeekChange], now: Rating, days: Sequence[date]
) -> list[float]:
    """Return the points at the end of each week; fewer where time hides what they were before the first change."""
    held = find_first_known_rating(system, mine) if mine else now
    last = {change[0]: build_rating_after(change) for change in mine}
    points = []
    for week, day in enumerate(days):
        held = last.get(week, held)
        if held:
            points.append(advance_rating(system, held, day).points)
    return points


def find_first_known_rating(system: RatingSystem, mine: Sequence[WeekChange]) -> Rating | None:
    """Return the rating before these changes, if time alone could not have changed it."""
    before = Rating(mine[0][1])
    return before if system.is_at_rest(before) else None


def build_rating_after(change: WeekChange) -> Rating:
    """Return the whole rating after a change on a board with a clock."""
    _, _, points, experience, memory, as_of = change
    return Rating(points, experience, memory, date.fromisoformat(as_of))


@lru_cache(5000)
def draw_path(points: tuple[float, ...]) -> str:
    """Return the line through these points, which end on the right; a level one runs through the middle.

    It is kept, since a result changes the lines of few players.
    """
    texts, low, high = POINT_TEXTS[-len(points) :], min(points), max(points)
    if high - low < SMALLEST_MOVE:
        return f"M{texts[0][LINE_MIDDLE]} {RIGHT} {LINE_MIDDLE}"
    scale = (BOTTOM - TOP) / (high - low)
    return "M" + " ".join(
        [row[round(BOTTOM - (point - low) * scale)] for row, point in zip(texts, points, strict=True)]
    )
