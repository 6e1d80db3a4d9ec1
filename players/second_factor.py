"""The second factor that the club's owner may ask of organisers: an app on their phone, with allauth's pages."""

from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from .models import Club


def is_missing(user: Any) -> bool:
    """Say whether the club asks for a second factor that this account has not set up; no query where it does not."""
    return bool(Club.current().second_factor and user.is_authenticated and not is_mfa_enabled(user))


def asked(request: HttpRequest) -> HttpResponse:
    """The page that stands before those of organisers until there is one."""
    return TemplateResponse(request, "mfa/asked.html", status=403)
