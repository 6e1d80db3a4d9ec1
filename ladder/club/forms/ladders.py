"""A new ladder, and the roles that the owner gives on one."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.forms.models import fields_for_model
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ladder.club.forms.confirming import ConfirmingForm, split_confirming
from ladder.formats import USUAL_RULES, parse_score_rule
from ladder.games import SEVERAL, SIDES, Game, list_ladder_games
from ladder.models import Ladder, Role
from ladder.models.ladder import LADDER_ADDRESS_TAKEN
from ladder.models.match_lengths import read_match_lengths
from ladder.models.score_rules import validate_score_rule
from ladder.pages.fields import AddressField, TitleField, choose_slug
from ladder.pages.options import CHOICE_ERRORS, OptionsForm
from ladder.ratings import create_system, list_options, list_system_choices
from ladder.seasons.actions.boards import find_unusual_options
from players.form_fields import SentenceField
from players.people.names import build_name_key

NUMBER_FIELDS = (forms.IntegerField, forms.FloatField)
NUMBER_ERRORS = {
    "required": "Enter a number.",
    "invalid": "Enter a whole number.",
    "min_value": "Enter %(limit_value)s or more.",
    "max_value": "Enter %(limit_value)s or less.",
}
SCORE_SETTINGS = ("scores", "score_rule")
SIDE_SETTINGS = ("fewest_a_side", "most_a_side")
NIGHT_SETTINGS = ("nights",)
ASKED_SETTINGS = ("counts_when_confirmed", "confirm_hours", "inactive_after")
TEXT_SETTINGS = ("reporters", "how_to_report")

ROLE_CHOICES = [(Role.Kind.RECORDER, "Recorder"), (Role.Kind.ORGANISER, "Organiser")]


class RuleInput(forms.TextInput):
    """A line of text with a list of the usual rules."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Return the input, and the list that it offers."""
        listed = f"{name}-usual"
        shown = super().render(name, value, {**(attrs or {}), "list": listed}, renderer)
        options = format_html_join("", '<option value="{}">{}</option>', ((rule, game) for game, rule in USUAL_RULES))
        return format_html('{}<datalist id="{}">{}</datalist>', shown, listed, options)


class ScoreRuleField(forms.CharField):
    """The rule by which matches are scored; its value is written as the site writes it."""

    widget = RuleInput

    def clean(self, value: Any) -> str:
        text = super().clean(value)
        validate_score_rule(text)
        return str(parse_score_rule(text)) if text else ""


class LengthsField(forms.CharField):
    """Usual match lengths; its value is written as the site writes it."""

    def clean(self, value: Any) -> str:
        return " ".join(map(str, read_match_lengths(super().clean(value))))


OWN_FIELDS = {"score_rule": ScoreRuleField, "match_lengths": LengthsField}


