"""A field for each option that a rating system declares."""

from typing import Any

from django import forms

from ladder.forms.fields import format_all_digits
from ladder.forms.refusals import add_sentence
from ladder.ratings import Option, RatingError, RatingSystem, create_system, list_options
from ladder.selectors.systems.options import format_option_range

YES, NO = "yes", "no"


class OptionsForm(forms.Form):
    """The options of one system; `about` goes before their names, where the form has other fields of such names."""

    about = ""
    key = ""  # of the system
    asked: tuple[Option, ...] = ()

    def add_options(self, made: RatingSystem) -> None:
        """Ask about the options of a system, beginning with those it has."""
        self.key, self.asked = made.key, tuple(list_options(made))
        for one in self.asked:
            self.fields[self.about + one.name] = build_option_field(one, getattr(made, one.name))

    def option_fields(self) -> list[forms.BoundField]:
        """Return the bound fields of the options, for the template."""
        return [self[self.about + one.name] for one in self.asked]

    def clean(self) -> dict[str, Any]:
        """Refuse what the system does; each option is asked about alone, so that every mistake is said."""
        for one in self.asked:
            name = self.about + one.name
            if name in self.cleaned_data:
                try:
                    create_system(self.key, {one.name: self.cleaned_data[name]})
                except RatingError as error:
                    add_sentence(self, name, str(error))
        return self.cleaned_data

    def option_values(self) -> dict[str, Any]:
        """Return the options: of a valid form those entered, of a new one those shown."""
        names = [one.name for one in self.asked]
        if not self.is_bound:
            return {name: self[self.about + name].initial for name in names}
        return {name: self.cleaned_data[self.about + name] for name in names}


def build_option_field(one: Option, value: Any) -> forms.Field:
    """Return the field of an option."""
    about: dict[str, Any] = {"label": one.label, "help_text": describe_option(one)}
    if one.choices or one.type is bool:
        chosen = list(one.choices) or [(YES, "Yes"), (NO, "No")]
        start = value if one.choices else YES if value else NO
        sentence = {"required": "Choose one of these.", "invalid_choice": "Choose one of these."}
        return forms.ChoiceField(choices=chosen, initial=start, error_messages=sentence, **about)
    mode = {"inputmode": "numeric" if one.type is int else "decimal", "autocomplete": "off"}
    sentence = {"required": "Enter a number."}
    start = format_all_digits(value)
    return forms.CharField(max_length=20, initial=start, widget=forms.TextInput(mode), error_messages=sentence, **about)


def describe_option(one: Option) -> str:
    """Return the range of a number; what the option says of itself goes first."""
    text = f"{one.help.rstrip('.')}. " if one.help else ""
    return text if one.choices or one.type is bool else f"{text}{format_option_range(one)}."
