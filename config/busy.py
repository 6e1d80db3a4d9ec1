"""What people are told when the database keeps them waiting too long: a page of its own, not an error of ours."""

import logging
from collections.abc import Callable

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

log = logging.getLogger(__name__)
AGAIN_IN = "5"  # seconds
BUSY = "SQLITE_BUSY"


class BusyMiddleware:
    """Answers 503 where a view could not have the database: a long import holds it, or it is restarting.

    A view writes in one transaction, so nothing of the request is stored.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, OperationalError) or not is_busy(error):
            return None
        log.warning("%s %s had to give up: %s", request.method, request.path, error)
        return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": AGAIN_IN})


def is_busy(error: OperationalError) -> bool:
    """Whether waiting is what failed; SQLite calls a missing table an operational error too."""
    return getattr(error.__cause__, "sqlite_errorname", BUSY).startswith(BUSY)
