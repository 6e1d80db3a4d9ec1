"""The settings of the whole site, and the first page of a new one: the club and its owner."""

from copy import copy
from functools import cache
from itertools import groupby
from typing import Any, ClassVar
from zoneinfo import available_timezones

from django import forms
from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError

from ladder.club.actions import is_setup_code
from ladder.club.forms.ladders import word_field_errors
from ladder.pages.fields import TitleField
from players.accounts.actions.accounts import check_owner_password
from players.form_fields import ConcurrentForm
from players.models import Club, validate_name

ZONE_AREAS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")

PASSWORD_ATTRIBUTES = {"autocomplete": "new-password"}
KEPT_FIELDS = ("code", "password", "again", "email")
WRONG_CODE = "That is not the code. It is printed where the site was started, and changes with each start."
NOT_A_NAME = "A user name has no spaces: only letters, digits and @ . + - _"


class ZoneField(forms.ChoiceField):
    """The time zone of a club, chosen from places."""

    def __init__(self, **kwargs: Any) -> None:
        sentences = {"required": "Choose a time zone.", "invalid_choice": "Choose one of these."}
        super().__init__(label="Time zone", choices=list_time_zones, error_messages=sentences, **kwargs)


@cache
def list_time_zones() -> list[tuple[str, Any]]:
    """Return the zones by area, with the city as the label; UTC goes first."""
    names = sorted(name for name in available_timezones() if name.partition("/")[0] in ZONE_AREAS)
    grouped = groupby(names, key=lambda name: name.partition("/")[0])
    return [("UTC", "UTC"), *((area, [(name, format_zone_city(name)) for name in found]) for area, found in grouped)]


def format_zone_city(name: str) -> str:
    """Return "Argentina, Buenos Aires" for "America/Argentina/Buenos_Aires"."""
    return name.partition("/")[2].replace("_", " ").replace("/", ", ")


class ClubForm(ConcurrentForm, forms.ModelForm):
    """All settings of the club."""

    name = TitleField(label="Name of the club", help_text="Shown at the top of every page.")
    time_zone = ZoneField(help_text="Decides which day a match belongs to, and when ratings fade.")

    class Meta:
        model = Club
        fields = "__all__"  # noqa: DJ007 - its owner may change all of them

    def __init__(self, data: Any = None, *, club: Club) -> None:
        super().__init__(data, instance=copy(club), initial={"name": str(club), "time_zone": club.zone.key})
        word_field_errors(self.fields.values())
        self.watch()


class SetupForm(ClubForm):
    """The set-up code that the installer was shown, the club, and the owner's account.

    An owner who is signed in is asked for no code, and keeps their password and address: those have pages of their own.
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
            raise ValidationError("That user name is taken.")
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
        """Return what `found_club` takes, of a valid form."""
        values = self.cleaned_data
        about = {"club": {name: values[name] for name in self.Meta.fields}, "owner": self.owner}
        return about | {"password": values.get("password", ""), "player": values["player"]}
