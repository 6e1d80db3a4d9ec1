"""The codes of allauth's forms: how they are asked for, and what stops who guesses."""

from typing import Any

from allauth.account.forms import RequestLoginCodeForm, ResetPasswordForm
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.ratelimit import respond_429
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from players import attempts, logins
from players.services.posting import behind


def active_holder(email: str) -> User | None:
    """Return the account that codes and links for this address are for."""
    holder = logins.find_holder(email)
    return holder if holder and holder.is_active else None


class CodeForm(RequestLoginCodeForm):
    """The address to which a sign-in code goes."""

    def clean_email(self) -> str:
        """Look for the account whose address it is; the answer is the same for all."""
        email = str(self.cleaned_data["email"])
        attempts.count(context.request, "send_code", email)
        self._user = active_holder(email)
        return email


class ResetForm(ResetPasswordForm):
    """The address to which a link for another password goes."""

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"])

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Look for the account and write to it behind the answer, so that its time tells nothing."""
        write = super().save

        def search() -> None:
            holder = active_holder(self.clean_email())
            self.users = [holder] if holder else []
            write(request, **kwargs)

        behind(search)
        return self.clean_email()


class Stopping:
    """A form for the second factor that gives too many tries our page, as all others get."""

    def clean_code(self) -> str:
        try:
            return str(super().clean_code())  # type: ignore[misc]  # of allauth's form beside
        except ValidationError as error:
            if error.code == "too_many_login_attempts":
                raise ImmediateHttpResponse(respond_429(context.request)) from error
            raise


class FactorForm(Stopping, AuthenticateForm):
    """The code of the app, at sign-in."""


class FactorAgainForm(Stopping, ReauthenticateForm):
    """The code of the app, before something important."""
