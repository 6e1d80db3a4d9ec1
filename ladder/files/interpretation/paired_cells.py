"""Cells that name a whole side of doubles or a team, such as “Ann & Bo”, “Ann Aalto/Bo Berg” or “Ann, Bo”."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain

from ladder.files.cell_values import shorten_cell
from ladder.files.interpretation.column_contents import ColumnContents
from ladder.files.interpretation.column_meanings import are_mostly, is_name_cell
from ladder.files.interpretation.doubts import KEEP, Doubt, DoubtWeight
from ladder.files.interpretation.partner_columns import FIRST_PARTNERS, MAIN_COLUMNS
from ladder.files.interpretation.row_outcomes import simplify_name
from ladder.files.match_records import PARTNER_COLUMNS
from ladder.formats import MOST_A_SIDE

SIGN, COMMA, UNSURE_COMMA, DETAILS = "sign", "comma", "comma?", "details"
SIGN_SPLIT = re.compile(r"\s*[&+/;|\\]\s*")
NAME_SPLIT = re.compile(
    rf"{SIGN_SPLIT.pattern}|\s+[-–—]\s+| (?:and|und|et|y|e|en|och|og|oraz|и|with|mit|avec|con|met|com|med) ",
    re.IGNORECASE,
)
SPLITS = {SIGN: NAME_SPLIT, COMMA: re.compile(r"\s*,\s*")}
FEWEST_LAST_NAMES = 8  # different names of one last and one first name that are plainly no pairs
PAIRS_KEY, PAIRS_ANSWER = "pairs", "pairs"
PAIRS_CHOICES = ((KEEP, "One player, with the last name first"), (PAIRS_ANSWER, "Two who played together"))


def find_pair_sign(contents: ColumnContents, found: Mapping[str, int]) -> str:
    """Return by what the names of a side are divided in each cell: a sign or word, or a comma; "" if there is one.

    “Aalto, Ann” is one name and “Ann, Bo” are two: where nothing tells which, it is asked. `DETAILS` says that what is
    divided from a name is no name, such as a club.
    """
    if found.keys() >= FIRST_PARTNERS:
        return ""
    for mains in MAIN_COLUMNS:
        if found.keys() >= {*mains}:
            columns = [contents.filled[found[main]] for main in mains]
            if all(are_mostly(cells, names_several) for cells in columns):
                return DETAILS if have_details(map(NAME_SPLIT.split, chain(*columns))) else SIGN
            return judge_commas([*{*chain(*columns)}])
    return ""


def names_several(cell: str) -> bool:
    """Return whether a cell has several names with a sign or a word between them."""
    return are_names(NAME_SPLIT.split(cell))


def are_names(several: Sequence[str]) -> bool:
    """Return whether these parts of a cell are as many names as a side may have."""
    return 2 <= len(several) <= MOST_A_SIDE and all(map(is_name_cell, several))


def judge_commas(cells: Sequence[str]) -> str:
    """Return whether the commas in different cells of names stand between people, and whether that is plain.

    They do where both parts are whole names, or a name stands before a comma in one cell and behind it in another.
    """
    split = {cell: SPLITS[COMMA].split(cell) for cell in cells}
    if not are_mostly(cells, lambda cell: are_names(split[cell])) or have_details(split.values()):
        return ""
    if are_mostly(cells, lambda cell: len(split[cell]) > 2 or all(" " in name for name in split[cell])):
        return COMMA
    seats = [{simplify_name(several[seat]) for several in split.values() if len(several) > 1} for seat in (0, 1)]
    if seats[0] & seats[1]:
        return COMMA
    return "" if len(cells) >= FEWEST_LAST_NAMES else UNSURE_COMMA


def have_details(cells: Iterable[Sequence[str]]) -> bool:
    """Return whether the second parts of cells say something of the first, such as the club, and are no partners."""
    return are_details({(simplify_name(parts[0]), simplify_name(parts[1])) for parts in cells if len(parts) == 2})


def are_details(told: Collection[tuple[str, str]]) -> bool:
    """Return whether the second of each two texts is a detail of the first, a name.

    Then each name has one detail always, several have the same, and none is a name.
    """
    names, details = {name for name, _ in told}, {detail for _, detail in told}
    return len(told) == len(names) > len(details) and names.isdisjoint(details)


def split_sides(
    rows: Mapping[int, Mapping[str, str]], sign: str, doubts: list[Doubt], answers: Mapping[str, str]
) -> dict[int, dict[str, str]]:
    """Return the rows with the names of a side apart, which are divided by `sign`; what is not plain is asked."""
    if sign == UNSURE_COMMA:
        sign = ask_for_pairs(rows, doubts, answers)
    if sign in SPLITS:
        return {number: split_side_cells(cells, sign) for number, cells in rows.items()}
    return {number: dict(cells) for number, cells in rows.items()} if sign == DETAILS else split_known_sides(rows)


def ask_for_pairs(rows: Mapping[int, Mapping[str, str]], doubts: list[Doubt], answers: Mapping[str, str]) -> str:
    """Return whether the names in a cell are divided by a comma, as was answered."""
    names = (cells.get(main, "") for cells in rows.values() for main, _ in list_side_meanings())
    example = next((name for name in names if "," in name), "")
    title = f"“{shorten_cell(example)}” may be one player or two."
    doubt = Doubt(PAIRS_KEY, DoubtWeight.NAME, title, PAIRS_CHOICES, KEEP)
    doubts.append(doubt)
    return COMMA if doubt.answer(answers) == PAIRS_ANSWER else ""


def split_side_cells(cells: Mapping[str, str], sign: str = SIGN) -> dict[str, str]:
    """Return a row whose cells name the players of a side, as in “Ann & Bo”, with all but the first as partners."""
    row = dict(cells)
    for main, partners in list_side_meanings():
        names = SPLITS[sign].split(row.get(main, ""))
        if 2 <= len(names) <= MOST_A_SIDE and not any(map(row.get, partners)):
            row |= zip((main, *partners), map(str.strip, names), strict=False)
    return row


def list_side_meanings() -> list[tuple[str, tuple[str, ...]]]:
    """Return the meanings of the first player and of the partners of each side."""
    return [each for pair in MAIN_COLUMNS for each in zip(pair, PARTNER_COLUMNS, strict=True)]


def split_known_sides(rows: Mapping[int, Mapping[str, str]]) -> dict[int, dict[str, str]]:
    """Return the rows of a sheet of singles, in which a few are doubles.

    A cell such as “Ann & Bo” names a side if both stand alone elsewhere. It does so too if both are whole names, or
    the other side has as many, unless it stands against a single player somewhere, as a firm of that name does.
    """
    names = {row.get(main, "") for row in rows.values() for main, _ in list_side_meanings()}
    several = {name: parts for name in names if are_names(parts := NAME_SPLIT.split(name))}
    if not several:
        return {number: dict(cells) for number, cells in rows.items()}
    known = set(map(simplify_name, names))
    firms = find_firms(rows, several)
    whole = {name for name in several if is_pair_of_whole_names(name)}
    alone = {name for name, parts in several.items() if {*map(simplify_name, parts)} <= known}
    return {
        number: split_side_cells(cells) if names_side(cells, several, whole | alone, firms) else dict(cells)
        for number, cells in rows.items()
    }


def is_pair_of_whole_names(cell: str) -> bool:
    """Return whether a sign stands between names of several words, as in “Ann Aalto/Bo Berg”."""
    parts = SIGN_SPLIT.split(cell)
    return len(parts) > 1 and all(" " in one for one in parts)


def find_firms(rows: Mapping[int, Mapping[str, str]], several: Mapping[str, Sequence[str]]) -> set[str]:
    """Return the cells with several names that somewhere stand against a cell with one."""
    pairs = [[row[main] for main, _ in list_side_meanings() if row.get(main)] for row in rows.values()]
    return {name for pair in pairs if len({*pair} & several.keys()) == 1 for name in pair if name in several}


def names_side(
    cells: Mapping[str, str], several: Mapping[str, Sequence[str]], people: set[str], firms: set[str]
) -> bool:
    """Return whether a row is one of doubles or teams: one side is people for sure, or both have as many names."""
    sides = [cells[main] for main, _ in list_side_meanings() if cells.get(main)]
    if any(side in people for side in sides):
        return True
    sizes = Counter(len(several[side]) for side in sides if side in several and side not in firms)
    return max(sizes.values(), default=0) > 1
