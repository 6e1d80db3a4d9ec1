"""A player's statement as printed: before, change and after of every line."""

from typing import NamedTuple

from django.core.paginator import Page, Paginator

from ladder.models import Opening
from ladder.ratings import RatingSystem, Step
from ladder.selectors.printing import change_text, direction, format_points
from players.models import Player

from .boards import Choice
from .career import Career, Opened, career
from .dates import day_of
from .entries import Entry, entries
from .games import how

PER_PAGE = 50
SOURCES = {
    "": "Starting rating",
    Opening.Source.CARRIED: "Carried over from the season before",
    Opening.Source.GIVEN: "Starting rating, set by an organiser",
}


class Number(NamedTuple):
    """A number as printed, and with all its digits."""

    text: str
    exact: str


class Line(NamedTuple):
    """One line of the statement; the opening has an after only."""

    day: str
    what: str
    why: str
    rule: str
    match: int | None
    before: Number | None
    change: str
    direction: str
    after: Number


class Statement(NamedTuple):
    """One page of a statement, its lines the newest first."""

    page: Page[Entry]
    lines: list[Line]


def statement(choice: Choice, player: Player, number: str | None) -> Statement:
    """Return one page of a player's statement on a board, the opening on the last."""
    mine = career(choice.board, player, choice.asked)
    page = Paginator([*entries(mine)][::-1], PER_PAGE).get_page(number)
    return Statement(page, [line(mine, entry) for entry in page.object_list])


def line(career: Career, entry: Entry) -> Line:
    """Return a change as printed."""
    system = career.board.rating_system
    count, step = clock(system, entry)
    change = None if entry.before is None else entry.after - entry.before
    return Line(
        day_of(entry.day) if entry.day else "",
        opening_words(career.opening) if change is None else how(entry.game) if entry.game else passed(system, count),
        step.title if step else "",
        step.rule if step else "",
        entry.game.match if entry.game else None,
        None if entry.before is None else Number(format_points(system, entry.before), repr(entry.before)),
        change_text(system, change),
        direction(change),
        Number(format_points(system, entry.after), repr(entry.after)),
    )


def opening_words(opening: Opened) -> str:
    """Return where the first line comes from: "Carried over from the season before, with 40 matches"."""
    played = opening.counts.played
    return SOURCES[opening.source] + (f", with {played:,} match{'es' if played > 1 else ''}" if played else "")


def clock(system: RatingSystem, entry: Entry) -> tuple[int, Step | None]:
    """Return how many periods passed in a line of decay, and the system's own account of it."""
    if entry.held is None or entry.held.as_of is None or entry.day is None or system.period is None:
        return 0, None
    count = system.period.count(entry.held.as_of, entry.day)
    return count, next(iter(system.explain_advance(entry.held, count)), None)


def passed(system: RatingSystem, count: int) -> str:
    """Return "1 month end" or "5 midnights"."""
    return system.period.format_ends(count) if system.period else ""
