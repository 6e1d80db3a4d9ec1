"""The forms of an import: the file or pasted cells, what the columns mean, and the answers to the doubts."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any
from unicodedata import normalize

from django import forms
from django.core import signing
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.html import escape

from ladder.files.cell_values import shorten_cell
from ladder.files.csv_grid import FileError
from ladder.files.interpretation.column_guess import ColumnGuess
from ladder.files.interpretation.column_meanings import list_meanings
from ladder.files.interpretation.doubts import Doubt, DoubtWeight
from ladder.files.interpretation.row_filter import format_row_sample
from ladder.files.interpretation.sheet_choice import (
    HEADING_ROWS,
    NO_SHEET,
    SheetTable,
    choose_sheets,
    list_chosen_sheets,
)
from ladder.files.layouts.match_sheets import open_match_sheets
from ladder.files.match_records import PARTNER_COLUMNS
from ladder.files.spreadsheet import MOST_BYTES, TOO_LARGE, list_text_readings
from ladder.files.text_encoding import Reading
from ladder.files.workbooks import Sheet, tidy_text
from ladder.formats import MOST_A_SIDE, format_count
from players.form_fields import DayField

SHEETS_SALT = "ladder.import.file"  # another one whenever what is packed changes
MOST_AGE = 24 * 60 * 60  # seconds for which a page may be finished
MOST_PACKED = 2_000_000  # characters; Django takes 2.5 MB of a form without its files
LETTERS_KEY, LETTERS_DETAIL = "letters", "The file doesn’t say in which letters it is written."
NO_FILE_CHOSEN = "Choose a file, or paste cells."
TOO_OLD = "This page was open too long. Choose the file again."
COLUMN, SHEET = "column-", "sheet-"
HEADING, COLUMNS_OF = "heading", "columns-of"
COLUMNS_BEFORE_FOLDING = 12  # of more columns, those that mean nothing are folded away
PASTED_NAME = "Pasted cells"  # what stands for a file's name


class UploadForm(forms.Form):
    """A file or pasted cells; on the pages after the first, the sheets that were read of it, signed."""

    file = forms.FileField(
        label="Spreadsheet",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput({"accept": ".csv,.txt,.tsv,.json,.pgn,.xlsx,.xlsm,.ods"}),
        help_text="CSV, Excel (.xlsx) or OpenDocument, also JSON, PGN or an exported chat. You check everything before"
        " it is imported.",
    )
    text = forms.CharField(
        label="Or paste cells or lines",
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
        help_text="Select the rows in your spreadsheet, copy, and paste them here. Lines such as “Ann beat Bo 3-1” are"
        " read, too.",
    )
    packed = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Put the file's name, its sheets and the doubts about its letters into `name`, `sheets` and `doubts`."""
        values = self.cleaned_data
        if not self.errors:
            values["name"], values["sheets"], readings = self.unpacked() if values.get("packed") else self.read()
            values["doubts"] = build_letters_doubts(readings)
        return values

    def read(self) -> tuple[str, list[Sheet], list[Reading]]:
        """Return the name of the file or of the pasted cells, its sheets, and how its letters may read.

        All of it is kept for the next page; where the letters are in doubt, the file itself as well.
        """
        file, text = self.cleaned_data.get("file"), self.cleaned_data.get("text") or ""
        field = "file" if file or not text.strip() else "text"
        if not file and not text.strip():
            raise ValidationError({field: NO_FILE_CHOSEN})
        try:
            if file and file.size > MOST_BYTES:
                raise FileError(TOO_LARGE)
            data = file.read() if file else text.encode(errors="replace")
            readings = list_text_readings(data) if file else []
            sheets = open_match_sheets(data, readings[0].encoding if readings else "")
        except FileError as error:
            raise ValidationError({field: str(error)}) from error
        name = tidy_text(normalize("NFC", file.name or "")) if file else PASTED_NAME
        letters = [readings, data.decode("latin-1")] if len(readings) > 1 else [[], ""]
        self.cleaned_data["packed"] = signing.dumps([name, sheets, *letters], salt=SHEETS_SALT, compress=True)
        if len(self.cleaned_data["packed"]) > MOST_PACKED:
            raise ValidationError({field: TOO_LARGE})
        return name, sheets, readings

    def unpacked(self) -> tuple[str, list[Sheet], list[Reading]]:
        """Return the same as an earlier page read it, in the letters that were chosen."""
        try:
            name, sheets, readings, text = signing.loads(
                self.cleaned_data["packed"], salt=SHEETS_SALT, max_age=MOST_AGE
            )
        except signing.BadSignature as error:
            raise ValidationError({"file": TOO_OLD}) from error
        readings = [Reading(*one) for one in readings]
        chosen = str(self.data.get(LETTERS_KEY))
        if chosen not in [one.encoding for one in readings[1:]]:
            return name, [Sheet(*one) for one in sheets], readings
        try:
            return name, open_match_sheets(text.encode("latin-1"), chosen), readings
        except FileError as error:
            raise ValidationError({"file": str(error)}) from error


