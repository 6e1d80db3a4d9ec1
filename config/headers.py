"""Headers that every page carries besides those of Django's own middleware."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import has_vary_header

NOT_ASKED = ("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "microphone", "payment", "usb")
POLICY = ", ".join(f"{name}=()" for name in NOT_ASKED)


class HeadersMiddleware:
    """Tells browsers what no page asks for, and that a page which depends on who reads it is theirs alone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", POLICY)
        if has_vary_header(response, "Cookie"):
            response.headers.setdefault("Cache-Control", "private, no-cache")
        return response
