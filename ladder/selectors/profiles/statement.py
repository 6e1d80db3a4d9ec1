"""A player's statement as printed: before, change and after of every line."""

from typing import NamedTuple

from django.core.paginator import Page, Paginator

from ladder.models import Opening
from ladder.ratings import RatingSystem, Step
from ladder.selectors.printing import find_direction, format_change, format_points
from ladder.selectors.profiles.boards import BoardChoice
from ladder.selectors.profiles.career import Career, CareerStart, load_career
from ladder.selectors.profiles.dates import format_short_day
from ladder.selectors.profiles.entries import RatingEntry, list_rating_entries
from ladder.selectors.profiles.games import describe_career_match
from players.models import Player

PER_PAGE = 50
SOURCES = {
    "": "Starting rating",
    Opening.Source.CARRIED: "Carried over from the season before",
    Opening.Source.GIVEN: "Starting rating, set by an organiser",
}


class PrintedNumber(NamedTuple):
    """A number as printed, and with all its digits."""

    text: str
    exact: str


class StatementLine(NamedTuple):
    """One line of the statement; the opening has an after only."""

    day: str
    what: str
    why: str
    rule: str
    match: int | None
    before: PrintedNumber | None
    change: str
    direction: str
    after: PrintedNumber


class Statement(NamedTuple):
    """One page of a statement, its lines the newest first."""

    page: Page[RatingEntry]
    lines: list[StatementLine]


def load_statement(choice: BoardChoice, player: Player, number: str | None) -> Statement:
    """Return one page of a player's statement on a board, the opening on the last."""
    mine = load_career(choice.board, player, choice.asked)
    page = Paginator([*list_rating_entries(mine)][::-1], PER_PAGE).get_page(number)
    return Statement(page, [build_statement_line(mine, entry) for entry in page.object_list])


def build_statement_line(career: Career, entry: RatingEntry) -> StatementLine:
    """Return a change as printed."""
    system = career.board.rating_system
    count, step = explain_decay_entry(system, entry)
    change = None if entry.before is None else entry.after - entry.before
    return StatementLine(
        format_short_day(entry.day) if entry.day else "",
        describe_start(career.opening)
        if change is None
        else describe_career_match(entry.game)
        if entry.game
        else format_period_count(system, count),
        step.title if step else "",
        step.rule if step else "",
        entry.game.match if entry.game else None,
        None if entry.before is None else PrintedNumber(format_points(system, entry.before), repr(entry.before)),
        format_change(system, change),
        find_direction(change),
        PrintedNumber(format_points(system, entry.after), repr(entry.after)),
    )


def describe_start(opening: CareerStart) -> str:
    """Return where the first line comes from: "Carried over from the season before, with 40 matches"."""
    played = opening.counts.played
    return SOURCES[opening.source] + (f", with {played:,} match{'es' if played > 1 else ''}" if played else "")


def explain_decay_entry(system: RatingSystem, entry: RatingEntry) -> tuple[int, Step | None]:
    """Return how many periods passed in a line of decay, and the system's own account of it."""
    if entry.held is None or entry.held.as_of is None or entry.day is None or system.period is None:
        return 0, None
    count = system.period.count(entry.held.as_of, entry.day)
    return count, next(iter(system.explain_advance(entry.held, count)), None)


def format_period_count(system: RatingSystem, count: int) -> str:
    """Return "1 month end" or "5 midnights"."""
    return system.period.format_ends(count) if system.period else ""
