"""The system and options of a board, with a field for each option the system declares."""

from typing import Any

from django import forms

from ladder.models import Board
from ladder.ratings import Option, RatingError, choices, create, options
from ladder.selectors.systems.options import span

from .previewed import NotedForm
from .refusals import add

YES, NO = "yes", "no"


class BoardForm(NotedForm):
    """The options of one system, as they are on the board or as they usually are."""

    def __init__(self, data: Any = None, *, board: Board, system: str) -> None:
        super().__init__(data)
        self.system = system
        made = board.rating_system if system == board.system else create(system)
        self.asked = options(made)
        for one in self.asked:
            self.fields[one.name] = field_of(one, getattr(made, one.name))

    def option_fields(self) -> list[forms.BoundField]:
        """Return the bound fields of the options, for the template."""
        return [self[one.name] for one in self.asked]

    def clean(self) -> dict[str, Any]:
        """Refuse what the system does; each option is asked about alone, so that every mistake is said."""
        for one in self.asked:
            if one.name in self.cleaned_data:
                try:
                    create(self.system, {one.name: self.cleaned_data[one.name]})
                except RatingError as error:
                    add(self, one.name, str(error))
        return self.cleaned_data

    def values(self) -> dict[str, Any]:
        """Return the options: of a valid form those entered, of a new one those shown."""
        if not self.is_bound:
            return {one.name: self[one.name].initial for one in self.asked}
        return {one.name: self.cleaned_data[one.name] for one in self.asked}

    def said(self) -> Any:
        return [self.system, self.values()]


def field_of(one: Option, value: Any) -> forms.Field:
    """Return the field of an option."""
    about: dict[str, Any] = {"label": one.label, "help_text": f"{one.rule}. {help_of(one)}"}
    if one.choices or one.type is bool:
        chosen = list(one.choices) or [(YES, "Yes"), (NO, "No")]
        start = value if one.choices else YES if value else NO
        sentence = {"required": "Choose one of these.", "invalid_choice": "Choose one of these."}
        return forms.ChoiceField(choices=chosen, initial=start, error_messages=sentence, **about)
    mode = {"inputmode": "numeric" if one.type is int else "decimal", "autocomplete": "off"}
    sentence = {"required": "Give a number."}
    start = f"{value:.12g}"
    return forms.CharField(max_length=20, initial=start, widget=forms.TextInput(mode), error_messages=sentence, **about)


def help_of(one: Option) -> str:
    """Return the range of a number; what the option says of itself goes first."""
    text = f"{one.help.rstrip('.')}. " if one.help else ""
    return text if one.choices or one.type is bool else f"{text}{span(one)}."


def systems_for(board: Board) -> list[tuple[str, str]]:
    """Return the systems that the board may have: those of the season's other boards are taken."""
    taken = set(Board.objects.filter(season=board.season_id).exclude(pk=board.pk).values_list("system", flat=True))
    return [(key, label) for key, label in choices() if key not in taken]
