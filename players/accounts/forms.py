"""Forms of signing in, joining and inviting; some are allauth's with our limits and words."""

from collections.abc import Collection, Sequence
from typing import Any

from allauth.account.forms import LoginForm, RequestLoginCodeForm, ResetPasswordForm
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.ratelimit import respond_429
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from django import forms
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse

from players.accounts.actions.invitations import find_invitation
from players.accounts.codes import CodeField
from players.accounts.logins import count_attempt, find_address_holder
from players.accounts.sessions import choose_session_length, prolong_session
from players.models import Invitation, Player, validate_name
from players.notices.delivery import run_behind_answer
from players.people.actions import find_players
from players.people.names import build_name_key
from players.people.questions import AskedForm, ask_about_names
from players.privacy.redaction import are_names_shortened

NO_CODE = "There is no open invitation with this code. Check it, or ask an organiser for a new one."
MOST_INVITED_PLAYERS = 60
BY_MAIL = "For sign-in codes and notices. You can leave it empty if you choose a password."
NO_MAIL = "You can leave it empty. This site has no mail server yet."

STAY_SIGNED_IN = "Stay signed in on this device"


class InvitationCodeForm(forms.Form):
    """The code of an invitation, typed from paper."""

    code = CodeField(label="Invitation code", too_long=NO_CODE, help_text="As it is printed, such as K7QX-2MRT-9AHD.")

    def clean_code(self) -> Invitation:
        found = find_invitation(self.cleaned_data["code"])
        if found is None:
            raise ValidationError(NO_CODE, code="unknown")
        return found


class InvitationSheetForm(forms.Form):
    """The players to invite on one printed sheet."""

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
        if len(chosen) > MOST_INVITED_PLAYERS:
            raise ValidationError(f"Choose at most {MOST_INVITED_PLAYERS} players for one sheet.")
        return [self.known[pk] for pk in chosen]


class JoinNameForm(AskedForm):
    """The name under which somebody joins by the club's invitation."""

    name = forms.CharField(
        label="Your name on the ladder",
        validators=[validate_name],
        widget=forms.TextInput({"autocomplete": "name", "autocapitalize": "words", "spellcheck": "false"}),
        error_messages={"required": "Enter your name."},
        help_text="You sign in with this name. Played here before? Use the name shown on the ladder.",
    )

    def ask_about_name(self, answered: Collection[str]) -> bool:
        """Return whether it is to be asked first if a new name means a player whose name is like it."""
        name = self.cleaned_data.get("name", "")
        is_new = name and not are_names_shortened() and not find_players([build_name_key(name)])
        return self.ask(ask_about_names({"name": Player(name=name)} if is_new else {}), answered)


class JoinForm(JoinNameForm):
    """How somebody with an invitation will sign in; with the club's invitation also their name."""

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


def find_active_holder(email: str) -> User | None:
    """Return the active account that gets codes and links at this address."""
    holder = find_address_holder(email)
    return holder if holder and holder.is_active else None


class SignInForm(LoginForm):
    """A name with a password, and whether to stay signed in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["remember"].label = STAY_SIGNED_IN

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> HttpResponse:
        """Sign in, for as long as was chosen; a second factor may come first."""
        choose_session_length(request, self.cleaned_data["remember"])
        answer: HttpResponse = super().login(request, redirect_url)
        if isinstance(request.user, User):
            prolong_session(request, request.user)  # allauth has set another end
        return answer


class SignInCodeForm(RequestLoginCodeForm):
    """The address to which a sign-in code goes, and whether to stay signed in by it."""

    remember = forms.BooleanField(label=STAY_SIGNED_IN, required=False)

    def clean_email(self) -> str:
        """Find the account of the address; the answer is the same whether there is one or not."""
        email = str(self.cleaned_data["email"])
        count_attempt(context.request, "send_code", email)
        self._user = find_active_holder(email)
        return email

    def clean(self) -> dict[str, Any]:
        """Store the choice to stay signed in, in this browser's session."""
        values: dict[str, Any] = super().clean()
        choose_session_length(context.request, bool(values.get("remember")))
        return values


class ForgottenPasswordForm(ResetPasswordForm):
    """The address to which a link for a new password is sent."""

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"])

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Find the account and write to it behind the answer, so that the answer's time tells nothing."""
        write = super().save

        def search() -> None:
            holder = find_active_holder(self.clean_email())
            self.users = [holder] if holder else []
            write(request, **kwargs)

        run_behind_answer(search)
        return self.clean_email()


class LimitedFactorForm:
    """A form for the second factor that answers too many tries with our page."""

    def clean_code(self) -> str:
        try:
            return str(super().clean_code())  # type: ignore[misc]  # of allauth's form beside
        except ValidationError as error:
            if error.code == "too_many_login_attempts":
                raise ImmediateHttpResponse(respond_429(context.request)) from error
            raise


class SecondFactorForm(LimitedFactorForm, AuthenticateForm):
    """The code of the app, asked for at sign-in."""


class SecondFactorAgainForm(LimitedFactorForm, ReauthenticateForm):
    """The code of the app, asked for before something important."""