class NewLadderForm(ConfirmingForm, OptionsForm):
    """A new ladder: its name, first season and systems, the options of the main one, and its settings.

    Its game fills it in. Options that were shown for another system than the chosen one are ignored.
    """

    about = "option_"
    beside = {LADDER_ADDRESS_TAKEN: "slug"}

    name = TitleField(label="Name of the ladder", help_text="Such as Tuesday backgammon.")
    season = TitleField(
        label="First season",
        help_text="A season takes matches from any day. The next one can start everyone afresh or carry ratings over.",
    )
    slug = AddressField(
        required=False, help_text="The ladder's part of the web address. Leave empty to make it from the name."
    )
    system = forms.ChoiceField(label="Rating system", choices=list_system_choices, error_messages=CHOICE_ERRORS)
    others = forms.MultipleChoiceField(
        label="Rate the same matches by other systems too",
        choices=list_system_choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": "Choose from these.", "invalid_list": "Choose from these."},
        help_text="Each gets its own standings. You can add more later.",
    )
    reporters = forms.ChoiceField(label="Who reports", choices=Ladder.Reporters.choices, error_messages=CHOICE_ERRORS)
    how_to_report = SentenceField(
        label="How to report",
        required=False,
        widget=forms.Textarea({"rows": 3}),
        help_text=Ladder._meta.get_field("how_to_report").help_text,
    )

    def __init__(
        self, data: Any = None, *, game: Game, system: str = "", typed: Mapping[str, Any] | None = None
    ) -> None:
        """Fill the form in for a game; `system` was chosen in place of the recommended one, `typed` by hand."""
        self.game, kept = game, typed or {}
        chosen = (data.get("system") if data else system or kept.get("system")) or game.system.key
        chosen = chosen if chosen in dict(list_system_choices()) else game.system.key
        initial = {"name": game.ladder_name, "season": str(timezone.localdate().year), "system": game.system.key}
        super().__init__(data, initial=initial | find_usual_settings(game) | dict(kept))
        self.fields |= build_setting_fields(game)
        word_field_errors(self.fields.values())
        self.chosen = create_system(chosen, game.choose_options(chosen))
        if not data or data.get("shown") == chosen:
            self.add_options(self.chosen)

    def clean_slug(self) -> str:
        """Return the word for addresses; one that was left empty is made from the name."""
        slug, name = self.cleaned_data["slug"], self.cleaned_data.get("name", "")
        taken = set(Ladder.objects.values_list("slug", flat=True))
        if slug in taken:
            self.add_error("slug", LADDER_ADDRESS_TAKEN)
        return slug or choose_slug(name, taken, "ladder")

    def clean_scores(self) -> str:
        """Return whether matches have scores; not where nothing was said."""
        return self.cleaned_data["scores"] or Ladder.Scores.NONE

    def clean_nights(self) -> str:
        """Return who begins club nights; nobody where nothing was said."""
        return self.cleaned_data["nights"] or Ladder.Nights.NONE

    def setting_fields(self) -> list[forms.BoundField]:
        """Return the bound fields of the ladder's settings, without how and by whom matches are reported."""
        return [self[name] for name in list_setting_fields(self.game)]

    def has_setting_errors(self) -> bool:
        """Return whether one of these settings is wrong."""
        return not self.errors.keys().isdisjoint(list_setting_fields(self.game))

    def has_option_errors(self) -> bool:
        """Return whether an option of the rating system is wrong."""
        return any(name.startswith(self.about) for name in self.errors)

    def list_typed(self) -> dict[str, Any]:
        """Return what was typed or chosen otherwise than the game fills it in, by field.

        Whoever changed an option of a system keeps the system.
        """
        typed = {name: self[name].value() for name in self.changed_data}
        return typed | {"system": self.chosen.key} if any(name.startswith(self.about) for name in typed) else typed

    def values(self) -> dict[str, Any]:
        """Return what `create_ladder` takes, of a valid form; options with their default value are left out."""
        values = self.cleaned_data | self.read_confirming()
        main = values["system"]
        options = self.option_values() if self.asked else self.chosen_options()
        boards = [(main, find_unusual_options(main, options))]
        return {
            "slug": values["slug"],
            "name": values["name"],
            "season": choose_slug(values["season"], set(), "season-1"),
            "season_name": values["season"],
            "boards": boards + [(key, {}) for key in values["others"] if key != main],
            "game": self.game.key,
            **{name: values[name] for name in (*TEXT_SETTINGS, *list_asked_settings(self.game))},
        }

    def chosen_options(self) -> dict[str, Any]:
        """Return the options that the game gives the chosen system."""
        return {one.name: getattr(self.chosen, one.name) for one in list_options(self.chosen)}


def find_usual_settings(game: Game) -> dict[str, Any]:
    """Return the settings that a ladder of this game begins with."""
    usual = Ladder()
    names = (*TEXT_SETTINGS, *list_asked_settings(game))
    columns = {name: getattr(usual, name) for name in names} | dict(game.settings)
    return columns | split_confirming(columns)