def build_letters_doubts(readings: Sequence[Reading]) -> list[Doubt]:
    """Return the doubt about the letters of a file; none if they are plain."""
    if len(readings) < 2:
        return []
    choices = tuple((one.encoding, shorten_cell(", ".join(one.names))) for one in readings)
    return [Doubt(LETTERS_KEY, DoubtWeight.LETTERS, "How do these names read?", choices, choices[0][0], LETTERS_DETAIL)]


class SheetsForm(forms.Form):
    """Which sheets are read, and which row has their headings."""

    def __init__(self, sheets: Sequence[Sheet], table: SheetTable, heading: int) -> None:
        """Take the sheets of the file, the table that is read of them, and the number of its heading row."""
        super().__init__()
        several = sum(bool(sheet.rows or sheet.fault) for sheet in sheets) > 1
        for place, sheet in enumerate(sheets if several else ()):
            self.fields[f"{SHEET}{place}"] = forms.BooleanField(
                label=shorten_cell(sheet.name) or f"Sheet {place + 1}",
                initial=place in table.sheets and table.lacking != NO_SHEET,
                disabled=not sheet.rows,
                help_text=escape(describe_sheet(sheet)),
            )
        numbers = {*range(1, min(HEADING_ROWS, len(table.rows)) + 1), heading} - {0}
        rows = {number: format_row_sample(table.rows[number - 1]) for number in sorted(numbers)}
        offered = [(number, f"Row {number}: {sample}") for number, sample in rows.items() if sample]
        self.fields[HEADING] = forms.ChoiceField(
            label="Headings",
            choices=[*offered, (0, "The file has no headings")],
            initial=heading,
            help_text=f"In “{escape(shorten_cell(sheets[table.sheets[0]].name))}”." if len(table.sheets) > 1 else "",
        )

    @property
    def sheets(self) -> list[forms.BoundField]:
        """The fields of the sheets; none if the file has only one that isn't empty."""
        return [self[name] for name in self.fields if name.startswith(SHEET)]


def describe_sheet(sheet: Sheet) -> str:
    """Return in words how long a sheet is, or why it isn't read."""
    if not sheet.rows:
        return sheet.fault or "Empty."
    return f"{format_count(len(sheet.rows), 'row')}{', hidden' if sheet.is_hidden else ''}"


def read_chosen_table(form: UploadForm, data: Mapping[str, Any]) -> SheetTable:
    """Return the table of the sheets that were chosen, with what is doubted of the file as a whole."""
    return choose_table(form.cleaned_data["sheets"], data)._replace(doubts=form.cleaned_data["doubts"])


def choose_table(sheets: Sequence[Sheet], data: Mapping[str, Any]) -> SheetTable:
    """Return the table of the sheets that were chosen; on the first page, which has no choice yet, that of the likely.

    A number of a heading row counts for the sheets for which it was chosen.
    """
    if f"{COLUMN}0" not in data:
        return choose_sheets(sheets)
    ticked = [place for place in range(len(sheets)) if f"{SHEET}{place}" in data]
    chosen = list_chosen_sheets(sheets, ticked)
    known = not data.get(COLUMNS_OF) or data[COLUMNS_OF].split(":")[0] == format_places(chosen)
    heading = data.get(HEADING, "")
    offered = map(str, range(HEADING_ROWS + 1))
    return choose_sheets(sheets, chosen, int(heading) if known and heading in offered else None)


