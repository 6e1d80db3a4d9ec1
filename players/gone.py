"""What happens to somebody whose account is erased, or gives way to a backup, while they send something."""

from collections.abc import Callable

from django.contrib.auth import logout
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse

from config.htmx import wants_partial


class GoneMiddleware:
    """Sends them to sign in: what they sent can't be stored in the name of an account that isn't there."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        user = request.user
        if not isinstance(error, IntegrityError) or user.is_anonymous or User.objects.filter(pk=user.pk).exists():
            return None
        logout(request)
        answer = redirect_to_login(request.path)
        return HttpResponse(headers={"HX-Redirect": answer.url}) if wants_partial(request) else answer
