"""The ladder line: a ladder on its side with one rung for each player, placed by rating."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.text import Truncator

from ladder.pages.figures import format_points
from ladder.pages.scale import Scale, find_finest_step, list_round_values
from ladder.ratings import RatingSystem
from ladder.standings.queries.rows import StandingsRow
from ladder.standings.queries.table import StandingsTable

LETTERS, WIDE = 42, 100  # letters that fit side by side on a phone, and on a tablet
LONGEST_LINE_NAME = 20  # letters of a name on the line; the label has all of them


class Rung(NamedTuple):
    """A player, or a round number, on the ladder line; `x` is a percentage of its width."""

    x: str
    text: str = ""
    anchor: str = "middle"
    wide_only: bool = False


class LadderLine(NamedTuple):
    """The ladder line: everybody placed by rating; `me`, the leader and round numbers have texts.

    `rungs` are those of all others, as one SVG path of 1,000 by 1.
    """

    rungs: str
    me: Rung
    leader: Rung | None
    scale: list[Rung]
    label: str


def build_ladder_line(table: StandingsTable, mine: StandingsRow, name: str = "") -> LadderLine:
    """Return the ladder line of a table, with a rung for each player who has a rank, and for `mine` in any case.

    That one stands out, as "You" or with the name that is given.
    """
    rows = [row for row in table.rows if row.is_ranked or row is mine]
    low, high = rows[-1].points, rows[0].points
    margin = (high - low) * 0.05 or 1.0
    low, width = low - margin, high - low + 2 * margin

    def rung(points: float, text: str = "") -> Rung:
        return place_rung((points - low) / width, text)

    top, system = next((row for row in rows if row.is_ranked), mine), table.board.rating_system
    me = rung(mine.points, f"{shorten_name(name or 'You')} {mine.rating}")
    leader = rung(top.points, f"{shorten_name(top.name)} {top.rating}")._replace(anchor="end")
    leader = leader._replace(wide_only=not is_apart(me, leader, LETTERS))
    own = f"{name} is at {mine.rating}." if name else f"You are at {mine.rating}."
    return LadderLine(
        draw_rungs((row.points - low) / width for row in rows if row is not mine),
        me,
        leader if top is not mine and is_apart(me, leader, WIDE) else None,
        [rung(points, text) for points, text in list_round_numbers(system, low, low + width)],
        f"{len(rows)} players placed by {system.about.unit}, from {rows[-1].name} at "
        f"{rows[-1].rating} to {rows[0].name} at {rows[0].rating}. {own}",
    )


def draw_rungs(shares: Iterable[float]) -> str:
    """Return a path with a rung at each of these shares of the width; where many are level it has one."""
    return "".join(f"M{x} 0v1" for x in dict.fromkeys(round(1000 * share) for share in shares))


def shorten_name(name: str) -> str:
    """Return a name cut to what fits on the line."""
    return Truncator(name).chars(LONGEST_LINE_NAME)


def place_rung(share: float, text: str) -> Rung:
    """Return a rung at a share of the width; near an end its text stands on one side of it, to fit on a phone."""
    middle, half = share * LETTERS, len(text) / 2
    return Rung(f"{share:.1%}", text, "start" if middle < half else "end" if middle + half > LETTERS else "middle")


def is_apart(left: Rung, right: Rung, letters: int) -> bool:
    """Return whether two texts don't overlap on a line with room for so many letters."""
    return find_text_start(left, letters) + len(left.text) < find_text_start(right, letters)


def find_text_start(rung: Rung, letters: int) -> float:
    """Return where the text of a rung begins, in letters from the left."""
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[rung.anchor] * len(rung.text)
    return float(rung.x[:-1]) / 100 * letters - shift


def list_round_numbers(system: RatingSystem, low: float, high: float) -> list[tuple[float, str]]:
    """Return about four round numbers well inside the range, with their texts; none finer than is printed."""
    edge = (high - low) * 0.06
    values = list_round_values(Scale(low + edge, high - edge), find_finest_step(system))
    return [(value, format_points(system, value)) for value in values]
