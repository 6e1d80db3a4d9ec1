"""The columns of a sheet with what they hold, for finding out what each means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ladder.files.interpretation.column_meanings import (
    MOST_OF_A_COLUMN,
    OPPONENT_HEADING,
    WON_HEADING,
    are_mostly,
    pick_evenly,
)
from ladder.files.interpretation.row_outcomes import (
    BOOLEAN_WORDS,
    DRAWN_CELLS,
    WON_BEHIND,
    find_short_named_player,
    is_reporter_word,
    simplify_name,
)

NAMES_COMPARED = 2_000  # cells of a column


class ColumnContents:
    """The columns by position: their simplified headings, all their cells, and their cells that aren't blank."""

    def __init__(self, words: list[str], cells: list[list[str]]) -> None:
        self.words, self.cells = words, cells
        self.filled = [list(filter(None, column)) for column in cells]
        self.names: dict[int, set[str]] = {}

    def free(self, found: Mapping[str, int]) -> list[int]:
        """Return the places of the columns that are not empty and have no meaning yet."""
        return [place for place, filled in enumerate(self.filled) if filled and place not in found.values()]

    def holding(self, places: Iterable[int], test: Callable[[str], bool]) -> list[int]:
        """Return those of these places whose column mostly holds cells that pass a test."""
        return [place for place in places if self.filled[place] and are_mostly(self.filled[place], test)]

    def count_shared_names(self, one: int, other: int) -> int:
        """Return how many names two columns have in common."""
        for place in (one, other):
            if place not in self.names:
                self.names[place] = {*map(simplify_name, self.filled[place][:NAMES_COMPARED])}
        return len(self.names[one] & self.names[other])

    def has_yes_or_no(self, place: int) -> bool:
        """Return whether a column answers with yes or no, under a heading such as “Did you win?”.

        “Did your opponent win?” is left out: its yes means the other one.
        """
        heading = self.words[place]
        is_headed = WON_HEADING.search(heading) and not OPPONENT_HEADING.search(heading)
        said = {cell.casefold() for cell in self.filled[place]} - DRAWN_CELLS
        return bool(is_headed and said) and said <= BOOLEAN_WORDS

    def names_players(self, place: int, players: tuple[int, int]) -> bool:
        """Return whether a column names one of the two players, or a draw, in most rows, or answers with yes or no."""
        if self.has_yes_or_no(place):
            return True
        first, second = players
        rows = list(zip(self.cells[place], self.cells[first], self.cells[second], strict=True))
        judged = pick_evenly([row for row in rows if row[0]])
        said = [cell.casefold() in DRAWN_CELLS or is_named(cell, pair) for cell, *pair in judged]
        return sum(said) >= MOST_OF_A_COLUMN * max(len(said), 1)

    def have_shared_cells(self, one: int, other: int) -> bool:
        """Return whether two columns name the same person in some row."""
        return any(first and first == second for first, second in zip(self.cells[one], self.cells[other], strict=True))

    def have_same_player(self, one: int, other: int) -> bool:
        """Return whether two columns name the same person in many rows, who would play herself."""
        rows = zip(self.cells[one], self.cells[other], strict=True)
        judged = pick_evenly([row for row in rows if all(row)])
        return sum(simplify_name(one) == simplify_name(other) for one, other in judged) > (1 - MOST_OF_A_COLUMN) * len(
            judged
        )

    def have_same_names(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Return whether two pairs of columns name the same two people in every row in which the first has both."""
        columns = (self.cells[place] for place in (*one, *other))
        rows = [list(map(simplify_name, row)) for row in zip(*columns, strict=True)]
        return all({*row[:2]} == {*row[2:]} for row in rows if all(row[:2]))


def is_named(cell: str, players: Sequence[str]) -> bool:
    """Return whether a cell names one of these two players: by a short name, “Ann won”, or “My opponent”."""
    if is_reporter_word(cell):
        return True
    name = WON_BEHIND.sub("", cell)
    return simplify_name(name) in map(simplify_name, players) or find_short_named_player(name, *players) is not None
