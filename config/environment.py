"""What the environment says, value by value.

Whatever makes no sense raises: ImproperlyConfigured with one sentence, such as "PORT must be a whole number from 1 to
65535, not 'http'."

django-environ parses the addresses. The rest is read here, because it takes `DEBUG=maybe` for
False, an empty `DATABASE_URL` for no database and a value that begins with `$` for another name.
"""

import os
import re
import warnings
from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

import environ
from django.core.exceptions import ImproperlyConfigured

YES = ("1", "true", "yes", "on")
NO = ("0", "false", "no", "off")
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
HOST = re.compile(r"\*|\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:]+\]", re.IGNORECASE)
SQLITE = {"transaction_mode": "IMMEDIATE", "timeout": 30}
SQLITE["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
POOL = {"min_size": 1, "max_size": 8, "timeout": 5}
WAIT_FOR_A_LOCK = "-c lock_timeout=5s"
PLAN_BY_VALUES = "-c plan_cache_mode=force_custom_plan"
PREPARED = {"server_side_binding": True, "prepare_threshold": 5}  # decision 0023


def secret_key() -> str:
    """The signing key; there is no default, so a server without one does not start."""
    key = os.environ.get("SECRET_KEY", "")
    if not key:
        raise ImproperlyConfigured("SECRET_KEY is not set: give it a long random text that only this site knows.")
    return key


def text(name: str, default: str) -> str:
    """A line of 1 to 80 characters."""
    value = os.environ.get(name, default).strip()
    if not value or len(value) > 80 or not value.isprintable():
        raise ImproperlyConfigured(f"{name} must be a text of 1 to 80 printable characters, not {value!r}.")
    return value


def code(name: str = "SETUP_CODE") -> str:
    """A code of 12 characters or more; nothing where none is given."""
    value = os.environ.get(name, "").strip()
    if value and len(value) < 12:
        raise ImproperlyConfigured(f"{name} must have at least 12 characters; without it each start makes one.")
    return value


def switch(name: str, default: str = "0") -> bool:
    """Whether something is switched on."""
    value = os.environ.get(name, default).strip().lower()
    if value not in YES + NO:
        raise ImproperlyConfigured(f"{name} must be 1 or 0 (true or false, yes or no, on or off), not {value!r}.")
    return value in YES


def port(name: str = "PORT", default: str = "8000") -> int:
    """Where to listen."""
    value = os.environ.get(name, default).strip()
    if not re.fullmatch("[0-9]{1,5}", value) or not 1 <= int(value) <= 65535:
        raise ImproperlyConfigured(f"{name} must be a whole number from 1 to 65535, not {value!r}.")
    return int(value)


def hosts(name: str = "ALLOWED_HOSTS") -> list[str]:
    """The site's names, the one that links begin with first; this machine's without any."""
    names = [host.strip() for host in os.environ.get(name, ",".join(LOOPBACK)).split(",")]
    for host in names:
        if not HOST.fullmatch(host):
            raise ImproperlyConfigured(f"{name} must be host names with commas between them; {host!r} is not one.")
    return names


def time_zone(name: str = "CLUB_TIME_ZONE") -> str:
    """The name of the zone that the club's days are in, until the owner chooses another."""
    value = os.environ.get(name, "UTC").strip()
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError):
        raise ImproperlyConfigured(
            f"{name} must be the name of a time zone such as Europe/London, not {value!r}."
        ) from None
    return value


def database(default: str, name: str = "DATABASE_URL") -> dict[str, Any]:
    """The default database: SQLite tuned for several writers, or PostgreSQL behind Django's pool."""
    value = os.environ.get(name, default).strip()
    if not re.match("(sqlite|postgres|postgresql)://", value):
        raise ImproperlyConfigured(f"{name} must begin with sqlite:// or postgres://.")
    config = parsed(name, value, environ.Env.db_url_config)
    if config["NAME"] in ("", ":memory:"):
        raise ImproperlyConfigured(f"{name} names no database.")
    options = config.setdefault("OPTIONS", {})
    if value.startswith("sqlite"):
        return config | {"OPTIONS": SQLITE | options}
    return config | {
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"pool": POOL, "options": f"{WAIT_FOR_A_LOCK} {PLAN_BY_VALUES}"} | PREPARED | options,
    }


def mailer(name: str = "EMAIL_URL") -> dict[str, Any]:
    """The default mailer; without an address, mail is kept on a page for the club's owner."""
    if name not in os.environ:
        return {"BACKEND": "players.outbox.OutboxBackend"}
    value = os.environ[name].strip()
    config = parsed(name, value, environ.Env.email_url_config)
    backend = config["EMAIL_BACKEND"]
    if not backend.endswith("smtp.EmailBackend"):
        return {"BACKEND": backend}
    if not config["EMAIL_HOST"]:
        raise ImproperlyConfigured(f"{name} names no mail server.")
    options = {
        "host": config["EMAIL_HOST"],
        "port": config["EMAIL_PORT"],
        "username": config["EMAIL_HOST_USER"],
        "password": config["EMAIL_HOST_PASSWORD"],
        "use_tls": config.get("EMAIL_USE_TLS"),
        "use_ssl": config.get("EMAIL_USE_SSL"),
        "timeout": 10,
    }
    return {"BACKEND": backend, "OPTIONS": {key: value for key, value in options.items() if value}}


def sender(mailer: dict[str, Any], hosts: list[str]) -> str:
    """The address that mail comes from: the mail account's, else one at the site's first host."""
    account = str(mailer.get("OPTIONS", {}).get("username", ""))
    return account if "@" in account else f"ladder@{first_host(hosts)}"


def site_url(hosts: list[str], port: int, *, https: bool) -> str:
    """The address that links in mail begin with: the site's first host."""
    host = first_host(hosts)
    return f"https://{host}" if https else f"http://{host}:{port}"


def first_host(hosts: list[str]) -> str:
    """The first of the site's names as an address has it: example.org for .example.org; localhost for any."""
    return hosts[0].lstrip("*.") or "localhost"


def parsed(name: str, value: str, parse: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    """What django-environ reads in an address."""
    try:
        with warnings.catch_warnings(action="error"):
            return parse(value)
    except (ImproperlyConfigured, ValueError, KeyError, UserWarning):
        raise ImproperlyConfigured(f"{name} is not an address that can be read.") from None
