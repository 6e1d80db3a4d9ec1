"""Closing a season, and opening the next one."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone

from ladder.forms.fields import NumberField
from ladder.forms.new_ladder import CHOICE_ERRORS
from ladder.forms.opening import SHARE_KEPT
from ladder.forms.titles import AddressField, TitleField, choose_slug
from ladder.models import Season
from ladder.models.season import BACKWARDS, TAKEN
from ladder.ratings import list_system_choices
from ladder.services.seasons.closing import find_first_day_after
from ladder.services.seasons.naming import NAME_TAKEN, check_season_name
from players.forms.days import DayField
from players.forms.touched import ConcurrentForm


class DatesForm(ConcurrentForm, forms.Form):
    """What a season is called, also in links, and when it is."""

    beside = {TAKEN: "slug", NAME_TAKEN: "name", BACKWARDS: "ends_on"}  # the first two: taken after this form was read

    name = TitleField(label="Name of the season")
    slug = AddressField(
        help_text="The season's part of the web address. Links to the old address stop working when you change it."
    )
    starts_on = DayField(
        label="First day", required=False, help_text="Leave empty to take matches from any day before."
    )
    ends_on = DayField(label="Last day", required=False, help_text="Leave empty to let it run until you close it.")

    def __init__(self, data: Any = None, *, season: Season) -> None:
        self.season = season
        super().__init__(data, initial={name: getattr(season, name) for name in self.base_fields})
        self.watch()

    def clean_name(self) -> str:
        return clean_season_name(self, Season.objects.filter(ladder=self.season.ladder_id).exclude(pk=self.season.pk))

    def clean_slug(self) -> str:
        """Return the address, if no other season of the ladder has it."""
        slug: str = self.cleaned_data["slug"]
        if Season.objects.filter(ladder=self.season.ladder_id, slug=slug).exclude(pk=self.season.pk).exists():
            raise ValidationError(TAKEN)
        return slug

    def values(self) -> dict[str, Any]:
        """Return what `seasons.change` takes, of a valid form."""
        return self.touched()


class CloseSeasonForm(forms.Form):
    """The last day; that of a season which ends later is today, as it is closed before."""

    beside = {BACKWARDS: "on", "starts_on": "on", "ends_on": "on"}

    on = DayField(label="Last day", error_messages={"required": "Enter the last day."})

    def __init__(self, data: Any = None, *, season: Season) -> None:
        today = timezone.localdate()
        super().__init__(data, initial={"on": min(season.ends_on or today, today)})

    def clean_on(self) -> Any:
        day = self.cleaned_data["on"]
        if day > timezone.localdate():
            raise ValidationError("A season is closed when it is over: choose today or an earlier day.")
        return day

    def values(self) -> dict[str, Any]:
        """Return what `seasons.close` takes, of a valid form."""
        return self.cleaned_data


class NextSeasonForm(forms.Form):
    """The name of the next season, what players bring into it, and its boards."""

    beside = {NAME_TAKEN: "name"}

    name = TitleField(label="Name of the season", help_text="Such as Autumn 2026.")
    starts_on = DayField(label="First day", required=False, help_text="Nobody can report a match before this day.")
    rule = forms.ChoiceField(
        label="Ratings at the start",
        choices=Season.Rule.choices,
        initial=Season.Rule.CARRY,
        error_messages=CHOICE_ERRORS,
    )
    factor = NumberField(
        SHARE_KEPT, label=SHARE_KEPT.label, help_text="0: everyone starts afresh. 1: ratings carry over in full."
    )
    boards = forms.MultipleChoiceField(
        label="Its boards",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one.", "invalid_choice": "Choose from these."},
        help_text="Each rates the same matches by its own system. The first is the main board.",
    )

    def __init__(self, data: Any = None, *, season: Season) -> None:
        self.season = season
        self.kept = {board.system: board.options for board in season.boards.all()}
        labels = dict(list_system_choices())
        first = find_first_day_after(season) or timezone.localdate()
        super().__init__(data, initial={"boards": list(self.kept), "factor": "0.5", "starts_on": first})
        self.systems = [*self.kept, *(key for key in labels if key not in self.kept)]
        field: Any = self.fields["boards"]
        field.choices = [(key, labels[key]) for key in self.systems]

    def clean_name(self) -> str:
        return clean_season_name(self, Season.objects.filter(ladder=self.season.ladder_id))

    def opening(self) -> dict[str, Any]:
        """Return the rule and the share, as far as the form says; of a new form those it shows."""
        values = getattr(self, "cleaned_data", {})
        factor = values.get("factor")
        return {"rule": values.get("rule", Season.Rule.CARRY), "factor": 0.5 if factor is None else factor}

    def values(self) -> dict[str, Any]:
        """Return what `seasons.open_next` takes, of a valid form; boards that go on keep their options."""
        values = self.cleaned_data
        taken = set(Season.objects.filter(ladder=self.season.ladder_id).values_list("slug", flat=True))
        boards = [(key, self.kept.get(key, {})) for key in self.systems if key in values["boards"]]
        slug = choose_slug(values["name"], taken, "season")
        given = {"name": values["name"], "starts_on": values["starts_on"]}
        return self.opening() | given | {"slug": slug, "boards": boards}


def clean_season_name(form: forms.Form, others: QuerySet[Season]) -> str:
    """Return the name that was given, if none of the others has it; they are told apart by it.

    Raises: ValidationError, "Another season of this ladder already has this name."
    """
    name: str = form.cleaned_data["name"]
    if "name" in form.changed_data:
        check_season_name(name, others)
    return name
