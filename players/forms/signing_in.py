"""The codes of allauth's forms: how they are asked for, and what stops who guesses."""

from typing import Any

from allauth.account.forms import LoginForm, RequestLoginCodeForm, ResetPasswordForm
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.ratelimit import respond_429
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse

from players.attempts import count_attempt
from players.logins import find_address_holder
from players.services.posting import run_behind_answer
from players.sessions import choose_session_length, prolong_session

STAY = "Stay signed in on this device"


def find_active_holder(email: str) -> User | None:
    """Return the account that codes and links for this address are for."""
    holder = find_address_holder(email)
    return holder if holder and holder.is_active else None


class SignInForm(LoginForm):
    """A name with a password, and whether to stay signed in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["remember"].label = STAY

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> HttpResponse:
        """Sign in, for as long as was chosen; a second factor may come first."""
        choose_session_length(request, self.cleaned_data["remember"])
        answer: HttpResponse = super().login(request, redirect_url)
        if isinstance(request.user, User):
            prolong_session(request, request.user)  # allauth has set another end
        return answer


class SignInCodeForm(RequestLoginCodeForm):
    """The address to which a sign-in code goes, and whether to stay signed in by it."""

    remember = forms.BooleanField(label=STAY, required=False)

    def clean_email(self) -> str:
        """Look for the account whose address it is; the answer is the same for all."""
        email = str(self.cleaned_data["email"])
        count_attempt(context.request, "send_code", email)
        self._user = find_active_holder(email)
        return email

    def clean(self) -> dict[str, Any]:
        """Note the choice, where the code is asked for in this browser."""
        values: dict[str, Any] = super().clean()
        choose_session_length(context.request, bool(values.get("remember")))
        return values


class ForgottenPasswordForm(ResetPasswordForm):
    """The address to which a link for another password goes."""

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"])

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Look for the account and write to it behind the answer, so that its time tells nothing."""
        write = super().save

        def search() -> None:
            holder = find_active_holder(self.clean_email())
            self.users = [holder] if holder else []
            write(request, **kwargs)

        run_behind_answer(search)
        return self.clean_email()


class LimitedFactorForm:
    """A form for the second factor that gives too many tries our page, as all others get."""

    def clean_code(self) -> str:
        try:
            return str(super().clean_code())  # type: ignore[misc]  # of allauth's form beside
        except ValidationError as error:
            if error.code == "too_many_login_attempts":
                raise ImmediateHttpResponse(respond_429(context.request)) from error
            raise


class SecondFactorForm(LimitedFactorForm, AuthenticateForm):
    """The code of the app, at sign-in."""


class SecondFactorAgainForm(LimitedFactorForm, ReauthenticateForm):
    """The code of the app, before something important."""
