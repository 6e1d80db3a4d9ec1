"""Cells of several lines: the names of two who played together, or one text that was broken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

BETWEEN_NAMES = " / "
MOST_LINES = 6  # as many as play on one side
LONGEST_LINE = 40  # letters of a name
MOST_OF_A_COLUMN = 0.8
FEWEST_BROKEN_NAMES = 6  # different cells with a word on each line that are plainly first and last names


def join_cell_lines(rows: list[list[str]]) -> list[list[str]]:
    """Return the rows with each cell on one line; where a column names people in lines, with a sign between them."""
    places = {place for row in rows for place, cell in enumerate(row) if "\n" in cell}
    if not places:
        return rows
    signs = {place: find_line_sign([row[place] for row in rows if place < len(row)]) for place in places}
    return [
        [cell.replace("\n", signs[place]) if place in places else cell for place, cell in enumerate(row)]
        for row in rows
    ]


def find_line_sign(cells: Iterable[str]) -> str:
    """Return what goes between the lines of a column's cells: a sign if they are names of people, else a blank."""
    filled = list(filter(None, cells))
    broken = [lines for cell in filled if can_be_names(lines := cell.split("\n"))]
    if len(broken) < MOST_OF_A_COLUMN * (len(filled) - 1):  # one of them may be the heading
        return " "
    return " " if are_broken_names(broken) else BETWEEN_NAMES


def can_be_names(lines: Sequence[str]) -> bool:
    """Return whether the lines of a cell can be the names of two people or more."""
    return 2 <= len(lines) <= MOST_LINES and all(
        any(map(str.isalpha, line)) and len(line) <= LONGEST_LINE for line in lines
    )


def are_broken_names(cells: Sequence[Sequence[str]]) -> bool:
    """Return whether cells hold a first name on one line and a last name on the other, and not two people.

    Then each line is a word, and none stands on the first line of one cell and on the second of another.
    """
    different = {tuple(lines) for lines in cells}
    if len(different) < FEWEST_BROKEN_NAMES or any(len(lines) > 2 or " " in "".join(lines) for lines in different):
        return False
    return {first for first, _ in different}.isdisjoint(second for _, second in different)
