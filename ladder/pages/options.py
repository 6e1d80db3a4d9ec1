"""The options of a rating system: in words, and as fields of a form."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django import forms

from ladder.pages.fields import add_sentence, format_all_digits
from ladder.pages.figures import use_minus_sign
from ladder.ratings import Option, RatingError, RatingSystem, create_system, list_options

CHOICE_ERRORS = {"required": "Choose one of these.", "invalid_choice": "Choose one of these."}

YES, NO = "yes", "no"
PRESET_FIELD = "preset"  # the field that sets several options at once
USUAL, OWN = "usual", "own"  # of its choices those that no variant of the system has


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


def is_in_use(one: Option, system: RatingSystem) -> bool:
    """Return whether an option of this system has another value than the usual one."""
    return bool(getattr(system, one.name) != one.default)


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
        self.key = system.key
        self.asked = tuple(one for one in list_options(system) if not one.is_retired or is_in_use(one, system))
        if presets := list_presets(system):
            self.fields[self.about + PRESET_FIELD] = build_preset_field(system, self.asked)
        for one in self.asked:
            field = self.fields[self.about + one.name] = build_option_field(one, getattr(system, one.name))
            if presets and one.name in presets[USUAL]:
                field.widget.attrs["data-preset"] = ""

    def option_fields(self) -> list[forms.BoundField]:
        """Return the bound fields of the options, after the one that sets several of them."""
        names = [self.about + name for name in (PRESET_FIELD, *(one.name for one in self.asked))]
        return [self[name] for name in names if name in self.fields]

    def clean(self) -> dict[str, Any]:
        """Put what the system refuses beside its field; each option is tried alone, so that every mistake is shown."""
        self.apply_preset()
        for one in self.asked:
            name = self.about + one.name
            if name in self.cleaned_data:
                try:
                    create_system(self.key, {one.name: self.cleaned_data[name]})
                except RatingError as error:
                    add_sentence(self, name, str(error))
        return self.cleaned_data

    def apply_preset(self) -> None:
        """Give the options that the chosen preset sets; refuse those that were changed to something else beside it.

        A preset that was not changed sets nothing, so that its options can be changed one by one.
        """
        chosen = self.cleaned_data.get(self.about + PRESET_FIELD)
        if chosen in (None, OWN) or chosen == self[self.about + PRESET_FIELD].initial:
            return
        system, names = create_system(self.key), {one.name: one for one in self.asked}
        for name, value in list_presets(system)[chosen].items():
            shown, field = format_field_value(names[name], value), self.about + name
            if self.cleaned_data.get(field) not in (shown, self[field].initial):
                label = format_option(names[name], value)
                self.add_error(field, f"“{name_presets(system)[chosen]}” sets this to “{label}”.")
            self.cleaned_data[field] = shown

    def option_values(self) -> dict[str, Any]:
        """Return the options by name: of a bound form those that were entered, else those that it shows."""
        names = [one.name for one in self.asked]
        if not self.is_bound:
            return {name: self[self.about + name].initial for name in names}
        return {name: self.cleaned_data[self.about + name] for name in names}


def list_presets(system: RatingSystem) -> dict[str, dict[str, Any]]:
    """Return the sets of options that are chosen at once, the usual one first; nothing where each has one option."""
    variants = system.about.variants
    if max((len(one.options) for one in variants), default=0) < 2:
        return {}
    names = {name for one in variants for name in one.options}
    usual = {one.name: one.default for one in list_options(create_system(system.key)) if one.name in names}
    return {USUAL: usual} | {one.key: usual | dict(one.options) for one in variants}


def name_presets(system: RatingSystem) -> dict[str, str]:
    """Return the names of these sets, and of the choice of none."""
    named = {one.key: one.label for one in system.about.variants}
    return {USUAL: f"{system.about.label}, as usual"} | named | {OWN: "Each option by itself"}


def find_preset(system: RatingSystem) -> str:
    """Return the key of the set that a system's options are; `OWN` where they are none."""
    for key, options in list_presets(system).items():
        if all(getattr(system, name) == value for name, value in options.items()):
            return key
    return OWN


def build_preset_field(system: RatingSystem, asked: Sequence[Option]) -> forms.Field:
    """Return the field that sets several options at once."""
    set_at_once = [f"“{one.label}”" for one in asked if one.name in list_presets(system)[USUAL]]
    return OptionChoiceField(
        label=f"Kind of {system.about.label}",
        choices=list(name_presets(system).items()),
        initial=find_preset(system),
        error_messages=CHOICE_ERRORS,
        help_text=f"Sets {', '.join(set_at_once[:-1])} and {set_at_once[-1]}.",
    )


class OptionChoiceField(forms.ChoiceField):
    """A choice of an option; a form that was sent without it keeps the value that it showed."""

    def clean(self, value: Any) -> Any:
        return super().clean(self.initial if value is None else value)


def build_option_field(one: Option, value: Any) -> forms.Field:
    """Return the form field of an option."""
    about: dict[str, Any] = {"label": one.label, "help_text": describe_option(one)}
    if one.choices or one.type is bool:
        chosen = list(one.choices) or [(YES, "Yes"), (NO, "No")]
        start = format_field_value(one, value)
        return OptionChoiceField(choices=chosen, initial=start, error_messages=CHOICE_ERRORS, **about)
    mode = {"inputmode": "numeric" if one.type is int else "decimal", "autocomplete": "off"}
    sentence = {"required": "Enter a number."}
    start = format_field_value(one, value)
    return forms.CharField(max_length=20, initial=start, widget=forms.TextInput(mode), error_messages=sentence, **about)


def format_field_value(one: Option, value: Any) -> str:
    """Return a value of an option as its field sends it."""
    if one.choices:
        return str(value)
    if one.type is bool:
        return YES if value else NO
    return format_all_digits(value)


def describe_option(one: Option) -> str:
    """Return the help text of an option: what it says of itself, and the range of a number."""
    text = f"{one.help.rstrip('.')}. " if one.help else ""
    return text if one.choices or one.type is bool else f"{text}{format_option_range(one)}."
