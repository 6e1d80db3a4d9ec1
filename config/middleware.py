"""Small middleware: unreadable forms, headers, the club's time zone, a page for a wrong method."""

import logging
import time
from collections.abc import Callable

from django.core.exceptions import BadRequest, RequestDataTooBig, SuspiciousOperation, TooManyFieldsSent
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import has_vary_header
from django.utils.log import log_response

from config.request_ids import request_id
from players.accounts.security_log import describe_requested_page
from players.models import Club

log = logging.getLogger(__name__)

UNREADABLE_REQUESTS = (
    BadRequest,
    SuspiciousOperation,
    MultiPartParserError,
    UnreadablePostError,
    LookupError,
    UnicodeError,
)
TOO_LARGE_REQUESTS = (RequestDataTooBig, TooManyFieldsSent)
TOO_MUCH = "Nothing was saved: that is too much for one form. Go back; send less, or a file instead of pasted cells."

SILENT_STATUSES = (204, 304)
HEALTH_VIEWS = ("health", "ready", "metrics")
NOT_ASKED = ("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "microphone", "payment", "usb")
PERMISSIONS_POLICY = ", ".join(f"{name}=()" for name in NOT_ASKED)


class UnreadableMiddleware:
    """Answers 400 for a form that can't be read. It reads every form once; later code gets it from the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            if request.method == "POST" and (request.encoding or "utf-8").lower() != "utf-8":
                raise BadRequest("A form must be in UTF-8.")  # Django says so of forms without files
            _ = request.POST
        except UNREADABLE_REQUESTS as error:
            page = {"text": TOO_MUCH if isinstance(error, TOO_LARGE_REQUESTS) else "", "request_id": request_id.get()}
            response = HttpResponse(render_to_string("400.html", page), status=400)
            log_response("%s cannot be read: %s", request.path, error, response=response, request=request)
            return response
        return self.get_response(request)


class HeadersMiddleware:
    """Sets headers: which features no page uses, and that a page which depends on its reader is not shared."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        if has_vary_header(response, "Cookie"):
            response.headers.setdefault("Cache-Control", "private, no-cache")
        return response


class AnswerLogMiddleware:
    """Logs every answer with LOGS=json, but not that all is well or that nothing is new."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        begun = time.perf_counter()
        response = self.get_response(request)
        match, status = request.resolver_match, response.status_code
        if not (match and match.view_name in HEALTH_VIEWS and status == 200):
            view, seconds = match.view_name if match else "", time.perf_counter() - begun
            log_answer(request.method or "", describe_requested_page(request), view, status, seconds)
        return response


def log_answer(method: str, page: str, view: str, status: int, seconds: float, *, request_id: str = "") -> None:
    """Log an answer, but not that nothing is new; without an id it is of the request that this thread works for."""
    if status not in SILENT_STATUSES:
        took = round(1000 * seconds, 1)
        facts = {"method": method, "page": page, "view": view, "status": status, "milliseconds": took}
        more = {"facts": facts, "request_id": request_id}
        log.info("%s %s answered with %s", method, page, status, extra=more)


class ZoneMiddleware:
    """Days and times are those of the club; how often its row is read is the club's own business."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(Club.current().zone):
            return self.get_response(request)


class MethodMiddleware:
    """Gives an empty 405 a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 405 or request.method != "GET":
            return response
        page = render(request, "405.html", status=405)
        page["Allow"] = response["Allow"]
        return page
