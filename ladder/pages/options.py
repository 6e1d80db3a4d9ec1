"""The options of a rating system: in words, and as fields of a form."""

from typing import Any, NamedTuple

from django import forms

from ladder.pages.fields import add_sentence, format_all_digits
from ladder.pages.figures import use_minus_sign
from ladder.ratings import Option, RatingError, RatingSystem, create_system, list_options

CHOICE_ERRORS = {"required": "Choose one of these.", "invalid_choice": "Choose one of these."}

YES, NO = "yes", "no"


class OptionLine(NamedTuple):
    """One option as printed: its rule, default, range and the value in force."""

    label: str
    rule: str
    default: str
    range: str
    value: str
    differs: bool
    is_ours: bool
    help: str


def list_option_lines(system: RatingSystem) -> list[OptionLine]:
    """Return the options of a system, in its order."""
    return [build_option_line(one, getattr(system, one.name)) for one in list_options(create_system(system.key))]


def build_option_line(one: Option, value: Any) -> OptionLine:
    """Return the line of one option with this value."""
    differs = value != one.default
    texts = (format_option(one, one.default), format_option_range(one), format_option(one, value))
    return OptionLine(one.label, one.rule, *texts, differs, one.choice, one.help)


def format_option(one: Option, value: Any) -> str:
    """Return a value of an option as printed."""
    if one.choices:
        return dict(one.choices)[value]
    if one.type is bool:
        return "yes" if value else "no"
    return use_minus_sign(f"{value:,.12g}")


def format_option_range(one: Option) -> str:
    """Return the values that an option can have: "yes or no", "1 to 40"."""
    if one.choices:
        return " or ".join(label for _, label in one.choices)
    if one.type is bool:
        return "yes or no"
    return f"{format_option(one, one.low)} to {format_option(one, one.high)}"


class OptionsForm(forms.Form):
    """A form with the options of one system; `about` is a prefix for their names, where other fields have such."""

    about = ""
    key = ""  # of the system
    asked: tuple[Option, ...] = ()

    def add_options(self, system: RatingSystem) -> None:
        """Add a field for each option of a system, with the value that it has there."""
        self.key, self.asked = system.key, tuple(list_options(system))
        for one in self.asked:
            self.fields[self.about + one.name] = build_option_field(one, getattr(system, one.name))

    def option_fields(self) -> list[forms.BoundField]:
        """Return the bound fields of the options."""
        return [self[self.about + one.name] for one in self.asked]

    def clean(self) -> dict[str, Any]:
        """Put what the system refuses beside its field; each option is tried alone, so that every mistake is shown."""
        for one in self.asked:
            name = self.about + one.name
            if name in self.cleaned_data:
                try:
                    create_system(self.key, {one.name: self.cleaned_data[name]})
                except RatingError as error:
                    add_sentence(self, name, str(error))
        return self.cleaned_data

    def option_values(self) -> dict[str, Any]:
        """Return the options by name: of a bound form those that were entered, else those that it shows."""
        names = [one.name for one in self.asked]
        if not self.is_bound:
            return {name: self[self.about + name].initial for name in names}
        return {name: self.cleaned_data[self.about + name] for name in names}


class OptionChoiceField(forms.ChoiceField):
    """A choice of an option; a form that was sent without it keeps the value that it showed."""

    def clean(self, value: Any) -> Any:
        return super().clean(self.initial if value is None else value)


def build_option_field(one: Option, value: Any) -> forms.Field:
    """Return the form field of an option."""
    about: dict[str, Any] = {"label": one.label, "help_text": describe_option(one)}
    if one.choices or one.type is bool:
        chosen = list(one.choices) or [(YES, "Yes"), (NO, "No")]
        start = value if one.choices else YES if value else NO
        return OptionChoiceField(choices=chosen, initial=start, error_messages=CHOICE_ERRORS, **about)
    mode = {"inputmode": "numeric" if one.type is int else "decimal", "autocomplete": "off"}
    sentence = {"required": "Enter a number."}
    start = format_all_digits(value)
    return forms.CharField(max_length=20, initial=start, widget=forms.TextInput(mode), error_messages=sentence, **about)


def describe_option(one: Option) -> str:
    """Return the help text of an option: what it says of itself, and the range of a number."""
    text = f"{one.help.rstrip('.')}. " if one.help else ""
    return text if one.choices or one.type is bool else f"{text}{format_option_range(one)}."
