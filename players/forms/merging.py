"""Into whom a player is merged."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.timezone import localtime

from players.forms.fields import WhyField
from players.models import Player
from players.names import build_name_key
from players.services import find_players, setting_aside
from players.services.setting_aside import check_staying_account


class MergeReasonForm(forms.Form):
    """Why two are one, or are not."""

    reason = WhyField()


class StayingAccountForm(forms.Form):
    """Which of the accounts of one person stays."""

    stays = forms.TypedChoiceField(
        label="Which account stays?",
        widget=forms.RadioSelect,
        coerce=int,
        error_messages={"required": setting_aside.CHOOSE, "invalid_choice": setting_aside.CHOOSE},
    )

    def __init__(self, data: Any = None, *, accounts: Sequence[User]) -> None:
        super().__init__(data, initial={"stays": accounts[0].pk})
        self.accounts = {user.pk: user for user in accounts}
        field: Any = self.fields["stays"]
        field.choices = [(user.pk, describe_account(user)) for user in accounts]

    def clean_stays(self) -> User:
        """Return the account that stays."""
        stays = self.accounts[self.cleaned_data["stays"]]
        check_staying_account(self.accounts.values(), stays)
        return stays


def describe_account(user: User) -> str:
    """Return how an account is told from another: its name, its address, and when it signed in last."""
    last = f"last signed in on {date_format(localtime(user.last_login), 'j F Y')}" if user.last_login else "never used"
    return ", ".join(text for text in (user.get_username(), user.email or "no e-mail address", last) if text)


class MergeForm(forms.Form):
    """Into whom a player is merged, by name."""

    into = forms.CharField(
        label="Merge into",
        widget=forms.TextInput({"autocomplete": "off", "list": "names", "spellcheck": "false"}),
        error_messages={"required": "Enter the name of the other player."},
        help_text="The other player’s name stays. The old name still finds them.",
    )

    def clean_into(self) -> Player:
        name = self.cleaned_data["into"]
        found = find_players([build_name_key(name)]).get(build_name_key(name))
        if found is None:
            raise ValidationError(f"Nobody is called “{name}”.")
        return found
