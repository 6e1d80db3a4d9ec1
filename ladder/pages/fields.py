"""Form fields of many pages: numbers, times, reasons, names of players, titles and addresses."""

import re
from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import slugify

from ladder.files.cell_values import MOST_DECIMALS
from ladder.models.ladder import RESERVED_SLUGS, validate_slug
from ladder.pages.figures import MINUS_SIGN
from ladder.ratings import Fact
from players.form_fields import SentenceField, check_year_range, require_ascii
from players.models import Player
from players.people.actions import find_players
from players.people.names import LONGEST_PLAYER_NAME, build_name_key, clean_name
from players.privacy.redaction import is_found_by

MATCH_LENGTH = "length"  # the fact that ui.md has words of its own for


class NumberField(forms.CharField):
    """The number of a fact; None for an empty field."""

    def __init__(self, fact: Fact, **kwargs: Any) -> None:
        self.fact = fact
        mode = {"inputmode": "numeric" if fact.whole else "decimal", "autocomplete": "off"}
        super().__init__(required=False, widget=forms.TextInput(mode), **kwargs)

    def clean(self, value: Any) -> float | None:
        text = super().clean(value)
        return parse_fact_number(self.fact, text) if text else None


def parse_fact_number(fact: Fact, text: str) -> float:
    """Return the number that was typed for a fact.

    Raises: ValidationError, such as "A match is 1 to 999 points long. Did you mean 7?"
    """
    pattern = r"-?[0-9]{1,12}" if fact.whole else rf"-?[0-9]{{1,12}}(\.[0-9]{{1,{MOST_DECIMALS}}})?"
    if re.fullmatch(pattern, text):
        value = int(text) if fact.whole else float(text)
        if fact.low <= value <= fact.high:
            return value
    raise ValidationError(describe_allowed_range(fact, text))


def format_all_digits(value: float) -> str:
    """Return a number with all its digits and no exponent, so that a field that is left alone sends it back."""
    text = f"{Decimal(str(value)):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def describe_allowed_range(fact: Fact, text: str) -> str:
    """Return the sentence for a number that the fact can't take."""
    low, high = (f"{limit:,.12g}" if limit < 1 else f"{limit:,.0f}" for limit in (fact.low, fact.high))
    if fact.name != MATCH_LENGTH and fact.low > 0 and text.startswith(("-", "+", MINUS_SIGN)):
        return f"{fact.label}: enter the number without a sign. The winner decides which way it counts."
    if fact.name != MATCH_LENGTH:
        return f"{fact.label}: enter {'a whole number' if fact.whole else 'a number'} from {low} to {high}."
    meant = next((f" Did you mean {usual}?" for usual in reversed(fact.usual) if text.startswith(str(usual))), "")
    return f"A match is {low} to {high} points long.{meant}"


class ClockField(forms.TimeField):
    """A time of day as a time input sends it."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TimeInput({"type": "time", "step": "1"}, format="%H:%M:%S")
        super().__init__(input_formats=["%H:%M", "%H:%M:%S"], widget=widget, **kwargs)
        self.error_messages["invalid"] = "Enter a time such as 20:15."

    def to_python(self, value: Any) -> Any:
        return super().to_python(require_ascii(value, self.error_messages["invalid"]))


class MomentField(forms.DateTimeField):
    """A day and time, in the club's zone."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput({"type": "datetime-local", "step": "1"}, format="%Y-%m-%dT%H:%M:%S")
        super().__init__(input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"], widget=widget, **kwargs)
        self.error_messages["invalid"] = "Enter a date and time such as 2026-11-21T20:15."

    def to_python(self, value: Any) -> datetime | None:
        text = require_ascii(value, self.error_messages["invalid"])
        if isinstance(text, str) and re.match(r"[0-9]{4}-", text):
            check_year_range(date(max(int(text[:4]), 1), 1, 1))
        return super().to_python(text)


class ReasonField(SentenceField):
    """Why a match is changed; everyone can read it."""

    noun = "A reason"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label="Reason",
            widget=forms.Textarea({"rows": 3}),
            help_text="Everyone can read this in the match history.",
            error_messages={"required": "Say why. Everyone can read it in the match history."},
            **kwargs,
        )


