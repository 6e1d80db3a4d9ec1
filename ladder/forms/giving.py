"""Ratings from before the first match, as they are pasted from a spreadsheet or typed."""

import csv
import io
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from ladder.files.players import PlayerRow, read_player_file
from ladder.files.separators import find_unclear_commas, find_unclear_points, remove_thousands_commas
from ladder.files.sheet import FileError, FileProblem
from ladder.files.spreadsheets import Rows, read_pasted_cells
from ladder.forms.previewed import NotedForm
from ladder.models import Board, Season

COLUMNS = ["name", "rating", "games"]
NO_RATING = "none"  # in place of a rating that is taken away
SHOWN_PROBLEMS = 5  # rows that are refused one by one
TOO_WIDE = (
    "Write a name, a rating and a number of games in each row, such as “Ada, 1100, 12”,"
    " or name the columns in the first row."
)


class StartingRatingsForm(NotedForm):
    """Which board it is, and a row for each player."""

    board = forms.ChoiceField(
        label="Board", error_messages={"required": "Choose a board.", "invalid_choice": "Choose a board."}
    )
    text = forms.CharField(
        label="Players and their ratings",
        widget=forms.Textarea({"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
        help_text="One row for each player: name, rating, and the number of games so far if you know it."
        " Paste the rows from a spreadsheet, or write “Ada, 1100, 12”.",
        error_messages={"required": "Enter at least one player."},
    )

    def __init__(self, data: Any = None, *, season: Season) -> None:
        self.boards = {board.system: board for board in season.boards.all()}
        super().__init__(data, initial={"board": next(iter(self.boards), "")})
        field: Any = self.fields["board"]
        field.choices = [(key, board.rating_system.about.label) for key, board in self.boards.items()]

    def clean_text(self) -> list[PlayerRow]:
        """Return the players of the rows; a first row may name the columns of a player file.

        Whoever has “none” for a rating has no rating here: a given one is to be taken away.
        """
        text = self.cleaned_data["text"]
        try:
            rows = read_pasted_cells(text)
        except FileError as error:
            raise ValidationError(str(error)) from error
        named = "name" in map(str.lower, rows[0])
        if not named and max(map(len, rows)) > len(COLUMNS):
            raise ValidationError(TOO_WIDE)
        table = rows if named else [COLUMNS, *rows]
        doubts = [*find_unclear_points(table), *(() if named else find_unclear_commas(text))]
        blank, gone = blank_removed_ratings(table)
        found = read_player_file(format_csv(remove_thousands_commas(blank)))
        unrated = [one.line for one in found.rows if one.rating is None and one.line not in gone]
        missing = [FileProblem(line, "The rating is missing.") for line in unrated]
        if problems := sorted([*found.errors, *missing, *doubts])[:SHOWN_PROBLEMS]:
            raise ValidationError([f"Row {one.line - (not named)}: {one.sentence}" for one in problems])
        return found.rows

    def values(self) -> tuple[Board, list[PlayerRow]]:
        """Return the board and the players, of a valid form."""
        return self.boards[self.cleaned_data["board"]], self.cleaned_data["text"]

    def said(self) -> Any:
        return [self.cleaned_data["board"], self.cleaned_data["text"]]


def blank_removed_ratings(table: Rows) -> tuple[Rows, set[int]]:
    """Return the rows, blank where the rating is “none”, and the lines where it is; the first row names the columns."""
    place = next((at for at, name in enumerate(table[0]) if name.lower() == "rating"), len(table[0]))
    gone = {
        line for line, row in enumerate(table, 1) if [cell.lower() for cell in row[place : place + 1]] == [NO_RATING]
    }
    return [[*row[:place], "", *row[place + 1 :]] if line in gone else row for line, row in enumerate(table, 1)], gone


def format_csv(rows: Rows) -> str:
    """Return the rows as CSV."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(rows)
    return stream.getvalue()
