"""Forms of the notices page: up to which one notices were shown, and which kinds are wanted by mail."""

from typing import Any

from django import forms

from players.models import NoticeSettings

MOST = 2**63 - 1


class ReadNoticesForm(forms.Form):
    """The key of the newest notice that the page showed."""

    until = forms.IntegerField(min_value=0, max_value=MOST)


class NoticeMailForm(forms.ModelForm):
    """Which kinds of notices are mailed, and from how many points on corrections are told."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["moved_by"] = f"{self.instance.moved_by:g}"

    class Meta:
        model = NoticeSettings
        fields = ("result", "dispute", "challenge", "correction", "moved_by")
        widgets = {"moved_by": forms.TextInput({"inputmode": "decimal", "autocomplete": "off"})}
        error_messages = {
            "moved_by": {
                "required": "Enter a number of points, or 0.",
                "invalid": "Enter a number of points such as 5 or 2.5.",
                "min_value": "Enter 0 or more.",
                "max_value": "Enter at most 1,000,000.",
            }
        }
