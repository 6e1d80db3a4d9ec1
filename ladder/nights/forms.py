"""The form that begins a night or changes it: until when, on which courts, and what the proposals look at."""

import re
from collections.abc import Iterator
from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder.models import POINT_WAYS, Court, Night, Season
from ladder.models.night import MOST_WEIGHT
from ladder.nights.actions import LONGEST_NIGHT, MOST_COURTS, NewCourt, list_court_places, refuse_nights

LONGEST_COURT_NAME = Court._meta.get_field("name").max_length or 0
USUAL_HOURS = 3
NO_COURTS = "Name one court at least."
COURT_TWICE = "{name} is named twice. Give each court a name of its own."
COURT_NAME_TOO_LONG = "A court’s name has at most {count} characters."
NIGHT_TOO_LONG = "A night lasts at most {count} hours."
TOO_MANY_COURTS = "A night has at most {count} courts."
KEPT_FOR_NOBODY = "In an Americano and a Mexicano no court is kept. Take (women), (men) and (mixed) away."
FOURS_HELP = (
    "Names with commas between them: Court 1, Court 2. "
    "Write (women), (men) or (mixed) behind the name of a court that is kept for such games."
)
WEIGHTS = ("court_time", "even_games", "variety", "rest")
ROUND_COLUMNS = ("round_minutes", "points_in_all", "partners")
NIGHT_COLUMNS = ("way", *ROUND_COLUMNS, *WEIGHTS)
KEPT_COURT = re.compile(rf"(.*?) *\(({'|'.join(Court.Category.values)})\)", re.IGNORECASE)


class CourtsField(forms.CharField):
    """Names of courts, with commas between them, each with the games that it is kept for: Court 3 (mixed)."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, max_length=1000, **options)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        courts = [read_kept_court(name) for part in text.split(",") if (name := " ".join(part.split()))]
        if any(len(name) > LONGEST_COURT_NAME for name, _ in courts):
            raise ValidationError(COURT_NAME_TOO_LONG.format(count=LONGEST_COURT_NAME))
        return courts


def read_kept_court(text: str) -> tuple[str, str]:
    """Return the name of a court, and for which games it is kept: ("Court 3", "mixed") for "Court 3 (mixed)"."""
    found = KEPT_COURT.fullmatch(text)
    return (found[1], found[2].lower()) if found and found[1] else (text, "")


class NightForm(forms.ModelForm):
    """Until when a night lasts, its courts for two and for four, and what proposals look at, from 0 to 10."""

    until = forms.TimeField(label="Until", widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))
    fours = CourtsField(label="Courts for doubles", help_text=FOURS_HELP)
    twos = CourtsField(label="Courts or tables for singles", help_text="Leave a court out that is out of order.")

    class Meta:
        model = Night
        fields = NIGHT_COLUMNS
        widgets = dict.fromkeys(WEIGHTS, forms.NumberInput(attrs={"type": "range", "max": MOST_WEIGHT}))

    def __init__(self, data: Any = None, *, season: Season, night: Night | None, latest: Night | None) -> None:
        shown = night or latest
        super().__init__(data, instance=night or Night(), initial=build_initial(shown, night))
        self.night, self.starts_at = night, night.starts_at if night else timezone.now()
        self.refusal, places = refuse_nights(season), list_court_places(season)
        if 4 not in places:
            del self.fields["fours"], self.fields["points_in_all"], self.fields["partners"]
            ways: Any = self.fields["way"]
            ways.choices = [choice for choice in Night.Way.choices if choice[0] not in POINT_WAYS]
        if 2 not in places:
            del self.fields["twos"]

    def clean_until(self) -> time:
        """Refuse a night that takes too long."""
        if self.find_end() - self.starts_at > LONGEST_NIGHT:
            raise ValidationError(NIGHT_TOO_LONG.format(count=LONGEST_NIGHT // timedelta(hours=1)))
        until: time = self.cleaned_data["until"]
        return until

    def clean(self) -> Any:
        """Refuse courts of the same name, none, too many, or kept ones where everybody plays with everybody."""
        values = super().clean()
        courts = list(self.list_courts())
        if not self.errors:
            names = [one.name.casefold() for one in courts]
            if not courts:
                raise ValidationError(self.refusal or NO_COURTS)
            if len(courts) > MOST_COURTS:
                raise ValidationError(TOO_MANY_COURTS.format(count=MOST_COURTS))
            if twice := next((one for one in courts if names.count(one.name.casefold()) > 1), None):
                raise ValidationError(COURT_TWICE.format(name=twice.name))
            if self.cleaned_data.get("way") in POINT_WAYS and any(one.category for one in courts):
                raise ValidationError(KEPT_FOR_NOBODY)
        return values

    @property
    def main_fields(self) -> list[forms.BoundField]:
        """The fields that are always shown."""
        return [self[name] for name in ("until", "fours", "twos", "way") if name in self.fields]

    @property
    def round_fields(self) -> list[forms.BoundField]:
        """The fields for the ways in which all courts begin together."""
        return [self[name] for name in ROUND_COLUMNS if name in self.fields]

    @property
    def weight_fields(self) -> list[forms.BoundField]:
        """The sliders."""
        return [self[name] for name in WEIGHTS]

    def list_courts(self) -> Iterator[NewCourt]:
        """Yield the courts that are named, those for four first."""
        for field, places in (("fours", 4), ("twos", 2)):
            for name, category in self.cleaned_data.get(field) or ():
                yield NewCourt(name, places, category)

    def find_end(self) -> datetime:
        """Return when the night ends: the first moment after its beginning at which a clock shows this time."""
        begins_on = timezone.localdate(self.starts_at)
        end = timezone.make_aware(datetime.combine(begins_on, self.cleaned_data["until"]))
        return end if end > self.starts_at else end + timedelta(1)

    def read_values(self) -> dict[str, Any]:
        """Return the values of the columns."""
        values = {name: self.cleaned_data[name] for name in NIGHT_COLUMNS if name in self.fields}
        return values | {"ends_at": self.find_end()}


def name_kept_court(court: Court) -> str:
    """Return a court as the form reads it: "Court 3 (mixed)"."""
    return f"{court} ({court.category})" if court.category else court.name


def build_initial(shown: Night | None, night: Night | None) -> dict[str, Any]:
    """Return what the form shows first: the courts and sliders of this night, or of the last one of the ladder."""
    courts = list(shown.courts.filter(is_open=True)) if shown else []
    named = {places: ", ".join(name_kept_court(one) for one in courts if one.places == places) for places in (2, 4)}
    local = timezone.localtime(night.ends_at if night else timezone.now() + timedelta(hours=USUAL_HOURS))
    values = {name: getattr(shown, name) for name in NIGHT_COLUMNS} if shown else {}
    return values | {"until": time(local.hour, local.minute), "twos": named[2], "fours": named[4]}
