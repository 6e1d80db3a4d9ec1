"""Whom organisers invite, and what those who were invited type."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from players.code_field import CodeField
from players.models import Invitation, Player, validate_name
from players.services.invitations import find_invitation

NO_CODE = "There is no open invitation with this code. Check it, or ask an organiser for a new one."
MOST = 60
BY_MAIL = "For sign-in codes and notices. You can leave it empty if you choose a password."
NO_MAIL = "You can leave it empty. This site has no mail server yet."


class InvitationCodeForm(forms.Form):
    """The code of an invitation, typed from paper."""

    code = CodeField(label="Invitation code", too_long=NO_CODE, help_text="As it is printed, such as K7QX-2MRT-9AHD.")

    def clean_code(self) -> Invitation:
        found = find_invitation(self.cleaned_data["code"])
        if found is None:
            raise ValidationError(NO_CODE, code="unknown")
        return found


class InvitationSheetForm(forms.Form):
    """The players who are invited on one sheet."""

    players = forms.MultipleChoiceField(
        error_messages={
            "required": "Choose at least one player.",
            "invalid_choice": "One of them has an account now. Choose again.",
        },
    )

    def __init__(self, data: Any = None, *, players: Sequence[Player]) -> None:
        super().__init__(data)
        self.known = {str(player.pk): player for player in players}
        field: Any = self.fields["players"]
        field.choices = [(pk, player.name) for pk, player in self.known.items()]

    def clean_players(self) -> list[Player]:
        chosen = dict.fromkeys(self.cleaned_data["players"])
        if len(chosen) > MOST:
            raise ValidationError(f"Choose at most {MOST} players for one sheet.")
        return [self.known[pk] for pk in chosen]


class JoinForm(forms.Form):
    """How somebody who was invited will sign in; by the club's code, also who they are."""

    name = forms.CharField(
        label="Your name on the ladder",
        validators=[validate_name],
        widget=forms.TextInput({"autocomplete": "name", "autocapitalize": "words", "spellcheck": "false"}),
        error_messages={"required": "Enter your name."},
        help_text="You sign in with this name. Played here before? Use the name shown on the ladder.",
    )
    email = forms.EmailField(
        label="E-mail",
        required=False,
        max_length=254,
        widget=forms.EmailInput({"autocomplete": "email", "inputmode": "email"}),
        error_messages={"invalid": "That is not an e-mail address."},
    )
    password = forms.CharField(
        label="Password",
        required=False,
        max_length=200,
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
        help_text="At least 8 characters.",
    )

    def __init__(self, data: Any = None, *, invitation: Invitation) -> None:
        super().__init__(data)
        self.player = invitation.becomes
        if self.player:
            del self.fields["name"]
        self.fields["email"].help_text = BY_MAIL if settings.SENDS_MAIL else NO_MAIL

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        password, email = values.get("password"), values.get("email")
        if password:
            user = User(username=self.player.name if self.player else values.get("name", ""), email=email or "")
            try:
                validate_password(password, user)
            except ValidationError as error:
                self.add_error("password", error)
        elif not settings.SENDS_MAIL and "password" not in self.errors:
            self.add_error("password", "Choose a password: this site can't send codes by e-mail.")
        elif not email and not self.errors:
            self.add_error("password", "Choose a password, or enter an e-mail address to get sign-in codes.")
        return values