def list_asked_settings(game: Game) -> tuple[str, ...]:
    """Return the settings that a new ladder of this game is asked for, besides how and by whom it is reported.

    They are the usual ones, the size of a side where there are sides, the scores and whether there are club nights
    where there are two, and what else the game sets.
    """
    sides = SIDE_SETTINGS if game.entry == SIDES else ()
    between_two = () if game.entry == SEVERAL else (*SCORE_SETTINGS, *NIGHT_SETTINGS)
    usual = (*sides, *between_two, *ASKED_SETTINGS)
    return (*usual, *(name for name in game.settings if name not in (*TEXT_SETTINGS, *usual)))


def list_setting_fields(game: Game) -> list[str]:
    """Return the names of the fields that ask for these settings."""
    return ["confirming" if name == "counts_when_confirmed" else name for name in list_asked_settings(game)]


def build_setting_fields(game: Game) -> dict[str, forms.Field]:
    """Return the fields of these settings, but for when results count, which the form has."""
    names = [name for name in list_asked_settings(game) if name not in ("counts_when_confirmed", "confirm_hours")]
    found: dict[str, forms.Field] = fields_for_model(Ladder, names, field_classes=OWN_FIELDS)
    for name in ("scores", "nights"):
        if name in found:
            found[name].required = False  # a form that leaves it out asks no scores, and has no nights
    return found


def word_field_errors(fields: Iterable[forms.Field]) -> None:
    """Let the fields for numbers be typed as text, and say in our words what is wrong with them, choices and texts."""
    for field in fields:
        if isinstance(field, NUMBER_FIELDS):
            field.widget = forms.TextInput({"inputmode": "numeric", "autocomplete": "off"})
            field.error_messages |= NUMBER_ERRORS
        elif isinstance(field, forms.TypedChoiceField):
            field.error_messages |= CHOICE_ERRORS
        elif isinstance(field, forms.CharField):
            field.error_messages.setdefault("max_length", "Enter at most %(limit_value)s characters.")


class GameField(forms.ChoiceField):
    """The game of a ladder, chosen by group."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(label="Game", choices=list_game_choices, error_messages=CHOICE_ERRORS, **kwargs)


def list_game_choices() -> list[tuple[str, Any]]:
    """Return the games by group, after none."""
    groups = groupby(list_ladder_games(), key=lambda one: one.group)
    return [("", "Not chosen"), *((group, [(one.key, one.label) for one in found]) for group, found in groups)]


class AccountField(forms.CharField):
    """A user name, a player's name or a confirmed e-mail address; its value is the account."""

    def __init__(self, **kwargs: object) -> None:
        attributes = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false", "list": "names"}
        super().__init__(max_length=254, widget=forms.TextInput(attributes), **kwargs)  # type: ignore[arg-type]

    def clean(self, value: object) -> User:
        text = super().clean(value)
        confirmed = Q(emailaddress__email__iexact=text, emailaddress__verified=True)
        named = Q(username__iexact=text) | Q(player__key=build_name_key(text)) | confirmed
        found = list(User.objects.filter(named).order_by("pk").distinct()[:2])
        if len(found) == 2:
            raise ValidationError(f"More than one account is called “{text}”. Enter the user name.")
        if not found and User.objects.filter(email__iexact=text).exists():
            raise ValidationError("That address is not confirmed, so anybody may have entered it. Enter the user name.")
        if not found:
            raise ValidationError(f"There is no account called “{text}”. Invite players without an account first.")
        return found[0]


class RoleForm(forms.Form):
    """An account, and the role that it gets."""

    user = AccountField(
        label="Account",
        help_text="The user name, the player’s name, or a confirmed e-mail address.",
        error_messages={"required": "Enter a name or an address."},
    )
    role = forms.ChoiceField(
        label="Role",
        choices=ROLE_CHOICES,
        initial=Role.Kind.RECORDER,
        error_messages={"required": "Choose a role.", "invalid_choice": "Choose one of these."},
    )