class KeyField(forms.UUIDField):
    """The key by which a form is stored only once; None for one that was tampered with."""

    def clean(self, value: Any) -> UUID | None:
        try:
            return super().clean(value)
        except ValidationError:
            return None


class TypedNameField(forms.CharField):
    """A typed name; its value is an unsaved player, for a form that looks up all its names at once."""

    def __init__(self, **kwargs: Any) -> None:
        names = {"autocomplete": "off", "autocapitalize": "words", "list": "names", "spellcheck": "false"}
        super().__init__(widget=forms.TextInput(names), **kwargs)

    def clean(self, value: Any) -> Player | None:
        text = super().clean(value)
        try:
            return Player(name=clean_name(text)) if text else None
        except ValueError as error:
            raise ValidationError(str(error)) from error


class NameField(TypedNameField):
    """A typed name; its value is the player of that name, or an unsaved new one."""

    def clean(self, value: Any) -> Player | None:
        typed = super().clean(value)
        return find_known_players([typed])[0] if typed else None


def find_known_players(typed: Sequence[Player]) -> list[Player]:
    """Return the stored players of the typed names; new players are returned as they are. One query.

    So are those of whom the reader may not learn that the name is theirs.
    """
    keys = [build_name_key(player.name) for player in typed]
    found = {key: player for key, player in find_players(keys).items() if is_found_by(player.pk, key)}
    return [found.get(key, player) for key, player in zip(keys, typed, strict=True)]


def find_newcomers(form: forms.Form) -> dict[str, Player]:
    """Return the players of a form's typed names who would be new, by field."""
    names = (name for name, field in form.fields.items() if isinstance(field, TypedNameField))
    typed = ((name, form.cleaned_data.get(name)) for name in names)
    return {name: player for name, player in typed if player and not player.pk}


class TappedField(forms.CharField):
    """A player who was tapped; its value is the player of that key, or None. `shown` is who is chosen at first."""

    def __init__(self, shown: Player | None = None, **kwargs: Any) -> None:
        self.shown = shown
        super().__init__(required=False, initial=shown and str(shown.pk), **kwargs)

    def clean(self, value: Any) -> Player | None:
        text = super().clean(value)
        if not text:
            return None
        if self.shown and text == str(self.shown.pk):
            return self.shown
        known = text.isascii() and text.isdigit() and len(text) < 18
        found = Player.objects.filter(pk=int(text)).first() if known else None
        if found is None:
            raise ValidationError("Choose one of the players, or type a name.")
        return found


def find_by_beginning(typed: Player | None) -> Player | None:
    """Return the only player whose name begins with a typed new name, Femi for Fe; else the typed player.

    A new name that is like known ones is asked about elsewhere.
    """
    if typed is None or typed.pk:
        return typed
    key = build_name_key(typed.name)
    found = list(Player.objects.filter(key__startswith=key, merged_into=None)[:2])
    return found[0] if len(found) == 1 else typed


class TitleField(forms.CharField):
    """A name as people read it: one line without invisible characters."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST_PLAYER_NAME, error_messages={"required": "Enter a name."}, **kwargs)
        self.widget.attrs["autocomplete"] = "off"

    def clean(self, value: Any) -> str:
        text = super().clean(value)
        try:
            return clean_name(text) if text else ""
        except ValueError as error:
            raise ValidationError(str(error)) from error


class AddressField(forms.SlugField):
    """The word that stands for a ladder or a season in addresses."""

    def __init__(self, **kwargs: Any) -> None:
        texts = {"required": "Enter an address.", "invalid": "Use letters from a to z, digits and hyphens."}
        super().__init__(label="Web address", max_length=50, validators=[validate_slug], error_messages=texts, **kwargs)
        self.widget.attrs |= {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


def choose_slug(title: str, taken: set[str], instead: str) -> str:
    """Return a word for addresses that is made from the title and not taken; without Latin letters it is `instead`."""
    word = slugify(title)[:40].strip("-") or instead
    numbered = (word if number == 1 else f"{word}-{number}" for number in range(1, len(taken) + 3))
    return next(slug for slug in numbered if slug not in taken | RESERVED_SLUGS)


def add_sentence(form: forms.BaseForm, name: str | None, sentence: str) -> None:
    """Put the sentence beside the field of this name, or above the form if it has no such field."""
    form.add_error(name if name in form.fields else None, sentence)
