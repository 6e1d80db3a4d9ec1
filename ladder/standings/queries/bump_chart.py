"""The bump chart: how the ranks of a member and of those around them moved in the last weeks."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ladder.formats import spell_number
from ladder.pages.figures import format_rank
from ladder.standings.queries.rows import LazyRows, StandingsRow, find_index
from ladder.standings.queries.sparkline import is_steady
from ladder.standings.queries.table import StandingsTable
from ladder.standings.queries.weekly_ranks import PlayerRank, WeekEnd, load_weekly_ranks

NEIGHBOURS_DRAWN = 3  # above the member and below
ROW_HEIGHT, FIRST_ROW = 24, 16  # pixels
PLOT_START, PLOT_WIDTH = 8, 55  # per cent of the width; to the right of it stand the names
LONGEST_CHART_NAME, LONGEST_ON_PHONE = 30, 14  # letters of a name that there is room for
BUMP_WORDS = {
    (True, True): "Ranks of {weeks} weeks: you were {first} and are now {last}.",
    (True, False): "Ranks of {weeks} weeks: you were {first} and now have no rank.",
    (False, True): "Ranks of {weeks} weeks: you had no rank and are now {last}.",
    (False, False): "Ranks of {weeks} weeks: you have no rank at either end.",
}
"""By whether the player had a rank at first, and at last."""


class ChartLabel(NamedTuple):
    """A text of the chart: a day below it, a rank to its left, or a name to its right, with one for phones."""

    at: str
    text: str
    short: str = ""


class BumpLine(NamedTuple):
    """A player's line as an SVG path of 100 by the chart's height, its dots, and the rank at the end of each week."""

    name: str
    is_own: bool
    path: str
    dots: list[tuple[str, int]]
    label: ChartLabel | None
    ranks: list[str]


class BumpChart(NamedTuple):
    """The lines with the own one last, so that it is on top, the texts around them, and the height in pixels."""

    lines: list[BumpLine]
    places: list[ChartLabel]
    days: list[ChartLabel]
    dates: list[str]
    height: int
    label: str
    start: str = f"{PLOT_START}%"
    width: str = f"{PLOT_WIDTH}%"
    end: str = f"{PLOT_START + PLOT_WIDTH}%"

    @property
    def own_first(self) -> list[BumpLine]:
        """The lines as the table beside the chart has them."""
        return self.lines[::-1]


def build_bump_chart(table: StandingsTable, mine: StandingsRow) -> BumpChart | None:
    """Return the chart of a member; None before a second week, of very many players, and where time moves ratings."""
    if isinstance(table.rows, LazyRows) or not is_steady(table.board):
        return None
    weeks = load_weekly_ranks(table)
    if len(weeks) < 2:
        return None
    rows = [row for row in pick_rows_drawn(table.ranked, mine) if row.player != mine.player]
    drawn = [*rows[::-1], mine]
    players = {row.player for row in drawn}
    used = sorted({at.position for week in weeks for player, at in week.ranks.items() if player in players})
    heights = {position: FIRST_ROW + n * ROW_HEIGHT for n, position in enumerate(used)}
    lines = [draw_bump_line(row, weeks, heights, is_own=row.player == mine.player) for row in drawn]
    dates = [f"{week.day.day} {week.day:%b}" for week in weeks]
    days = [ChartLabel(place_week(n, weeks), text) for n, text in enumerate(dates) if (len(dates) - 1 - n) % 2 == 0]
    places = [ChartLabel(str(y), str(position)) for position, y in heights.items()]
    height = FIRST_ROW + len(used) * ROW_HEIGHT
    return BumpChart(lines, places, days, dates, height, describe_bump(weeks, mine.player))


def pick_rows_drawn(ranked: Sequence[StandingsRow], mine: StandingsRow) -> Sequence[StandingsRow]:
    """Return the rows around a member, or the first ones where they are at an end or have no rank; the best first."""
    size = 2 * NEIGHBOURS_DRAWN + 1
    start = max(min((find_index(ranked, mine.player) or 0) - NEIGHBOURS_DRAWN, len(ranked) - size), 0)
    return ranked[start : start + size]


def draw_bump_line(row: StandingsRow, weeks: Sequence[WeekEnd], heights: dict[int, int], *, is_own: bool) -> BumpLine:
    """Return the line of a player; in weeks without a rank it has a gap."""
    ranks = [week.ranks.get(row.player) for week in weeks]
    points = [(n, heights[at.position]) if at else None for n, at in enumerate(ranks)]
    step = 100 / (len(weeks) - 1)
    path = "".join(
        f"M{first[0] * step:.1f} {first[1]}C{(first[0] + 0.5) * step:.1f} {first[1]} "
        f"{(first[0] + 0.5) * step:.1f} {last[1]} {last[0] * step:.1f} {last[1]}"
        for first, last in pairwise(points)
        if first and last
    )
    shown = [point for point in points if point]
    name = "You" if is_own else row.name
    dots = [(place_week(n, weeks), y) for n, y in (shown if is_own else shown[-1:])]
    names = shorten_chart_name(name, LONGEST_CHART_NAME), shorten_chart_name(name, LONGEST_ON_PHONE)
    label = ChartLabel(str(points[-1][1]), *names) if points[-1] else None
    return BumpLine(name, is_own, path, dots, label, [print_rank(at) for at in ranks])


def shorten_chart_name(name: str, longest: int) -> str:
    """Return a name, if it is too long "Oluwaseun A.", and cut where that is too long, too."""
    first, *others = name.split()
    for text in (name, f"{first} {others[-1][0]}." if others else first):
        if len(text) <= longest:
            return text
    return f"{name[: longest - 1].rstrip()}…"


def place_week(number: int, weeks: Sequence[WeekEnd]) -> str:
    """Return where a week is, in per cent of the whole width."""
    return f"{PLOT_START + PLOT_WIDTH * number / (len(weeks) - 1):.1f}%"


def print_rank(at: PlayerRank | None) -> str:
    return str(at.rank) if at else "–"


def describe_bump(weeks: Sequence[WeekEnd], player: int) -> str:
    """Return "Ranks of eight weeks: you were 8th and are now 4th.", as far as the player had a rank."""
    first, last = weeks[0].ranks.get(player), weeks[-1].ranks.get(player)
    return BUMP_WORDS[bool(first), bool(last)].format(
        weeks=spell_number(len(weeks)),
        first=format_rank(first.rank) if first else "",
        last=format_rank(last.rank) if last else "",
    )
