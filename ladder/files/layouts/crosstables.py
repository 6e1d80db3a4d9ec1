"""Crosstables as lists of matches: names down and across, or their numbers across, and in each cell a result.

A match stands in two cells, once from either side, or in one of them. Where the two don't agree, it is asked about.
Points, totals and ranks beside the results are no matches. “Box 2” above a table, in its corner, or as the name of
its sheet, is the box of all its matches.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from ladder.files.cell_values import fold_name, remove_letter_accents
from ladder.files.interpretation.box_names import BoxName, read_box_heading
from ladder.files.interpretation.column_meanings import is_name_cell
from ladder.files.interpretation.row_numbers import format_row_numbers, name_columns_unread, name_rows_unread
from ladder.files.interpretation.row_outcomes import read_outcome
from ladder.files.layouts.day_rows import describe_named_day, find_sheet_day
from ladder.files.layouts.grid_cells import (
    Place,
    Results,
    is_diagonal_cell,
    is_unplayed_word,
    read_grid_cells,
)
from ladder.files.workbooks import Rows, Sheet
from ladder.formats import format_count

FEWEST_NAMED, FEWEST_NUMBERED = 2, 3  # players
MOST_HEADING_ROWS = 12  # rows in which the names across are looked for
MOST_LABEL_COLUMNS = 5  # columns before the results, such as rank, name, club and rating
SHORTEST_START = 2  # letters of a name that stand for it above a column
MOST_ROWS_A_COLUMN, MOST_ROWS_BELOW = 2, 10  # rows with a name beside those of players, such as totals and notes
NUMBER_HEADING = re.compile(r"#?(\d{1,3})\.?", re.ASCII)
NUMBER_LABEL = re.compile(r"^#?\d{1,3}[.):]? +(?=\S)", re.ASCII)
LETTERS = "abcdefghijklmnopqrstuvwxyz"
HOME_AND_AWAY = re.compile(r"home|heim|domicile|local|casa|thuis|hemma|дома|ホーム", re.IGNORECASE)
GAMES_WON = re.compile(r"^((?:won |lost )?\d+-\d+)(?= [a-z]|$)")  # and no score of several games
HEADINGS = ["Player 1", "Player 2", "Result", "Winner"]
DRAWN = 0.5
WINNERS = {1.0: "Player 1", 0.0: "Player 2"}


class Crosstable(NamedTuple):
    """Where a crosstable stands in a sheet, positions counted from 0, and what its cells beside the diagonal say."""

    top: int
    label: int  # the column of names
    players: list[str]
    rows: list[int]  # that of each player
    columns: list[int]
    texts: dict[Place, str]
    results: dict[Place, Results]
    box: BoxName | None = None


class GridMatch(NamedTuple):
    """A match in a crosstable: the seat of the player in whose row it stands, both names and the result."""

    seat: int
    player: str
    opponent: str
    result: str
    winner: str = ""  # where the two cells differ
    is_doubted: bool = False  # the other cell can't be read, or says that nothing was played


def lay_out_crosstable(sheet: Sheet) -> Sheet:
    """Return the crosstables of a sheet as one with a row for each match; any other sheet as it is."""
    box = read_box_heading(sheet.name)
    tables = [table._replace(box=table.box or box) for table in find_crosstables(sheet.rows)]
    if not tables:
        return sheet
    day = find_sheet_day(sheet, [*sheet.rows[: tables[0].top], ["Date", "Player"]])
    matches = [(table, match) for table in tables for match in list_matches(sheet.rows, table)]
    differing = [table.rows[one.seat] + 1 for table, one in matches if one.winner or one.is_doubted or not one.result]
    unused = [f"cells that don’t agree or can’t be read ({format_row_numbers(differing)})"] if differing else []
    width = len(HEADINGS) - (not any(one.winner for _, one in matches))
    columns = [HEADINGS[:width], *(one[1 : 1 + width] for _, one in matches)]
    before = [["Date", *[day] * len(matches)]] if day else []
    if any(table.box for table in tables):
        before.append(["Box", *(f"{table.box or ''}" for table, _ in matches)])
    return sheet._replace(
        rows=[[*more, *row] for *more, row in zip(*before, columns, strict=True)],
        numbers=[tables[0].top + 1, *(table.rows[one.seat] + 1 for table, one in matches)],
        remarks=[*dict.fromkeys(map(describe_crosstable, tables)), *([describe_named_day(day)] if day else [])],
        unused=[*unused, *list_parts_beside(sheet.rows, tables, day)],
    )


def list_matches(rows: Rows, table: Crosstable) -> Iterator[GridMatch]:
    """Return the matches in a crosstable: one for two cells, or for each where the corner says home and away."""
    corner = next(iter(rows[table.top]), "")
    found = list_cells(table) if HOME_AND_AWAY.search(corner) else list_pairs(table)
    if table.box and table.box.counts_games:
        return (one._replace(result=GAMES_WON.sub(r"\1 in games", one.result)) for one in found)
    return found


def describe_crosstable(table: Crosstable) -> str:
    """Return the sentence that says how a crosstable is read."""
    players = format_count(len(table.players), "player")
    if not table.results:
        return f"This is a table of {players} against one another, and none of their matches was played."
    return f"This is a table of {players} against one another: each cell is the result of the player on its left."


def find_crosstables(rows: Rows) -> Iterator[Crosstable]:
    """Yield the crosstables in these rows, one below the other."""
    start = 0
    while table := find_crosstable(rows, start):
        headings = (read_box_heading(cell) for row in reversed(rows[start : table.top + 1]) for cell in row)
        yield table._replace(box=next(filter(None, headings), None))
        start = max(table.rows) + 1


def find_crosstable(rows: Rows, start: int) -> Crosstable | None:
    """Return the first crosstable from this row on; None if there is none near it."""
    for top in range(start, min(start + MOST_HEADING_ROWS, len(rows))):
        for label in range(MOST_LABEL_COLUMNS):
            for table in (find_named_table(rows, top, label), find_numbered_table(rows, top, label)):
                if table:
                    return table
    return None


def find_named_table(rows: Rows, top: int, label: int) -> Crosstable | None:
    """Return the crosstable with names across in this row and down in this column; None if there is none."""
    across = {place: cell for place, cell in enumerate(rows[top]) if place > label and is_name_cell(cell)}
    down = list_labels(rows, top, label)
    if min(len(across), len(down)) < FEWEST_NAMED or all(len(name) == 1 for name in down.values()):
        return None
    if len(down) > MOST_ROWS_A_COLUMN * len(across) + MOST_ROWS_BELOW:
        return None
    known = index_names(down)
    found: dict[int, int] = {}
    for order, (place, heading) in enumerate(across.items()):
        meant = known.get(simplify_heading_name(heading), [])
        usual = [*down][order] if order < len(down) else -1
        if meant and (len(meant) == 1 or usual in meant):
            found[place] = meant[0] if len(meant) == 1 else usual
    if len(found) < FEWEST_NAMED or len({*found.values()}) < len(found):
        return None
    seats = sorted(found.items(), key=lambda one: one[1])
    return build_crosstable(rows, top, label, [down[row] for _, row in seats], [*zip(*seats, strict=True)])


def find_numbered_table(rows: Rows, top: int, label: int) -> Crosstable | None:
    """Return the crosstable with numbers across from 1 on in this row; None if there is none."""
    across = {place: read_seat_number(cell) for place, cell in enumerate(rows[top]) if place > label}
    numbers = {place: number for place, number in across.items() if number}
    columns = list(numbers)[: find_run_length(list(numbers.values()))]
    down = list(list_labels(rows, top, label).items())[: len(columns)]
    if len(columns) < FEWEST_NUMBERED or len(down) < len(columns):
        return None
    if all(len(name) == 1 for _, name in down) and list_labels(rows, top, label + 1):
        return None  # the letters of the players, whose names stand beside them
    return build_crosstable(rows, top, label, [name for _, name in down], [columns, [row for row, _ in down]])


def read_seat_number(heading: str) -> int:
    """Return the number of the player above whose column this stands: 2 for 2, #2 and B; 0 for any other heading."""
    found = NUMBER_HEADING.fullmatch(heading)
    return int(found[1]) if found else LETTERS.find(heading.casefold()) + 1 if len(heading) == 1 else 0