def format_places(places: Sequence[int]) -> str:
    """Return the positions of sheets as a text."""
    return ",".join(map(str, places))


def name_columns_shown(table: SheetTable, heading: int | str) -> str:
    """Return a text for the columns that a page shows: the sheets, and the row with the headings."""
    return f"{format_places(table.sheets)}:{heading}"


class ColumnsForm(forms.Form):
    """The meaning of each column."""

    def __init__(self, guess: ColumnGuess, most_a_side: int = MOST_A_SIDE) -> None:
        """Take what the file seems to be; seats that no side has are offered only where a heading names them."""
        super().__init__()
        extra = {name for partners in PARTNER_COLUMNS for name in partners[max(most_a_side, 2) - 1 :]}
        hidden = extra - {*guess.meanings}
        choices = [(key, label) for key, label in list_meanings().items() if key not in hidden]
        self.guess = guess
        for column, meaning in zip(guess.columns, guess.meanings, strict=True):
            label = shorten_cell(column.heading) or f"Column {column.place + 1}"
            samples = ", ".join(map(shorten_cell, column.samples)) or "nothing"
            self.fields[f"{COLUMN}{column.place}"] = forms.ChoiceField(
                label=label, choices=choices, initial=meaning, help_text=escape(samples)
            )

    @property
    def shown(self) -> list[forms.BoundField]:
        """The columns in sight: all, or of very many those that mean something."""
        return [self[name] for name in self.fields if name not in self.list_folded_names()]

    @property
    def folded(self) -> list[forms.BoundField]:
        """The columns that are folded away."""
        return [self[name] for name in self.list_folded_names()]

    def list_folded_names(self) -> list[str]:
        """Return the fields of columns that are folded away."""
        if len(self.guess.columns) <= COLUMNS_BEFORE_FOLDING:
            return []
        return [name for name, meaning in zip(self.fields, self.guess.meanings, strict=True) if not meaning]


class CommonDayForm(forms.Form):
    """The day of all rows of a file without dates. A browser tells each digit of a year, so the page waits for more."""

    day = DayField(
        label="All on this day",
        required=False,
        help_text="The file has no dates. If its matches are of several days, import it in parts.",
    )
    day.widget.attrs |= {"hx-post": "", "hx-trigger": "change delay:1s consume"}

    def clean_day(self) -> date | None:
        """Return the day. Raises: ValidationError, "A match can't be in the future." """
        day: date | None = self.cleaned_data["day"]
        if day and day > timezone.localdate():
            raise ValidationError("A match can't be in the future.")
        return day


def read_common_day(data: Mapping[str, Any]) -> date | None:
    """Return the day that was given for all rows; None if there is none, or no such day."""
    form = CommonDayForm(data)
    return form.cleaned_data["day"] if form.is_valid() else None


def read_chosen_meanings(data: Mapping[str, Any], table: SheetTable) -> list[str] | None:
    """Return the meanings that were chosen for the columns of a table; None if they are to be guessed.

    They are on the first page, which has no choice yet, and after other sheets or another heading row were chosen.
    """
    if f"{COLUMN}0" not in data:
        return None
    shown = data.get(COLUMNS_OF, "")
    if shown and shown != name_columns_shown(table, data.get(HEADING, "")):
        return None
    given = (data.get(f"{COLUMN}{place}", "") for place in range(max(map(len, table.rows))))
    return [meaning if meaning in list_meanings() else "" for meaning in given]


class DoubtsForm(forms.Form):
    """A field for each doubt, with the answers that were given so far."""

    def __init__(self, doubts: list[Doubt], answers: Mapping[str, str]) -> None:
        super().__init__()
        self.doubts = doubts
        for doubt in doubts:
            self.fields[doubt.key] = forms.ChoiceField(
                label=doubt.title,
                choices=doubt.choices,
                initial=doubt.answer(answers),
                widget=forms.RadioSelect if doubt.weight == DoubtWeight.NAME else forms.Select,
            )

    def asked(self) -> list[tuple[Doubt, forms.BoundField | None]]:
        """Return each doubt with its field; None for a doubt that leaves no choice."""
        return [(doubt, self[doubt.key] if len(doubt.choices) > 1 else None) for doubt in self.doubts]
