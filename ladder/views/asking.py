"""What an address asks for after its question mark."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def read_number(request: HttpRequest, name: str) -> int | None:
    """Return the whole number that was asked for; anything else, or one too large for a key, asks for nothing."""
    return parse_whole_number(request.GET.get(name, ""))


def read_revision(request: HttpRequest) -> int:
    """Return the version of the match that was shown when this was posted; one that can't be read is none."""
    found = parse_whole_number(request.POST.get("revision", ""))
    return -1 if found is None else found


def find_back_address(request: HttpRequest, usual: str) -> str:
    """Return the page of this site that the posted form came from, or else the usual one."""
    asked = request.POST.get("back", "")
    return asked if url_has_allowed_host_and_scheme(asked, None) else usual


def parse_whole_number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
