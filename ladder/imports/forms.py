"""The forms of an import: the file or pasted cells, what the columns mean, and the answers to the doubts."""

from collections.abc import Mapping
from typing import Any
from unicodedata import normalize

from django import forms
from django.core import signing
from django.core.exceptions import ValidationError
from django.utils.html import escape

from ladder.files.cell_values import shorten_cell
from ladder.files.csv_grid import FileError
from ladder.files.interpretation.column_guess import ColumnGuess
from ladder.files.interpretation.column_meanings import list_meanings
from ladder.files.interpretation.doubts import Doubt, DoubtWeight
from ladder.files.match_records import PARTNER_COLUMNS
from ladder.files.spreadsheet import MOST_BYTES, TOO_LARGE, read_pasted_cells, read_spreadsheet
from ladder.files.workbooks import Rows, tidy_text
from ladder.formats import MOST_A_SIDE

SALT = "ladder.import.named"  # another one whenever what is packed changes
MOST_AGE = 24 * 60 * 60  # seconds for which a page may be finished
MOST_PACKED = 2_000_000  # characters; Django takes 2.5 MB of a form without its files
NOTHING = "Choose a file, or paste cells."
TOO_OLD = "This page was open too long. Choose the file again."
COLUMN = "column-"
PASTED = "Pasted cells"  # what stands for a file's name


class UploadForm(forms.Form):
    """A file or pasted cells; on the pages after the first, the rows that were read of it, signed."""

    file = forms.FileField(
        label="Spreadsheet",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput({"accept": ".csv,.txt,.tsv,.xlsx,.xlsm,.ods"}),
        help_text="CSV, Excel (.xlsx) or OpenDocument. You check everything before it is imported.",
    )
    text = forms.CharField(
        label="Or paste cells",
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
        help_text="Select the rows in your spreadsheet, copy, and paste them here.",
    )
    packed = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Put the rows into `rows` and the name of the file into `name`, read from the file or from an earlier page."""
        values = self.cleaned_data
        if not self.errors:
            values["name"], values["rows"] = self.unpacked() if values.get("packed") else self.read()
        return values

    def read(self) -> tuple[str, Rows]:
        """Return the name and the rows of the file or of the pasted cells, and keep both for the next page."""
        file, text = self.cleaned_data.get("file"), self.cleaned_data.get("text") or ""
        field = "file" if file or not text.strip() else "text"
        if not file and not text.strip():
            raise ValidationError({field: NOTHING})
        try:
            if file and file.size > MOST_BYTES:
                raise FileError(TOO_LARGE)
            rows = read_spreadsheet(file.read()) if file else read_pasted_cells(text)
        except FileError as error:
            raise ValidationError({field: str(error)}) from error
        name = tidy_text(normalize("NFC", file.name or "")) if file else PASTED
        self.cleaned_data["packed"] = signing.dumps([name, rows], salt=SALT, compress=True)
        if len(self.cleaned_data["packed"]) > MOST_PACKED:
            raise ValidationError({field: TOO_LARGE})
        return name, rows

    def unpacked(self) -> tuple[str, Rows]:
        """Return the name and the rows that an earlier page read."""
        try:
            name, rows = signing.loads(self.cleaned_data["packed"], salt=SALT, max_age=MOST_AGE)
        except signing.BadSignature as error:
            raise ValidationError({"file": TOO_OLD}) from error
        return name, rows


class ColumnsForm(forms.Form):
    """The meaning of each column."""

    def __init__(self, guess: ColumnGuess, most_a_side: int = MOST_A_SIDE) -> None:
        """Take what the file seems to be; seats that no side has are offered only where a heading names them."""
        super().__init__()
        extra = {name for partners in PARTNER_COLUMNS for name in partners[max(most_a_side, 2) - 1 :]}
        hidden = extra - {*guess.meanings}
        choices = [(key, label) for key, label in list_meanings().items() if key not in hidden]
        for column, meaning in zip(guess.columns, guess.meanings, strict=True):
            label = shorten_cell(column.heading) or f"Column {column.place + 1}"
            samples = ", ".join(map(shorten_cell, column.samples)) or "nothing"
            self.fields[f"{COLUMN}{column.place}"] = forms.ChoiceField(
                label=label, choices=choices, initial=meaning, help_text=escape(samples)
            )


def read_chosen_meanings(data: Mapping[str, Any], width: int) -> list[str] | None:
    """Return the meanings that were chosen for `width` columns; None on the first page, which has no choice yet."""
    if f"{COLUMN}0" not in data:
        return None
    given = (data.get(f"{COLUMN}{place}", "") for place in range(width))
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
