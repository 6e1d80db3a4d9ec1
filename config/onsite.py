"""Addresses that come with a request lead nowhere but to this site."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def choose_own_url(request: HttpRequest, *urls: str | None) -> str:
    """Return the first of these addresses that is of this site; home where none is."""
    hosts, safe = {request.get_host()}, request.is_secure()
    return next((url for url in urls if url and url_has_allowed_host_and_scheme(url, hosts, require_https=safe)), "/")
