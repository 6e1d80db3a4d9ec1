"""Headings that stand over several columns, as where cells were merged: “Set 1” over the points of both players.

The columns under one have no heading of their own, or a short one in a second row, as “A” and “B” under “Set 1”.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise, takewhile

from ladder.files.interpretation.column_contents import ColumnContents
from ladder.files.interpretation.column_meanings import (
    BARE_COUNTS,
    KNOWN_HEADINGS,
    collect_headings,
    is_name_cell,
    is_number_cell,
    is_score_cell,
    is_value_cell,
    simplify_heading,
)
from ladder.files.interpretation.paired_cells import have_details
from ladder.files.interpretation.partner_columns import FIRST_SEATS, PARTNER_HEADING, SIDE_OF_WORD, read_seat
from ladder.files.interpretation.set_columns import ROLES, read_set_side
from ladder.files.workbooks import Rows

FEWEST_SUB_HEADINGS = 2
FEWEST_SPANNED = 2  # columns under a heading that stands over several


def find_last_heading_row(rows: Rows, heading: int) -> int:
    """Return the number of the row with the headings, or of that below it if it divides these up."""
    row = rows[heading] if 0 < heading < len(rows) else []
    said = list(map(simplify_heading, filter(None, row)))
    is_divided = len(said) >= FEWEST_SUB_HEADINGS and not any(map(is_value_cell, row))
    names = list(filter(None, join_heading_rows(rows[heading - 1], row))) if is_divided else []
    return heading + 1 if names and all(is_sub_heading(one, names) for one in said) else heading


def is_sub_heading(word: str, names: Sequence[str]) -> bool:
    """Return whether a word of the row under the headings is one, by itself or joined with what stands above it."""
    return word in ROLES or word in collect_headings() or bool(PARTNER_HEADING.fullmatch(word)) or word in names


def read_headings(rows: Rows, heading: int, width: int) -> list[str]:
    """Return the headings of all columns as they are written, joined with those above that stand over several."""
    row = [*rows[heading - 1]] if heading else []
    row += [""] * (width - len(row))
    above = rows[heading - 2] if heading > 1 else []
    is_heading_row = sum(simplify_heading(one) in collect_headings() for one in above) >= FEWEST_SUB_HEADINGS
    return join_heading_rows(above, row) if is_heading_row or has_joined_names(above, row) else row


def find_first_heading_row(rows: Rows, heading: int) -> int:
    """Return the number of the first of the rows that name the columns, of which the given one is the last."""
    width = max(map(len, rows))
    row = [*rows[heading - 1], *[""] * (width - len(rows[heading - 1]))] if heading else []
    return heading - 1 if heading > 1 and read_headings(rows, heading, width) != row else heading


def has_joined_names(above: Sequence[str], row: Sequence[str]) -> bool:
    """Return whether a heading makes sense together with one above it."""
    return any(one not in row for one in join_heading_rows(above, row) if one and one not in above)


def join_heading_rows(above: Sequence[str], row: Sequence[str]) -> list[str]:
    """Return the headings of two rows as one: “Set 1” over “A” and “B” is “Set 1 A” and “Set 1 B”."""
    upper = [*above, *[""] * (len(row) - len(above))]
    lower = [*row, *[""] * (len(upper) - len(row))]
    starts = [place for place, high in enumerate(upper) if high]
    span = min((later - before for before, later in pairwise(starts) if later > before + 1), default=FEWEST_SPANNED)
    joined = []
    for place, (high, low) in enumerate(zip(upper, lower, strict=True)):
        over = next((upper[one] for one in range(place, max(place - span, -1), -1) if upper[one]), "")
        both = f"{over} {low}"
        joined.append(both if low and over and is_told_together(both) else low or high)
    return joined


def is_told_together(text: str) -> bool:
    """Return whether two headings joined are a known one, such as “Set 1 A”, “Winners Player 2” or “Score home”."""
    word = simplify_heading(text)
    return bool(read_set_side(word)) or read_seat(word)[0] is not None or word in collect_headings()


def spread_headings(contents: ColumnContents) -> list[str]:
    """Return the simplified headings, with names for columns without one that stand under the heading before them.

    Two numbers under a set or under “Score” are those of both sides, also where the heading of a set stands over each;
    names under “Winners” are partners.
    """
    groups = {place: list_columns_under(place, contents) for place, word in enumerate(contents.words) if word}
    spread = dict(enumerate(contents.words))
    for place, (word, after) in enumerate(pairwise(contents.words)):
        both = (place, place + 1)
        is_set = word == after and bool(read_set_side(f"{word}a"))
        if is_set and len(contents.holding(both, is_score_cell)) == FEWEST_SPANNED:
            spread |= zip(both, name_score_columns(word), strict=True)
    for place, under in groups.items():
        numbers = contents.holding((place, *under), is_score_cell)
        if len(numbers) == 2 and len(under) in (1, 2):  # with a column of signs between them
            spread |= zip(numbers, name_score_columns(contents.words[place]), strict=False)
    spread |= dict.fromkeys(find_unnamed_partners(groups, contents), "partner")
    return list(spread.values())


def list_columns_under(place: int, contents: ColumnContents) -> list[int]:
    """Return the columns right of a heading that have none of their own and are not empty."""
    right = range(place + 1, len(contents.words))
    return list(takewhile(lambda one: not contents.words[one] and bool(contents.filled[one]), right))


def name_score_columns(word: str) -> tuple[str, ...]:
    """Return the headings of the two columns with the points of each side; none under another heading."""
    if read_set_side(f"{word}a"):
        return f"{word}a", f"{word}b"
    return (f"{word}1", f"{word}2") if word in BARE_COUNTS else ()


def find_unnamed_partners(groups: Mapping[int, Sequence[int]], contents: ColumnContents) -> list[int]:
    """Return the columns of partners under the heading of a side; none unless both sides have equally many."""
    sides = {
        place: [one for one in contents.holding(under, is_name_cell) if not contents.holding([one], is_number_cell)]
        for place, under in groups.items()
        if KNOWN_HEADINGS.get(contents.words[place]) in FIRST_SEATS or contents.words[place] in SIDE_OF_WORD
    }
    sizes = [len(partners) for partners in sides.values()]
    if len(sizes) != 2 or not sizes[0] or sizes[0] != sizes[1]:
        return []
    both = [(place, one) for place, partners in sides.items() for one in partners]
    rows = [row for pair in both for row in zip(*map(contents.cells.__getitem__, pair), strict=True) if all(row)]
    return [] if have_details(rows) else [one for _, one in both]


def name_spread_columns(names: Sequence[str], words: Sequence[str]) -> list[str]:
    """Return the headings as the page shows them: “Set 1 (2)” for the second column under “Set 1”."""
    shown: list[str] = []
    over, number = "", 1
    for name, word in zip(names, words, strict=True):
        over, number = (name, 1) if name else (over, number + 1)
        shown.append(name or (f"{over} ({number})" if word else ""))
    return shown
