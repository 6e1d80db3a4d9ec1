"""What a file that can't be read as matches seems to be instead, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from ladder.files.interpretation.column_guess import ColumnGuess
from ladder.files.interpretation.column_meanings import (
    KNOWN_HEADINGS,
    PAIR,
    are_mostly,
    is_amount_cell,
    is_date_cell,
    is_name_cell,
    simplify_heading,
)
from ladder.files.workbooks import Rows

KNOWN_BEFORE = PAIR | {"date", "time", "round"}  # what is known of a match that is still to be played
FEWEST_ROWS = 2
FEWEST_COUNTS = 3  # columns of numbers in a table of standings
MOST_TWICE = 0.1  # of the names in a list of people
LONG_TEXT = 40  # letters
MOST_ROWS_JUDGED = 500
RATING_HEADINGS = """rating ratings elo wertung dwz nwz classement puntuacion punteggio handicap hcp grade grading index
    ranking strength рейтинг レーティング"""
STANDING_HEADINGS = """played p pl mp gp won w wins lost l losses drawn d draws points pts diff gd rank pos position
    place spiele siege niederlagen punkte platz rang joues gagnes perdus jugados ganados perdidos puntos giocate vinte
    perse punti"""
LIST_OF_PLAYERS = "This looks like a list of players, not of matches."
LIST_OF_RATINGS = "This looks like a list of ratings, not of matches."
STANDINGS = "This looks like a table of standings, not a list of matches."
FIXTURES = "This looks like a list of matches that are still to be played: nothing says who won."
PLAIN_TEXT = "This looks like a text, and no line of it says who won."


def describe_file_kind(guess: ColumnGuess, rows: Rows) -> str:
    """Return what rows without matches seem to be, as a sentence; "" if that can't be told."""
    below = [row for row in rows[guess.heading :][:MOST_ROWS_JUDGED] if any(row)]
    if len(below) < FEWEST_ROWS:
        return ""
    columns = [[row[place] for row in below if place < len(row) and row[place]] for place in range(len(guess.columns))]
    words = [simplify_heading(column.heading) for column in guess.columns]
    names = [place for place, cells in enumerate(columns) if cells and are_mostly(cells, is_name_cell)]
    numbers = [place for place, cells in enumerate(columns) if cells and are_mostly(cells, is_amount_cell)]
    if len(names) == 1 and is_text(columns[names[0]]):
        return PLAIN_TEXT
    people = [place for place in names if is_list_of_people(columns[place])]
    if {*guess.meanings} >= PAIR:
        said = zip(guess.meanings, columns, strict=True)
        others = [cells for meaning, cells in said if cells and meaning not in KNOWN_BEFORE]
        return FIXTURES if all(are_mostly(cells, is_date_cell) for cells in others) else ""
    if not people:
        return ""
    if len(numbers) >= FEWEST_COUNTS and len({*STANDING_HEADINGS.split()} & {*words}) >= FEWEST_ROWS:
        return STANDINGS
    has_only_numbers = len(numbers) == len(names) == 1 and are_ratings(columns[numbers[0]])
    if has_only_numbers or any(words[place] in RATING_HEADINGS.split() for place in numbers):
        return LIST_OF_RATINGS
    return LIST_OF_PLAYERS if len(names) == 1 or KNOWN_HEADINGS.get(words[people[0]]) == "player" else ""


def is_list_of_people(cells: Sequence[str]) -> bool:
    """Return whether the names in a column are each of another person, but for a few."""
    return len(cells) >= FEWEST_ROWS and len(cells) - len({*map(str.casefold, cells)}) <= MOST_TWICE * len(cells)


def is_text(cells: Sequence[str]) -> bool:
    """Return whether cells hold whole sentences."""
    return sum(map(len, cells)) > LONG_TEXT * len(cells)


def are_ratings(cells: Sequence[str]) -> bool:
    """Return whether numbers can be ratings: three digits or more, and hardly two the same."""
    return all(len(cell.split(".")[0].strip("-")) > FEWEST_ROWS for cell in cells)
