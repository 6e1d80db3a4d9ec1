"""Every setting of a ladder, section by section."""

from copy import copy
from typing import Any, NamedTuple

from django import forms
from django.utils.html import escape

from ladder.forms.titles import AddressField, TitleField
from ladder.models import Ladder
from ladder.models.ladder import TAKEN
from ladder.selectors.seasons import find_usual_report_text, list_seasons, pick_current_season
from players.forms.fields import SentenceField
from players.forms.touched import ConcurrentForm

NUMBER_FIELDS = (forms.IntegerField, forms.FloatField)


class SettingsSection(NamedTuple):
    """Some settings that belong together, and what they are about."""

    title: str
    about: str
    names: tuple[str, ...]


SECTIONS = (
    SettingsSection("Name", "Links to the old address stop working when you change it.", ("name", "slug")),
    SettingsSection(
        "Reports",
        "Organisers and recorders can always enter results; organisers can also correct them.",
        ("reporters", "how_to_report", "fix_minutes", "confirm_hours", "counts_when_confirmed"),
    ),
    SettingsSection(
        "Ranks", "Players without a rank are listed below the others, with the reason.", ("inactive_after",)
    ),
    SettingsSection(
        "Challenges",
        "Who members can challenge, and how long they have to answer and play.",
        ("challenge_reach", "challenge_measure", "rematch_days", "answer_days", "play_days", "most_challenges"),
    ),
)


def find_ladder_report_text(ladder: Ladder) -> str:
    """Return what the rating systems of the ladder's season say about reporting."""
    season = pick_current_season(list_seasons(ladder.slug))
    return find_usual_report_text(board.rating_system for board in season.boards.all()) if season else ""


class LadderSettingsForm(ConcurrentForm, forms.ModelForm):
    """All that organisers may change; a setting that no section names comes last."""

    beside = {TAKEN: "slug"}  # where it is taken after this form was read

    name = TitleField()
    slug = AddressField(help_text="The ladder's part of the web address, such as tuesday-backgammon.")
    how_to_report = SentenceField(label="How to report", required=False, widget=forms.Textarea({"rows": 3}))

    class Meta:
        model = Ladder
        fields = "__all__"  # noqa: DJ007 - organisers may change all of them
        labels = {"reporters": "Who reports"}

    def __init__(self, data: Any = None, *, ladder: Ladder) -> None:
        super().__init__(data, instance=copy(ladder))
        for field in self.fields.values():
            if isinstance(field, NUMBER_FIELDS):
                field.widget = forms.TextInput({"inputmode": "numeric", "autocomplete": "off"})
                field.error_messages["invalid"] = "Enter a whole number."
        about, usual = self.instance._meta.get_field("how_to_report").help_text, find_ladder_report_text(ladder)
        leave_empty = f"Leave empty for the usual text: “{usual}”" if usual else ""
        self.fields["how_to_report"].help_text = escape(f"{about} {leave_empty}".strip())
        self.watch()

    def sections(self) -> list[tuple[SettingsSection, list[forms.BoundField]]]:
        """Return the sections with their bound fields."""
        named = {name for section in SECTIONS for name in section.names}
        rest = SettingsSection("More", "", tuple(name for name in self.fields if name not in named))
        found = [(one, [self[name] for name in one.names if name in self.fields]) for one in (*SECTIONS, rest)]
        return [(section, fields) for section, fields in found if fields]
