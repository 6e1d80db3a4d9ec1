"""Read a player file: what players bring from before their first match.

Cells that were pasted into a page may have commas between thousands, or rows such as “Ada,1,100”: what is clear is
put right, and what may be two numbers is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ladder.files.cell_values import (
    FirstSpellings,
    check_player_name,
    parse_plain_number,
    parse_plain_whole_number,
    shorten_cell,
)
from ladder.files.csv_grid import FileContent, FileError, FileProblem, open_grid
from ladder.files.workbooks import Rows
from ladder.ratings import Counts, Key, Rating, RatingError, RatingSystem, TableSystem

FIGURE_COLUMNS = ("name", "rating", "deviation")
PLAYER_COUNT_COLUMNS = ("games", "experience", "won", "drawn", "lost", "died")
LARGEST_FIGURE = 1_000_000

GROUPED_NUMBER = re.compile(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?", re.ASCII)
DOTTED_NUMBER = re.compile(r"-?\d{1,3}\.\d{3}", re.ASCII)
PLAIN_ROW = re.compile(r"(?P<name>[^,\t;|\"]*)(?P<figures>(?:,\s*\d+(?:\.\d+)?\s*){2,3})", re.ASCII)


class PlayerFileRow(NamedTuple):
    """One row of the player file; None where a cell is blank."""

    line: int
    name: str
    rating: float | None = None
    games: int | None = None
    experience: int | None = None
    won: int | None = None
    drawn: int | None = None
    lost: int | None = None
    died: int | None = None
    active: bool = True
    deviation: float | None = None

    def counts(self) -> Counts:
        """Return the player's counts of matches; without `games`, those won, drawn and lost are all."""
        won, drawn, lost = self.won or 0, self.drawn or 0, self.lost or 0
        played = won + drawn + lost if self.games is None else self.games
        return Counts(played, won, drawn, lost, self.died or 0)

    def opening(self, system: RatingSystem) -> Rating | None:
        """Return the starting rating of the player on a board; None where they come in with their first match."""
        if self.rating is None and isinstance(system, TableSystem):
            return None
        games, experience = self.counts().played, self.experience or 0
        if self.rating is None and self.deviation is None and not games and not experience:
            return system.initial()
        points = system.initial().points if self.rating is None else self.rating
        rating = system.opening(points, games, experience)
        return rating if self.deviation is None else system.give_deviation(rating, self.deviation)


class PlayerFile(NamedTuple):
    """What was read of a player file."""

    rows: list[PlayerFileRow]
    errors: list[FileProblem]
    warnings: list[str]


def read_player_file(data: FileContent, names: FirstSpellings | None = None) -> PlayerFile:
    """Return the players of a file and what is wrong with it; `names` has spellings of another file to keep."""
    try:
        grid = open_grid(data, {*FIGURE_COLUMNS, "active", *PLAYER_COUNT_COLUMNS})
        if "name" not in grid.columns:
            raise FileError("The header has no column name.")
    except FileError as error:
        return PlayerFile([], [FileProblem(error.line, str(error))], [])
    rows: list[PlayerFileRow] = []
    places = {name: grid.column(name) for name in (*FIGURE_COLUMNS, *PLAYER_COUNT_COLUMNS, "active")}
    names = names or FirstSpellings()
    seen: set[str] = set()
    for line, cells in grid.rows():
        try:
            row = parse_player_row(line, {name: cells[place].strip() for name, place in places.items()}, names)
            check_player_row(row, seen)
            rows.append(row)
        except RatingError as error:
            grid.problems.append(FileProblem(line, str(error)))
    return PlayerFile(rows, sorted(grid.problems), grid.warnings)


def parse_player_row(line: int, cells: dict[str, str], names: FirstSpellings) -> PlayerFileRow:
    """Return the player of one row. Raises: RatingError with what is wrong with it."""
    name = names.keep(cells["name"])
    check_player_name(name)
    rating, deviation = (parse_figure(cells[one], one) for one in ("rating", "deviation"))
    counts = {one: parse_count(cells[one], one) for one in PLAYER_COUNT_COLUMNS}
    active = parse_active(cells["active"])
    return PlayerFileRow(line, name, rating, active=active, deviation=deviation, **counts)


def parse_figure(text: str, label: str) -> float | None:
    """Return a rating or deviation; None for a blank cell. Raises: RatingError, "The rating is out of range." """
    value = parse_plain_number(text, label) if text else None
    if value is not None and abs(value) > LARGEST_FIGURE:
        raise RatingError(f"The {label} is out of range.", label)
    return value


