"""Commas and points in pasted numbers: taken where they are clear, and doubted where a number may be two."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ladder.files.sheet import FileProblem
from ladder.files.spreadsheets import Rows
from ladder.files.values import shorten_cell

GROUPED = re.compile(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?", re.ASCII)
DOTTED = re.compile(r"-?\d{1,3}\.\d{3}", re.ASCII)
TOUCHING = re.compile(r"(?P<name>[^\t;|\"]*),\s*(?P<first>\d+),(?P<second>\d+)\s*", re.ASCII)


def remove_thousands_commas(table: Rows) -> Rows:
    """Return the rows without the commas between thousands: a cell of 1,100 is 1100."""
    return [[cell.replace(",", "") if GROUPED.fullmatch(cell) else cell for cell in row] for row in table]


def find_unclear_points(table: Rows) -> Iterator[FileProblem]:
    """Doubt ratings such as 1.100, which are other numbers in other countries; the first row names the columns."""
    names = [name.lower() for name in table[0]]
    for line, row in enumerate(table, start=1):
        for name, cell in zip(names, row, strict=False):
            if name == "rating" and DOTTED.fullmatch(cell):
                yield FileProblem(line, f"“{cell}” can be {cell.replace('.', '')} or {cell}0. Write the one you mean.")


def find_unclear_commas(text: str) -> Iterator[FileProblem]:
    """Doubt lines such as “Ada,1,100”: rows of a table whose first row is put above them."""
    for line, row in enumerate(text.splitlines(), start=2):
        if found := TOUCHING.fullmatch(row):
            name, first, second = shorten_cell(found["name"].strip()), found["first"], found["second"]
            one = first + second if GROUPED.fullmatch(f"{first},{second}") else f"{first}.{second}"
            yield FileProblem(
                line,
                f"“{first},{second}” can be one number or two. Write “{name}, {one}”,"
                f" or with a blank after each comma “{name}, {first}, {second}”.",
            )
