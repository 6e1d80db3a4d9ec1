"""The first page of a new site: the club, and whose it is."""

from typing import Any, ClassVar

from django import forms
from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError

from ladder.forms.club import ClubForm
from ladder.forms.titles import TitleField
from ladder.services.club.setup import is_setup_code
from players.models import Club, validate_name
from players.services.owners import check_owner_password

PASSWORD_ATTRIBUTES = {"autocomplete": "new-password"}
KEPT_FIELDS = ("code", "password", "again", "email")
WRONG_CODE = "That is not the code. It is printed where the site was started, and changes with each start."
NOT_A_NAME = "A user name has no spaces: only letters, digits and @ . + - _"


class SetupForm(ClubForm):
    """The code that the installer was shown, the club, and the owner's account.

    An owner is asked for no code, and keeps their password and address: those have pages that ask for the old ones.
    """

    field_order = ("code", "name", "time_zone", "names", "username", "password", "again", "email", "player")

    code = forms.CharField(
        label="Set-up code",
        max_length=200,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
        error_messages={"required": "Enter the code that was printed where the site was started."},
    )
    username = User._meta.get_field("username").formfield(
        label="Your user name",
        help_text="You sign in with it. Letters, digits and @ . + - _ are allowed.",
        widget=forms.TextInput({"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"required": "Choose a user name."},
        validators=[UnicodeUsernameValidator(message=NOT_A_NAME)],
    )
    password = forms.CharField(
        label="Password",
        max_length=128,
        strip=False,
        widget=forms.PasswordInput(PASSWORD_ATTRIBUTES, render_value=True),
    )
    again = forms.CharField(
        label="Password again",
        max_length=128,
        strip=False,
        widget=forms.PasswordInput(PASSWORD_ATTRIBUTES, render_value=True),
    )
    email = forms.EmailField(
        label="E-mail", required=False, max_length=254, help_text="Optional. With it you can reset a lost password."
    )
    player = TitleField(label="Your name as a player", required=False, help_text="Leave empty if you don’t play here.")

    class Meta:
        model = Club
        fields = ("name", "time_zone", "names")
        widgets: ClassVar = {"names": forms.RadioSelect}
        labels: ClassVar = {"names": "Names that visitors see"}
        help_texts: ClassVar = {
            "names": "Anybody who finds the site is a visitor. Members who sign in always see full names."
        }

    def __init__(self, data: Any = None, *, club: Club, owner: User | None, code: str = "") -> None:
        super().__init__(data, club=club)
        self.owner = owner or User()
        self.initial.update(code=code, username=self.owner.username, email=self.owner.email, names=Club.Names.INITIAL)
        for name in KEPT_FIELDS if owner else ():
            del self.fields[name]

    def clean_code(self) -> str:
        code = self.cleaned_data["code"]
        if not is_setup_code(code):
            raise ValidationError(WRONG_CODE)
        return code

    def clean_username(self) -> str:
        name = self.cleaned_data["username"]
        validate_name(name)
        if User.objects.filter(username__iexact=name).exclude(pk=self.owner.pk).exists():
            raise ValidationError("Somebody already has that user name.")
        return name

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if {"password", "again", "username"} & set(self.errors):
            return values
        self.owner.username = values["username"]
        if self.owner.pk:
            return values
        if values["password"] != values["again"]:
            self.add_error("again", "The two passwords differ.")
        self.owner.email = values.get("email", "")
        try:
            check_owner_password(values["password"], self.owner)
        except ValidationError as error:
            self.add_error("password", error)
        return values

    def values(self) -> dict[str, Any]:
        """Return what `setup.found` takes, of a valid form."""
        values = self.cleaned_data
        about = {"club": {name: values[name] for name in self.Meta.fields}, "owner": self.owner}
        return about | {"password": values.get("password", ""), "player": values["player"]}
