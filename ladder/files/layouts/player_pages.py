"""Pages of one player each, “Date, Opponent, Result” below a name or in a sheet with that name, as one list.

Each match stands on two pages then, which the reading of rows finds out.
"""

from __future__ import annotations

from collections.abc import Sequence

from ladder.files.cell_values import fold_name
from ladder.files.interpretation.column_meanings import (
    KNOWN_HEADINGS,
    OPPONENT_HEADING,
    is_name_cell,
    simplify_heading,
)
from ladder.files.workbooks import Rows, Sheet

PLAYER_HEADING = "Player"
FEWEST_PAGES = 2
MOST_HEADING_ROWS = 10
OTHER_SIDE = frozenset(["player1", "winner", "loser", "player"])
REMARK = "Each page is that of the player whose name stands above it, or is the name of its sheet."


def join_player_pages(sheets: Sequence[Sheet]) -> list[Sheet]:
    """Return the sheets with the name of the player in each row, where a sheet or a part of one is a player's page."""
    if are_player_sheets(sheets):
        return [add_player(sheet) if find_page_heading(sheet.rows) is not None else sheet for sheet in sheets]
    return [lay_out_pages(sheet) for sheet in sheets]


def are_player_sheets(sheets: Sequence[Sheet]) -> bool:
    """Return whether several sheets are pages of the players whose names they have, who play one another."""
    pages = {fold_name(sheet.name): sheet for sheet in sheets if find_page_heading(sheet.rows) is not None}
    if len(pages) < FEWEST_PAGES:
        return False
    opponents = {fold_name(name) for sheet in pages.values() for name in list_opponents(sheet.rows)}
    return all(name in opponents for name in pages)


def find_page_heading(rows: Rows) -> int | None:
    """Return the position of the row with the headings of a page: an opponent and no other player; None without one."""
    for place, row in enumerate(rows[:MOST_HEADING_ROWS]):
        if is_page_heading(row):
            return place
    return None


def is_page_heading(row: Sequence[str]) -> bool:
    """Return whether a row names the columns of a player's page."""
    words = [simplify_heading(cell) for cell in row if cell]
    meanings = {KNOWN_HEADINGS.get(word, "") for word in words}
    has_opponent = any(OPPONENT_HEADING.search(word) for word in words)
    return has_opponent and len(words) >= FEWEST_PAGES and meanings.isdisjoint(OTHER_SIDE)


def list_opponents(rows: Rows) -> list[str]:
    """Return the opponents on a page."""
    heading = find_page_heading(rows) or 0
    column = next(place for place, cell in enumerate(rows[heading]) if OPPONENT_HEADING.search(simplify_heading(cell)))
    return [row[column] for row in rows[heading + 1 :] if column < len(row) and row[column]]


def add_player(sheet: Sheet) -> Sheet:
    """Return a sheet with the name of the sheet as the player in each row below its headings."""
    heading = find_page_heading(sheet.rows) or 0
    rows = [
        [PLAYER_HEADING if place == heading else sheet.name, *row] if any(row) and place >= heading else row
        for place, row in enumerate(sheet.rows)
    ]
    return sheet._replace(rows=rows, remarks=[*sheet.remarks, REMARK])


def lay_out_pages(sheet: Sheet) -> Sheet:
    """Return a sheet of pages, each below a name, with that name in each row; any other sheet as it is."""
    names = {
        place: next(filter(None, row))
        for place, row in enumerate(sheet.rows[:-1])
        if len(said := list(filter(None, row))) == 1 and is_name_cell(said[0]) and is_heading_next(sheet.rows, place)
    }
    if len(names) < FEWEST_PAGES:
        return sheet
    rows: Rows = []
    player, is_named = "", False
    for place, row in enumerate(sheet.rows):
        player = names.get(place, player)
        if place in names or not any(row) or not player:
            rows.append([] if place in names else row)
        elif is_page_heading(row):
            rows.append([] if is_named else [PLAYER_HEADING, *row])
            is_named = True
        else:
            rows.append([player, *row])
    return sheet._replace(rows=rows, remarks=[*sheet.remarks, REMARK])


def is_heading_next(rows: Rows, place: int) -> bool:
    """Return whether the next row that is not blank names the columns of a page."""
    return is_page_heading(next((row for row in rows[place + 1 : place + 4] if any(row)), []))
