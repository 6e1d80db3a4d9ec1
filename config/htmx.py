"""Answers for browsers and for htmx: a whole page or a part of it, redirects within this site; and who sends a form."""

from typing import Any

from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails

VARY_HEADERS = ("HX-Request", "HX-Boosted", "HX-History-Restore-Request")


def render_page(
    request: HttpRequest, template: str, context: dict[str, Any], *, partial: str, status: int = 200
) -> TemplateResponse:
    """Return the whole page for a browser, or one named part of it for htmx."""
    name = f"{template}#{partial}" if wants_partial(request) else template
    response = TemplateResponse(request, name, context, status=status)
    patch_vary_headers(response, VARY_HEADERS)
    return response


def wants_partial(request: HttpRequest) -> bool:
    """Return whether htmx asks for a part; boosted links and a restored history need the whole page."""
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]  # put there by django-htmx's middleware
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request


def choose_own_url(request: HttpRequest, *urls: str | None) -> str:
    """Return the first of these addresses that is on this site, or else that of the home page."""
    hosts, safe = {request.get_host()}, request.is_secure()
    return next((url for url in urls if url and url_has_allowed_host_and_scheme(url, hosts, require_https=safe)), "/")


def is_from_this_site(request: HttpRequest) -> bool:
    """Return whether every header that the browser sends about it says that the form was on a page of this site."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        return False
    own, origin = f"{request.scheme}://{request.get_host()}", request.headers.get("Origin")
    return request.headers.get("Referer", "").startswith(f"{own}/") if origin is None else origin == own
