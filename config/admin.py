"""The admin has no way in of its own: one sign-in, with its limits and its second factor."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse

from players import second_factor


class ClubAdminSite(AdminSite):
    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and not second_factor.is_missing(request.user)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Send visitors to the site's sign-in, and organisers without a second factor to its set-up."""
        if super().has_permission(request) and second_factor.is_missing(request.user):
            return second_factor.asked(request)
        answer: HttpResponse = secure_admin_login(super().login)(request, extra_context)
        return answer
