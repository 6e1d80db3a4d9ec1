"""Addresses that are printed or handed over: they must lead here from other devices, too."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest


def build_absolute_url(request: HttpRequest, path: str) -> str:
    """Return the address of a path as others open it: by the name that this page was asked for, or, where only this
    machine knows that name, by the site's own."""
    if is_this_machine(request.get_host()) and not is_this_machine(urlsplit(settings.SITE_URL).netloc):
        return f"{settings.SITE_URL}{path}"
    return request.build_absolute_uri(path)


def find_local_address(request: HttpRequest) -> str:
    """Return the address that would be printed where nobody else can open it; else nothing."""
    host = urlsplit(build_absolute_url(request, "/")).netloc
    return host if is_this_machine(host) else ""


def is_this_machine(host: str) -> bool:
    """Say whether a host, with or without its port, is this machine's name for itself: localhost, 127.0.0.1, [::1]."""
    name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = ip_address(name)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified
