"""Whom the owner gives which role on a ladder."""

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import Q

from ladder.models import Role
from players.names import build_name_key

ROLE_CHOICES = [(Role.Kind.RECORDER, "Recorder"), (Role.Kind.ORGANISER, "Organiser")]


class AccountField(forms.CharField):
    """A user name, the name of a player, or an address that was confirmed; gives the account."""

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
    """An account and what it is from now on."""

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
