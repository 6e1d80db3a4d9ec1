"""Forms about players: add names, change details, merge, erase, and void what a player reported."""

from collections.abc import Sequence
from datetime import datetime, time
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime

from players.accounts.actions.accounts import CHOOSE_ACCOUNT, check_staying_account
from players.form_fields import ConcurrentForm, DayField, WhyField
from players.models import Player, validate_name
from players.people.actions import find_players
from players.people.names import LONGEST_PLAYER_NAME, build_name_key, clean_name
from players.people.questions import AskedForm, ask_about_part

MOST_NAMES_ADDED = 300  # names to add at once


class AddPlayersForm(AskedForm):
    """Names of new players, one on each line."""

    names = forms.CharField(
        label="Names",
        max_length=20_000,
        widget=forms.Textarea({"rows": 6, "spellcheck": "false", "autocapitalize": "words"}),
        error_messages={"required": "Enter a name."},
        help_text="One name on each line. Existing players stay as they are.",
    )

    def clean_names(self) -> list[str]:
        """Return the names, each once. Raises: ValidationError, which names the line that can't be a name."""
        found: dict[str, str] = {}
        for line in filter(str.strip, self.cleaned_data["names"].splitlines()):
            try:
                name = clean_name(line)
            except ValueError as error:
                raise ValidationError(f"“{line.strip()[:40]}”: {error}") from error
            found.setdefault(build_name_key(name), name)
        if len(found) > MOST_NAMES_ADDED:
            raise ValidationError(f"Enter at most {MOST_NAMES_ADDED} names, then add the others.")
        return list(found.values())

    def new(self) -> list[str]:
        """Return the names of a valid form that no player has yet."""
        there = find_players([build_name_key(name) for name in self.cleaned_data["names"]])
        return [name for name in self.cleaned_data["names"] if build_name_key(name) not in there]


class VisibilityForm(ConcurrentForm, forms.Form):
    """How visitors see a player."""

    nickname = forms.CharField(
        required=False,
        max_length=LONGEST_PLAYER_NAME,
        validators=[validate_name],
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
        help_text="Shown to visitors where the club shows nicknames.",
    )
    hidden = forms.BooleanField(
        required=False,
        label="Hidden from visitors",
        help_text="Visitors see “Hidden player” and no page. Members see the name.",
    )

    def __init__(self, data: Any = None, *, player: Player, **stored: Any) -> None:
        super().__init__(data, initial={"nickname": player.nickname, "hidden": player.hidden, **stored})
        self.watch()


class EditPlayerForm(VisibilityForm):
    """A player's name, whether they play, and how visitors see them."""

    name = forms.CharField(
        validators=[validate_name],
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}),
        error_messages={"required": "Enter a name."},
        help_text="The old name still finds them when it is typed or imported.",
    )
    reason = WhyField(label="Reason for the new name")
    retired = forms.BooleanField(
        required=False,
        label="Retired",
        help_text="They keep their history, lose their rank and are no longer offered as opponents.",
    )
    sits_out_until = DayField(
        required=False, label="Sits out until", help_text="The day they are back. Ratings don’t change."
    )

    def __init__(self, data: Any = None, *, player: Player) -> None:
        kept = {"name": player.name, "sits_out_until": player.sits_out_until, "retired": bool(player.retired_on)}
        super().__init__(data, player=player, **kept)

    def values(self) -> dict[str, Any]:
        """Return the changed values of a valid form; somebody who retires does so today."""
        values = self.touched()
        if "retired" in values:
            values["retired_on"] = timezone.localdate() if values.pop("retired") else None
        return values


class BreakForm(forms.Form):
    """The day on which somebody who sits out is back."""

    until = DayField(
        label="I am back on",
        error_messages={"required": "Enter the day on which you are back."},
        help_text="Until then nobody can challenge you, and you have no rank. Then you are back by itself.",
    )


class MergeReasonForm(forms.Form):
    """The reason for a merge, or for undoing one."""

    reason = WhyField()


class StayingAccountForm(forms.Form):
    """Which account stays when the two players of a merge have one each."""

    stays = forms.TypedChoiceField(
        label="Which account stays?",
        widget=forms.RadioSelect,
        coerce=int,
        error_messages={"required": CHOOSE_ACCOUNT, "invalid_choice": CHOOSE_ACCOUNT},
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
    """Return an account's name, e-mail address and last sign-in, so that it can be told from another."""
    last = f"last signed in on {date_format(localtime(user.last_login), 'j F Y')}" if user.last_login else "never used"
    return ", ".join(text for text in (user.get_username(), user.email or "no e-mail address", last) if text)


class MergeForm(AskedForm):
    """The name of the player into whom another is merged; a part of a name is asked about."""

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
            self.ask(ask_about_part(name, "into"), ())
            raise ValidationError(f"Nobody is called “{name}”.")
        return found


class ErasePersonForm(forms.Form):
    """The name of the player to erase, typed once more."""

    name = forms.CharField(
        label="Type the name to confirm",
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}),
        error_messages={"required": "Type the name."},
    )

    def __init__(self, data: Any = None, *, player: Player) -> None:
        self.player = player
        super().__init__(data)

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if build_name_key(name) != self.player.key:
            raise ValidationError(f"The name doesn't match. Type “{self.player}”.")
        return name


class VoidReasonForm(forms.Form):
    """The reason for voiding what a player reported."""

    reason = WhyField(label="Reason", required=True, error_messages={"required": "Enter a reason."})


class VoidSinceForm(forms.Form):
    """The moment since which a player's reports are looked for."""

    day = DayField(label="Reported since", error_messages={"required": "Enter the day."})
    time = forms.TimeField(
        label="Time",
        required=False,
        input_formats=["%H:%M", "%H:%M:%S"],
        widget=forms.TimeInput({"type": "time"}, format="%H:%M"),
        error_messages={"invalid": "Enter a time such as 20:15."},
        help_text="Leave empty for the whole day.",
    )
    at_venue = forms.BooleanField(
        label="Also matches with them that were entered at the venue",
        required=False,
        help_text="Anyone with the venue code can enter these, and they name no reporter.",
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"day": timezone.localdate()})

    def clean_day(self) -> Any:
        day = self.cleaned_data["day"]
        if day > timezone.localdate():
            raise ValidationError("Choose today or an earlier day.")
        return day

    def since(self) -> datetime:
        """Return the moment that a valid form asks for."""
        at = self.cleaned_data["time"] or time()
        return timezone.make_aware(datetime.combine(self.cleaned_data["day"], at))
