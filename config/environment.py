"""What the environment says, value by value.

Whatever makes no sense raises: ImproperlyConfigured with one sentence, such as "PORT must be a whole number from 1 to
65535, not 'http'."

Values are read here and not by django-environ, which takes `DEBUG=maybe` for False and one that begins with `$` for
another name.
"""

import os
import re
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured

YES = ("1", "true", "yes", "on")
NO = ("0", "false", "no", "off")
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
HOST = re.compile(r"\*|\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:]+\]", re.IGNORECASE)


def read_secret_key() -> str:
    """The signing key; there is no default, so a server without one does not start."""
    key = os.environ.get("SECRET_KEY", "")
    if not key:
        raise ImproperlyConfigured("SECRET_KEY is not set: give it a long random text that only this site knows.")
    return key


def read_text(name: str, default: str) -> str:
    """A line of 1 to 80 characters."""
    value = os.environ.get(name, default).strip()
    if not value or len(value) > 80 or not value.isprintable():
        raise ImproperlyConfigured(f"{name} must be a text of 1 to 80 printable characters, not {value!r}.")
    return value


def read_setup_code() -> str:
    """A code of 12 characters or more; nothing where none is given."""
    value = os.environ.get("SETUP_CODE", "").strip()
    if value and len(value) < 12:
        raise ImproperlyConfigured("SETUP_CODE must have at least 12 characters; without it each start makes one.")
    return value


def read_switch(name: str, default: str = "0") -> bool:
    """Whether something is switched on."""
    value = os.environ.get(name, default).strip().lower()
    if value not in YES + NO:
        raise ImproperlyConfigured(f"{name} must be 1 or 0 (true or false, yes or no, on or off), not {value!r}.")
    return value in YES


def read_port() -> int:
    """Where to listen."""
    value = os.environ.get("PORT", "8000").strip()
    if not re.fullmatch("[0-9]{1,5}", value) or not 1 <= int(value) <= 65535:
        raise ImproperlyConfigured(f"PORT must be a whole number from 1 to 65535, not {value!r}.")
    return int(value)


def read_hosts() -> list[str]:
    """The site's names, the one that links begin with first; this machine's without any."""
    names = [host.strip() for host in os.environ.get("ALLOWED_HOSTS", ",".join(LOOPBACK)).split(",")]
    for host in names:
        if not HOST.fullmatch(host):
            raise ImproperlyConfigured(
                f"ALLOWED_HOSTS must be host names with commas between them; {host!r} is not one."
            )
    return names


def read_time_zone() -> str:
    """The name of the zone that the club's days are in, until the owner chooses another."""
    value = os.environ.get("CLUB_TIME_ZONE", "UTC").strip()
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError):
        raise ImproperlyConfigured(
            f"CLUB_TIME_ZONE must be the name of a time zone such as Europe/London, not {value!r}."
        ) from None
    return value


def build_site_url(hosts: list[str], port: int, *, https: bool) -> str:
    """The address that links in mail begin with: the site's first host."""
    host = find_first_host(hosts)
    return f"https://{host}" if https else f"http://{host}:{port}"


def find_first_host(hosts: list[str]) -> str:
    """The first of the site's names as an address has it: example.org for .example.org; localhost for any."""
    return hosts[0].lstrip("*.") or "localhost"
