"""The form with the file to restore the site from, and the word to confirm it."""

import hashlib
from typing import IO, Any

from django import forms
from django.core.exceptions import ValidationError

MOST = 200  # MB
WORD = "RESTORE"
ANOTHER = "This isn't the file you checked. Check it first."


class RestoreForm(forms.Form):
    """A backup file. To look into it, the file is enough; to restore it, the word and the digest of the file shown."""

    file = forms.FileField(
        label="Backup file",
        widget=forms.FileInput({"accept": ".zip,application/zip"}),
        error_messages={
            "required": "A file downloaded here, or made by manage.py backup.",
            "empty": "The file is empty.",
        },
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    confirm = forms.CharField(
        required=False,
        label=f"To replace everything, type {WORD}",
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )

    def clean_file(self) -> Any:
        """Return the file, unless it is too large, and keep its content."""
        file = self.cleaned_data["file"]
        if file.size > MOST << 20:
            raise ValidationError(f"The file is larger than {MOST} MB. On the server, use manage.py restore.")
        self.content: IO[bytes] = file.file  # an error beside the field would take the value away
        return file

    @property
    def opened(self) -> IO[bytes]:
        """The content of the file, from its beginning."""
        self.content.seek(0)
        return self.content

    @property
    def digest(self) -> str:
        """The SHA-256 of the file."""
        return hashlib.file_digest(self.opened, "sha256").hexdigest()  # type: ignore[arg-type]  # any file will do

    def check_meant(self) -> None:
        """Add an error if this isn't the file that was shown, or if the word wasn't typed."""
        if self.cleaned_data["seen"] != self.digest:
            self.add_error("file", ANOTHER)
        elif self.cleaned_data["confirm"].strip().upper() != WORD:
            self.add_error("confirm", f"Type {WORD} to replace everything that is here.")
