"""What allauth asks about accounts: nobody signs up, tries are counted, and mail goes out behind the answer."""

from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ReauthenticationRequired
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from players.accounts.logins import count_attempt, find_address_holder, find_sign_in_name, remember_device
from players.accounts.reauthentication import is_proof_due, proves_by_code
from players.accounts.second_factor import FACTOR_DROPPED, drop_unreadable_factor, open_secret, seal_secret
from players.models import Club
from players.notices.delivery import deliver_mail, run_behind_answer

WRONG_SIGN_IN = "The name or the password is wrong."
SIGN_IN_CODE_OVER = "That code no longer works. Ask for a new one."


class ClosedAccountAdapter(DefaultAccountAdapter):
    """Accounts without sign-up, with the club's mail."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "too_many_login_attempts": SIGN_IN_CODE_OVER,  # of codes alone
        "username_password_mismatch": WRONG_SIGN_IN,
        "email_password_mismatch": WRONG_SIGN_IN,
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def is_safe_url(self, url: str) -> bool:
        """Return whether a sign-in may lead there; not where the address can't be read, as in "http://["."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        login = str(credentials.get("username") or credentials.get("email") or "")
        self._login_failed_rl_usage = count_attempt(request, "login_failed", login)

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Remove a second factor that this site can't read, before it is asked for."""
        if drop_unreadable_factor(user):
            messages.warning(request, FACTOR_DROPPED)
        response: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return response

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        """Sign in as allauth does, and remember the device."""
        response: HttpResponse = super().post_login(request, user, **kwargs)
        remember_device(response, user)
        return response

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Return True: allauth then asks for the password or the second factor.

        Raises: ReauthenticationRequired for an account that has neither but gets codes by mail, which allauth lets in.
        """
        if proves_by_code(self.request.user) and is_proof_due(self.request):
            raise ReauthenticationRequired
        return True

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Return the pages on which a user can prove that it is still them."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        if not methods and proves_by_code(user):
            methods = [{"id": "code", "description": "Use a code by e-mail", "url": reverse("accounts:prove_by_code")}]
        return methods

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """Return whether an address may go: not the last one by which an account without a password signs in."""
        user, others = email_address.user, EmailAddress.objects.filter(user=email_address.user_id)
        ways = [one for one in others.exclude(pk=email_address.pk) if find_address_holder(one.email) == user]
        return bool(super().can_delete_email(email_address) and (ways or user.has_usable_password()))

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Write to every confirmed address of the account, else to the one that it gave, where links for it go.

        A confirmed address that the account has just lost gets the mail, too.
        """
        words = context or {}
        confirmed = set(EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True))
        lost = {email, words.get("deleted_email")} - getattr(self.request, "unconfirmed_addresses", set())
        known = (confirmed or {user.email}) | lost
        for address in sorted(one for one in known - {words.get("added_email")} if one):
            super().send_notification_mail(template_prefix, user, words, address)

    def format_email_subject(self, subject: str) -> str:
        return f"[{Club.current()}] {subject}"

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        return put_on_site_host(super().get_email_confirmation_url(request, emailconfirmation))

    def get_reset_password_from_key_url(self, key: str) -> str:
        return put_on_site_host(super().get_reset_password_from_key_url(key))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write and send behind the answer, so that its time does not tell whether there is such an account."""
        words = {"request": self.request, "email": email, "site_url": settings.SITE_URL, **context}

        def write() -> None:
            holder = find_address_holder(email)
            words["holder"] = holder and find_sign_in_name(holder)
            deliver_mail(self.render_mail(template_prefix, email, words))

        run_behind_answer(write)


def put_on_site_host(url: str) -> str:
    """Return the address on the site's own host, whatever host the request named."""
    return f"{settings.SITE_URL}{urlsplit(url).path}"


class ClubMFAAdapter(DefaultMFAAdapter):
    """Second factors whose secrets are stored sealed."""

    def encrypt(self, text: str) -> str:
        return seal_secret(text)

    def decrypt(self, encrypted_text: str) -> str:
        return open_secret(encrypted_text)

    def get_totp_issuer(self) -> str:
        """Return the name of the site that the app on the phone shows."""
        return str(Club.current())
