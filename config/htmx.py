"""Answers for browsers and for htmx: the whole page or one partial of it."""

from typing import Any

from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.cache import patch_vary_headers
from django_htmx.middleware import HtmxDetails

VARY = ("HX-Request", "HX-Boosted", "HX-History-Restore-Request")


def render_page(
    request: HttpRequest, template: str, context: dict[str, Any], *, partial: str, status: int = 200
) -> TemplateResponse:
    """The whole page for a browser, one named partial of it for htmx."""
    name = f"{template}#{partial}" if wants_partial(request) else template
    response = TemplateResponse(request, name, context, status=status)
    patch_vary_headers(response, VARY)
    return response


def wants_partial(request: HttpRequest) -> bool:
    """Whether htmx swaps a part in; a boosted link and a restored history need the whole page."""
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]  # put there by django-htmx's middleware
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request
