"""Free-for-alls with places across, as “Date, 1st, 2nd, 3rd” with a name in each, as rows of one player each."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ladder.files.interpretation.column_meanings import KNOWN_HEADINGS, is_name_cell, simplify_heading
from ladder.files.workbooks import Rows, Sheet

FEWEST_PLACES = 2
MOST_HEADING_ROWS = 10
PLACE_HEADING = re.compile(
    r"(?:place|platz|rang|rank|position|pos|placement|puesto|posto|lugar|plats|plads|plaats|место|miejsce)?[ #.]*"
    r"(\d{1,2})(?:st|nd|rd|th|er|ère|e|ème|º|ª|°|o|a|:a|位|-е|-й)?\.?"
    r"(?: ?(?:place|platz|rang|rank|position|puesto|posto|lugar|plats|plads|plaats|место|miejsce))?",
    re.IGNORECASE,
)
PLACE_WORDS = {"winner": 1, "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6}
PLACE_WORDS |= {"erster": 1, "zweiter": 2, "dritter": 3, "vierter": 4, "runnerup": 2}
TIED_NAMES = re.compile(r" ?[/=;&+\n] ?")
HEADINGS = ("Match", "Player", "Place")
REMARK = "Each row is a match of several players, with the place of each in the heading above the name."


def lay_out_places(sheet: Sheet) -> Sheet:
    """Return a sheet with places across as one with a row for each player; any other sheet as it is."""
    heading, places = find_place_columns(sheet.rows)
    if not places:
        return sheet
    width = max(map(len, sheet.rows))
    others = [place for place in range(width) if place not in places]
    rows = [[*pick_cells(sheet.rows[heading], others), *HEADINGS]]
    numbers = [heading + 1]
    for place, row in enumerate(sheet.rows[heading + 1 :], heading + 1):
        for name, finish in list_places(row, places):
            rows.append([*pick_cells(row, others), f"{place + 1}", name, f"{finish}"])
            numbers.append(place + 1)
    return sheet._replace(rows=rows, numbers=numbers, remarks=[*sheet.remarks, REMARK])


def find_place_columns(rows: Rows) -> tuple[int, dict[int, int]]:
    """Return the position of the row with the headings, and the place that each of its columns is for, from 1 on.

    There are none where a column of places holds anything but names.
    """
    for top, row in enumerate(rows[:MOST_HEADING_ROWS]):
        places = {place: number for place, cell in enumerate(row) if (number := read_place(cell))}
        below = [line[place] for line in rows[top + 1 :] for place in places if place < len(line) and line[place]]
        is_run = sorted(places.values()) == list(range(1, len(places) + 1))
        if len(places) > FEWEST_PLACES and is_run and below and all(map(is_name_cell, below)):
            return top, places
        if len(places) == FEWEST_PLACES and is_run and below and is_dated_pair(row, places, below):
            return top, places
    return 0, {}


def is_dated_pair(row: Sequence[str], places: dict[int, int], below: Sequence[str]) -> bool:
    """Return whether two columns of places are those of matches: a date beside them, and nobody called by a number."""
    has_date = any(KNOWN_HEADINGS.get(simplify_heading(cell)) == "date" for cell in row)
    plain = all(simplify_heading(row[place]).isdecimal() for place in places)
    return has_date and not plain and all(map(is_name_cell, below))


def read_place(heading: str) -> int:
    """Return the place that a heading such as 1st, Platz 2 or Third names; 0 for any other heading."""
    found = PLACE_HEADING.fullmatch(heading)
    return int(found[1]) if found else PLACE_WORDS.get(simplify_heading(heading), 0)


def list_places(row: Sequence[str], places: dict[int, int]) -> list[tuple[str, int]]:
    """Return the players of a row with their places; several names in a cell share its place."""
    cells = [(row[place], number) for place, number in places.items() if place < len(row) and row[place]]
    return [(name, number) for cell, number in cells for name in TIED_NAMES.split(cell) if name]


def pick_cells(row: Sequence[str], places: Sequence[int]) -> list[str]:
    """Return some cells of a row; those behind its end are blank."""
    return [row[place] if place < len(row) else "" for place in places]
