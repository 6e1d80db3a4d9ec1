"""The admin has no way in of its own: one sign-in, with its limits and its second factor."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from players.accounts.reauthentication import ask_for_proof, is_proof_due
from players.accounts.second_factor import is_second_factor_missing, render_second_factor_page

ACCOUNTS = ("auth_", "account_", "mfa_", "usersessions_")  # what sign-in rests on, as the addresses' names begin
LOOKING = ("_changelist", "_history")


class ClubAdminSite(AdminSite):
    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and not is_second_factor_missing(request.user)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Send visitors to the site's sign-in, and organisers without a second factor to its set-up."""
        if super().has_permission(request) and is_second_factor_missing(request.user):
            return render_second_factor_page(request)
        answer: HttpResponse = secure_admin_login(super().login)(request, extra_context)
        return answer

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Ask who it is before a form about accounts is shown, and once more where it is sent long after."""

        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            return ask_for_proof(request) if needs_fresh_proof(request) else view(request, *args, **kwargs)

        return super().admin_view(answer, cacheable)


def needs_fresh_proof(request: HttpRequest) -> bool:
    """Whether somebody who has not proved lately who they are is about to change how an account signs in."""
    name = (request.resolver_match and request.resolver_match.url_name) or ""
    looks = request.method != "POST" and name.endswith(LOOKING)
    return name.startswith(ACCOUNTS) and not looks and is_proof_due(request)