def find_run_length(numbers: Sequence[int]) -> int:
    """Return how many numbers count up from 1, from the first on."""
    return next((place for place, number in enumerate(numbers) if number != place + 1), len(numbers))


def list_labels(rows: Rows, top: int, label: int) -> dict[int, str]:
    """Return the names below a row in a column, without numbers before them, by position, up to the next box."""
    cells = ((place, row[label] if label < len(row) else "") for place, row in enumerate(rows) if place > top)
    own = takewhile(lambda one: not read_box_heading(one[1]), cells)
    named = ((place, NUMBER_LABEL.sub("", cell)) for place, cell in own)
    return {place: name for place, name in named if is_name_cell(name)}


def index_names(names: Mapping[int, str]) -> dict[str, list[int]]:
    """Return the rows of each heading by which a name may be known: itself, else its beginning, a word or initials."""
    whole: dict[str, list[int]] = defaultdict(list)
    short: dict[str, list[int]] = defaultdict(list)
    for row, name in names.items():
        plain = simplify_heading_name(name)
        whole[plain].append(row)
        words = plain.split()
        starts = {plain[:size].strip() for size in range(SHORTEST_START, len(plain))}
        initials = "".join(word[0] for word in words)
        for key in {*starts, *words, initials, " ".join(initials)}:
            short[key].append(row)
    return {**short, **whole}


