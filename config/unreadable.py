"""A form that cannot be read is refused first of all: broken, in another encoding, or with too many fields."""

from collections.abc import Callable

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.template.loader import render_to_string
from django.utils.log import log_response

UNREADABLE = (BadRequest, SuspiciousOperation, MultiPartParserError, UnreadablePostError, LookupError, UnicodeError)


class UnreadableMiddleware:
    """Reads what was sent, once; whoever asks later gets it from the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            check_form_encoding(request)
            _ = request.POST
        except UNREADABLE as error:
            response = HttpResponse(render_to_string("400.html"), status=400)
            log_response("%s cannot be read: %s", request.path, error, response=response, request=request)
            return response
        return self.get_response(request)


def check_form_encoding(request: HttpRequest) -> None:
    """Refuse forms in another encoding than that of the site's pages; Django does so for forms without files."""
    if request.method == "POST" and (request.encoding or "utf-8").lower() != "utf-8":
        raise BadRequest("A form must be in UTF-8.")
