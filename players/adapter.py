"""How accounts behave: invitations make them, tries are counted, and mail goes out behind the answer."""

from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse

from . import attempts, devices, sealing, second_factor
from .models import Club
from .services.posting import behind, deliver

WRONG = "The name or the password is not right."
CODE_OVER = "That code works no longer. Ask for a new one."


class ClosedAccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "too_many_login_attempts": CODE_OVER,  # of codes alone
        "username_password_mismatch": WRONG,
        "email_password_mismatch": WRONG,
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        login = str(credentials.get("username") or credentials.get("email") or "")
        self._login_failed_rl_usage = attempts.count(request, "login_failed", login)

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Let go of a second factor that can't be asked for here, before it is."""
        if second_factor.dropped(user):
            messages.warning(request, second_factor.DROPPED)
        response: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return response

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        """Go where the sign-in leads; the device is known from now on."""
        response: HttpResponse = super().post_login(request, user, **kwargs)
        devices.remember(response, user)
        return response

    def format_email_subject(self, subject: str) -> str:
        return f"[{Club.current()}] {subject}"

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        return on_own_site(super().get_email_confirmation_url(request, emailconfirmation))

    def get_reset_password_from_key_url(self, key: str) -> str:
        return on_own_site(super().get_reset_password_from_key_url(key))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write and send behind the answer, so that its time does not tell whether there was anything to send."""
        words = {"request": self.request, "email": email, "site_url": settings.SITE_URL, **context}
        behind(lambda: deliver(self.render_mail(template_prefix, email, words)))


def on_own_site(url: str) -> str:
    """Return the address as mail has it: on the site's own host, whichever one the request named."""
    return f"{settings.SITE_URL}{urlsplit(url).path}"


class ClubMFAAdapter(DefaultMFAAdapter):
    def encrypt(self, text: str) -> str:
        return sealing.seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        return sealing.opened(encrypted_text)

    def get_totp_issuer(self) -> str:
        """Return what the app on the phone calls the site."""
        return str(Club.current())
