"""A new ladder: its name and first season, the rating systems with the options of the main one, and who reports."""

from typing import Any

from django import forms
from django.utils import timezone

from ladder.forms.options import OptionsForm
from ladder.forms.titles import AddressField, TitleField, choose_slug
from ladder.models import Ladder
from ladder.models.ladder import TAKEN
from ladder.ratings import create_system, list_system_choices
from ladder.services.seasons.boards import find_unusual_options

CHOICE_ERRORS = {"required": "Choose one of these.", "invalid_choice": "Choose one of these."}
USUAL_SYSTEM = "match-length-elo"


class NewLadderForm(OptionsForm):
    """Options that were shown for another system than the chosen one are passed over."""

    about = "option_"
    beside = {TAKEN: "slug"}
    field_order = ("name", "season", "slug", "system", "reporters", "others", "shown")

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
    shown = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, system: str = "") -> None:
        first = {"season": str(timezone.localdate().year), "reporters": Ladder.Reporters.PLAYERS.value}
        chosen = (data.get("system", "") if data else system) or USUAL_SYSTEM
        chosen = chosen if chosen in dict(list_system_choices()) else USUAL_SYSTEM
        super().__init__(data, initial=first | {"system": chosen, "shown": chosen})
        self.chosen = create_system(chosen)
        if not data or data.get("shown") == chosen:
            self.add_options(self.chosen)

    def clean_slug(self) -> str:
        """Return the address; a blank one is made from the name."""
        slug, name = self.cleaned_data["slug"], self.cleaned_data.get("name", "")
        taken = set(Ladder.objects.values_list("slug", flat=True))
        if slug in taken:
            self.add_error("slug", TAKEN)
        return slug or choose_slug(name, taken, "ladder")

    def values(self) -> dict[str, Any]:
        """Return what `ladders.create` takes, of a valid form; what is as usual is not written down."""
        values = self.cleaned_data
        main = values["system"]
        boards = [(main, find_unusual_options(main, self.option_values()))]
        return {
            "slug": values["slug"],
            "name": values["name"],
            "season": choose_slug(values["season"], set(), "season-1"),
            "season_name": values["season"],
            "reporters": values["reporters"],
            "boards": boards + [(key, {}) for key in values["others"] if key != main],
        }