def parse_count(text: str, label: str) -> int | None:
    """Return a count; None for a blank cell. Raises: RatingError, "The games must be a whole number ..." """
    value = parse_plain_whole_number(text, label) if text else None
    if value is not None and not 0 <= value <= LARGEST_FIGURE:
        raise RatingError(f"The {label} must be a whole number from 0 to {LARGEST_FIGURE:,}.", label)
    return value


def parse_active(text: str) -> bool:
    """Return whether a player is active; a blank cell means yes.

    Raises: RatingError, "Active must be yes or no, ..."
    """
    if text.lower() not in ("", "yes", "no"):
        raise RatingError(f"Active must be yes or no, not “{shorten_cell(text)}”.", "active")
    return text.lower() != "no"


def check_player_row(row: PlayerFileRow, seen: set[str]) -> None:
    """Raise RatingError for a player who is there twice, or who has more outcomes than games."""
    if row.name in seen:
        raise RatingError(f"{row.name} is there twice.", "name")
    seen.add(row.name)
    counts = row.counts()
    if counts.won + counts.drawn + counts.lost > counts.played or counts.died > counts.played:
        raise RatingError("More games were won, drawn, lost or died in than played.", "games")


def build_openings(system: RatingSystem, rows: Iterable[PlayerFileRow]) -> tuple[dict[Key, Rating], dict[Key, Counts]]:
    """Return the starting rating and the counts of each player, by name.

    Raises: RatingError, "Ada and Bo can’t both start on rung 3."
    """
    people = list(rows)
    opening = {row.name: rating for row in people if (rating := row.opening(system))}
    counts = {row.name: row.counts() for row in people}
    if not isinstance(system, TableSystem):
        return opening, counts
    if clash := system.find_clash(opening):
        raise RatingError(describe_clash(system, *clash, opening[clash[0]]), "rating")
    return dict(system.arrange({}, opening)), counts


def describe_clash(system: RatingSystem, one: Key, other: Key, rating: Rating) -> str:
    """Return that two players can't have the same place on a table."""
    return f"{one} and {other} can’t both start on {system.about.unit} {system.shown(rating)}."


def remove_thousands_commas(table: Rows) -> Rows:
    """Return the rows with commas between thousands removed: a cell of 1,100 becomes 1100."""
    return [[cell.replace(",", "") if GROUPED_NUMBER.fullmatch(cell) else cell for cell in row] for row in table]


def find_unclear_points(table: Rows) -> Iterator[FileProblem]:
    """Yield a problem for each rating such as 1.100, which is 1100 in some countries; row 1 names the columns."""
    names = [name.lower() for name in table[0]]
    for line, row in enumerate(table, start=1):
        for name, cell in zip(names, row, strict=False):
            if name == "rating" and DOTTED_NUMBER.fullmatch(cell):
                yield FileProblem(line, f"“{cell}” can be {cell.replace('.', '')} or {cell}0. Write the one you mean.")


def find_unclear_commas(text: str) -> Iterator[FileProblem]:
    """Yield a problem for each line such as “Ada,1,100”; line 2 is the first, since a header is put above them."""
    for line, row in enumerate(text.splitlines(), start=2):
        found = PLAIN_ROW.fullmatch(row)
        figures = found["figures"].split(",")[1:] if found else []
        at = next((at for at in range(len(figures) - 1) if is_unclear_pair(figures, at)), None)
        if found and at is not None:
            name, figures = shorten_cell(found["name"].strip()), [figure.strip() for figure in figures]
            pair = ",".join(figures[at : at + 2])
            one = pair.replace(",", "" if GROUPED_NUMBER.fullmatch(pair) else ".")
            joined = ", ".join([name, *figures[:at], one, *figures[at + 2 :]])
            yield FileProblem(
                line,
                f"“{pair}” can be one number or two. Write “{joined}”,"
                f" or with a blank after each comma “{', '.join([name, *figures])}”.",
            )


def is_unclear_pair(figures: Sequence[str], at: int) -> bool:
    """Return whether a figure and the next one may be one number: such as 1,100, or 1432,5 with a decimal comma.

    The figures have the blanks before them. Of three figures without any blank, the last two are two.
    """
    one, two = figures[at].lstrip(), figures[at + 1].rstrip()
    if one != one.rstrip() or two != two.lstrip() or "." in one + two:
        return False
    uneven = any(figure[0].isspace() for figure in figures[1:])
    grouped = bool(GROUPED_NUMBER.fullmatch(f"{one},{two}"))
    return (grouped or len(figures) == 2 or uneven) if at == 0 else (grouped and uneven)
