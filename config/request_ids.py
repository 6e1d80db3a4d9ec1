"""Every request has an id: in each line of the log, in the header of the answer, and on error pages.

The id is that of the proxy's `X-Request-ID`, if a proxy stands in front of the site and the id is well-formed;
otherwise one is made, short enough to be read out. It is chosen when Django begins to answer, and it is that of the
thread until the answer is sent. What never comes to Django, such as a body that is too large, gets one in config/asgi.
"""

import base64
import os
import re
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.core import signals
from django.http import HttpRequest
from django.http.response import HttpResponseBase

REQUEST_ID_HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9._:-]{8,80}")
request_id: ContextVar[str] = ContextVar("request_id", default="")


def choose_request_id(sent: str) -> str:
    """Return the id that the proxy sent, if there is a proxy and the id is well-formed, or else a new one."""
    if settings.HTTPS and WELL_FORMED.fullmatch(sent):
        return sent
    return base64.b32encode(os.urandom(5)).decode().lower()  # 8 characters without 0 and 1


def choose_scope_id(scope: Mapping[str, Any]) -> str:
    """Return the id of a request that has come to the server."""
    sent = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")
    return choose_request_id(sent.decode("latin-1"))


def begin_request(
    sender: Any, scope: Mapping[str, Any] | None = None, environ: Mapping[str, Any] | None = None, **_: Any
) -> None:
    """Let this thread work for one request: an ASGI server sends its scope, a WSGI server its environment."""
    if scope is not None:
        request_id.set(scope.get("request_id") or choose_scope_id(scope))
    else:
        request_id.set(choose_request_id((environ or {}).get("HTTP_X_REQUEST_ID", "")))


def end_request(**_: Any) -> None:
    """Let this thread work for no request."""
    request_id.set("")


def watch_requests() -> None:
    """Give every request an id from now on."""
    signals.request_started.connect(begin_request, dispatch_uid="request_ids")
    signals.request_finished.connect(end_request, dispatch_uid="request_ids")


class RequestIdMiddleware:
    """Sends the id of the request in the header of the answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if known := request_id.get():
            response[REQUEST_ID_HEADER] = known
        return response