def simplify_heading_name(text: str) -> str:
    """Return a name as it is compared with a heading: lower case, without accents and points."""
    return " ".join(remove_letter_accents(fold_name(text)).replace(".", " ").split())


def build_crosstable(
    rows: Rows, top: int, label: int, players: list[str], seats: Sequence[Sequence[int]]
) -> Crosstable | None:
    """Return the crosstable of these players, if its diagonal is blank or marked and its cells are results."""
    columns, lines = map(list, seats)
    texts = {
        (one, other): rows[line][column] if column < len(rows[line]) else ""
        for one, line in enumerate(lines)
        for other, column in enumerate(columns)
    }
    diagonal = [texts.pop((one, one)) for one in range(len(players))]
    if not all(map(is_diagonal_cell, diagonal)):
        return None
    results = read_grid_cells(texts, {*filter(None, diagonal)})
    return None if results is None else Crosstable(top, label, players, lines, columns, texts, results)


def list_pairs(table: Crosstable) -> Iterator[GridMatch]:
    """Yield each match that two cells say, or one of them."""
    for one, other in table.texts:
        both = {(one, other), (other, one)}
        said = table.results.keys() & both
        if one < other and said:
            seat = one if (one, other) in said else other
            is_doubted = not all(map(table.results.get, said)) or any(is_unplayed_word(table.texts[at]) for at in both)
            yield from (
                GridMatch(seat, table.players[one], table.players[other], *result, is_doubted)
                for result in compare_cells(table, one, other)
            )


def list_cells(table: Crosstable) -> Iterator[GridMatch]:
    """Yield the matches where each cell has its own, at home of the player on the left."""
    for (one, other), results in table.results.items():
        for text in [result.text for result in results if not result.is_single] or [""]:
            yield GridMatch(one, table.players[one], table.players[other], text)


def compare_cells(table: Crosstable, one: int, other: int) -> list[tuple[str, str]]:
    """Return the results of two players as the first has them, and who won where the cells differ.

    Where they name different winners, the first cell is taken for the winner and the second for the score, so that it
    is asked which is right; where only the scores differ, there is none. "" is asked about as well.
    """
    there, back = (table.results.get(place, ()) for place in ((one, other), (other, one)))
    if there and back and there[0].is_single and back[0].is_single:
        return [(f"{there[0].text}-{back[0].text}", "")]
    mine = [result.text for result in there if not result.is_single]
    turned = [result.turned for result in back if not result.is_single]
    if not mine or not turned or sorted(mine) == sorted(turned):
        return [(text, "") for text in mine or turned or [""]]
    if len(mine) != len(turned):
        return [("", "")] * max(len(mine), len(turned))
    return [settle_cells(*both) for both in zip(mine, turned, strict=True)]


def settle_cells(mine: str, turned: str) -> tuple[str, str]:
    """Return the result and the winner of a match that two cells say, both as the first player has them."""
    first, second = read_outcome(mine).score, read_outcome(turned).score
    for told, plain in ((mine, turned), (turned, mine)):
        if told in (plain, f"won {plain}", f"lost {plain}"):
            return told, ""
    if read_outcome(mine).note or read_outcome(turned).note:
        return "", ""
    if first == second:
        return ("draw" if first == DRAWN else ""), WINNERS.get(first or 0, "")
    return turned, "" if first is None else WINNERS.get(first, "")


def list_parts_beside(rows: Rows, tables: Sequence[Crosstable], day: str) -> list[str]:
    """Return in words which rows and columns of a sheet are no part of its crosstables."""
    used = {place for table in tables for place in (table.top, *table.rows)}
    used |= {place for place, row in enumerate(rows) if all(map(read_box_heading, filter(None, row)))}
    left = [place for place, row in enumerate(rows) if any(row) and place not in used]
    unread = [place + 1 for place in left if place > tables[0].top or not (day and day in " ".join(rows[place]))]
    names = {place: heading for table in tables for place, heading in list_columns_beside(rows, table).items()}
    return [*name_rows_unread(unread), *name_columns_unread(names)]


def list_columns_beside(rows: Rows, table: Crosstable) -> dict[int, str]:
    """Return the headings of the columns beside a crosstable that hold something in the rows of its players."""
    filled = {place for line in table.rows for place, cell in enumerate(rows[line]) if cell}
    beside = sorted(filled - {table.label, *table.columns})
    return {place: rows[table.top][place] if place < len(rows[table.top]) else "" for place in beside}
