"""The admin with the site's own sign-in, its limits and its second factor."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from players.accounts.reauthentication import ask_for_proof, is_proof_due
from players.accounts.second_factor import is_second_factor_missing, render_second_factor_page

ACCOUNT_PREFIXES = ("auth_", "account_", "mfa_", "usersessions_")  # of the addresses of accounts and sign-in
READING_VIEWS = ("_changelist", "_history")


class ClubAdminSite(AdminSite):
    """The admin, which nobody gets to without the site's sign-in and, if it is asked for, a second factor."""

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and not is_second_factor_missing(request.user)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Redirect visitors to the site's sign-in, and organisers without a second factor to its set-up."""
        if super().has_permission(request) and is_second_factor_missing(request.user):
            return render_second_factor_page(request)
        answer: HttpResponse = secure_admin_login(super().login)(request, extra_context)
        return answer

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Ask for a proof before a form about accounts is shown, and again if it is sent much later."""

        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            return ask_for_proof(request) if needs_fresh_proof(request) else view(request, *args, **kwargs)

        return super().admin_view(answer, cacheable)


def needs_fresh_proof(request: HttpRequest) -> bool:
    """Return whether this request may change how an account signs in and its user has given no proof lately."""
    name = (request.resolver_match and request.resolver_match.url_name) or ""
    looks = request.method != "POST" and name.endswith(READING_VIEWS)
    return name.startswith(ACCOUNT_PREFIXES) and not looks and is_proof_due(request)
