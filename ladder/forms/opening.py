"""How a season opens: afresh, with ratings carried over, or drawn towards the start value."""

from typing import Any

from django import forms

from ladder.forms.fields import NumberField, format_all_digits
from ladder.forms.previewed import NotedForm
from ladder.models import Season
from ladder.ratings import Fact
from players.forms.touched import ConcurrentForm

SHARE_KEPT = Fact("factor", "Share of the difference kept", 0, 1, whole=False)


class OpeningRuleForm(ConcurrentForm, NotedForm):
    """The rule, and for one of them a share."""

    rule = forms.ChoiceField(
        label="Ratings at the start of this season",
        choices=Season.Rule.choices,
        error_messages={"required": "Choose one of these.", "invalid_choice": "Choose one of these."},
    )
    factor = NumberField(
        SHARE_KEPT, label=SHARE_KEPT.label, help_text="0: everyone starts afresh. 1: ratings carry over in full."
    )

    def __init__(self, data: Any = None, *, season: Season) -> None:
        self.season = season
        super().__init__(data, initial={"rule": season.opening_rule, "factor": format_all_digits(season.factor)})
        self.watch()

    def values(self) -> dict[str, Any]:
        """Return what `opening.change` takes, of a valid form; an empty share stays as it is."""
        factor = self.cleaned_data["factor"]
        return {"rule": self.cleaned_data["rule"], "factor": self.season.factor if factor is None else factor}

    def said(self) -> Any:
        return self.values()
