"""What an address asks for after its question mark."""

from django.http import HttpRequest


def number(request: HttpRequest, name: str) -> int | None:
    """Return the whole number that was asked for; anything else, or one too large for a key, asks for nothing."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
