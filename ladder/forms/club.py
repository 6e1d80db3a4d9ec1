"""The settings of the whole site."""

from copy import copy
from typing import Any

from django import forms

from ladder.forms.titles import TitleField
from ladder.forms.zones import ZoneField
from players.forms.touched import ConcurrentForm
from players.models import Club


class ClubForm(ConcurrentForm, forms.ModelForm):
    """Every setting that the club has."""

    name = TitleField(label="Name of the club", help_text="Shown at the top of every page.")
    time_zone = ZoneField(help_text="Decides which day a match belongs to, and when ratings fade.")

    class Meta:
        model = Club
        fields = "__all__"  # noqa: DJ007 - its owner may change all of them

    def __init__(self, data: Any = None, *, club: Club) -> None:
        super().__init__(data, instance=copy(club), initial={"name": str(club), "time_zone": club.zone.key})
        self.watch()
