"""Read the settings from the environment, value by value, and refuse what makes no sense.

Every refusal is an ImproperlyConfigured with one sentence, such as "PORT must be a whole number from 1 to 65535, not
'http'." The addresses of the database and of the mail server are parsed by django-environ. The other values are read
here, because django-environ takes `DEBUG=maybe` for False and a value that begins with `$` for another name.
"""

import os
import re
import warnings
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

import environ
from django.core.exceptions import ImproperlyConfigured

from config.version import name_release

YES_WORDS = ("1", "true", "yes", "on")
NO_WORDS = ("0", "false", "no", "off")
LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")
BUCKET_ADDRESS = re.compile(r"s3://[a-z0-9][a-z0-9.-]*(/[^?#]*)?(\?[^#]*)?")
ENDPOINT_ADDRESS = re.compile(r"https?://[A-Za-z0-9._-]+(:[0-9]{1,5})?(/[!-~]*)?|https?://\[[0-9a-f:]+\](:[0-9]{1,5})?")
HOST_NAME = re.compile(r"\*|\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:]+\]", re.IGNORECASE)

WAIT_FOR_A_WRITER = 30  # seconds
SQLITE_OPTIONS = {"transaction_mode": "IMMEDIATE", "timeout": WAIT_FOR_A_WRITER}
POOL_OPTIONS = {"min_size": 1, "max_size": 10, "timeout": 4}  # of a worker: threads, clock, mail and health
POOL_OPTIONS["reconnect_timeout"] = 3  # else a database that was away for minutes is found again minutes later
WAIT_FOR_A_LOCK = "-c lock_timeout=5s"
PLAN_BY_VALUES = "-c plan_cache_mode=force_custom_plan"
TASK_BACKENDS = {
    "immediate": "django.tasks.backends.immediate.ImmediateBackend",
    "database": "django_tasks_db.DatabaseBackend",
}
BOUND_PARAMETERS = {"server_side_binding": True}
PREPARED_STATEMENTS = BOUND_PARAMETERS | {"prepare_threshold": 5}  # decision 0023


def require_package(setting: str, name: str, extra: str) -> None:
    """Raise ImproperlyConfigured where the package that a setting needs is not installed."""
    if find_spec(name) is None:
        raise ImproperlyConfigured(f"{setting} needs the package {name}: install club-ladder[{extra}].")


def read_secret_key() -> str:
    """Return the secret key; there is no default, so a server without one does not start."""
    key = os.environ.get("SECRET_KEY", "")
    if not key:
        raise ImproperlyConfigured("SECRET_KEY is not set: give it a long random text that only this site knows.")
    return key


def read_text(name: str, default: str) -> str:
    """Return a line of 1 to 80 characters."""
    value = os.environ.get(name, default).strip()
    if not value or len(value) > 80 or not value.isprintable():
        raise ImproperlyConfigured(f"{name} must be a text of 1 to 80 printable characters, not {value!r}.")
    return value


def read_setup_code() -> str:
    """Return the set-up code of 12 characters or more; an empty text if none is given."""
    value = os.environ.get("SETUP_CODE", "").strip()
    if value and len(value) < 12:
        raise ImproperlyConfigured("SETUP_CODE must have at least 12 characters; without it each start makes one.")
    return value


def read_switch(name: str, default: str = "0") -> bool:
    """Return whether something is switched on."""
    value = os.environ.get(name, default).strip().lower()
    if value not in YES_WORDS + NO_WORDS:
        raise ImproperlyConfigured(f"{name} must be 1 or 0 (true or false, yes or no, on or off), not {value!r}.")
    return value in YES_WORDS


def read_choice(name: str, choices: Sequence[str]) -> str:
    """Return one of these words, in small letters; the first one if nothing is set."""
    value = os.environ.get(name, "").strip().lower() or choices[0]
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be {' or '.join(choices)}, not {value!r}.")
    return value


def read_metrics_token() -> str:
    """Return the token with which Prometheus may read the metrics; an empty text if there are none."""
    value = os.environ.get("METRICS", "").strip()
    if value and not re.fullmatch("[!-~]{16,200}", value):
        raise ImproperlyConfigured("METRICS must be a token of 16 to 200 letters, digits and signs, without spaces.")
    if value:
        require_package("METRICS", "prometheus_client", "metrics")
    return value


def read_backups() -> str:
    """Return where automatic backups go: the path of a folder or an s3:// URL; an empty text for nowhere."""
    value = os.environ.get("BACKUPS", "").strip()
    if value and not (value.startswith("/") or BUCKET_ADDRESS.fullmatch(value)):
        raise ImproperlyConfigured(
            "BACKUPS must be a path that begins with / or an address such as s3://bucket/folder."
        )
    for endpoint in parse_qs(urlsplit(value).query, keep_blank_values=True).get("endpoint", []):
        if not ENDPOINT_ADDRESS.fullmatch(endpoint):
            raise ImproperlyConfigured("BACKUPS must have an endpoint such as https://s3.example.org.")
    return value


def read_version() -> str:
    """Return the version and the commit that run; SITE_COMMIT may say which commit."""
    value = os.environ.get("SITE_COMMIT", "").strip()
    if not re.fullmatch("([0-9A-Fa-f]{7,64})?", value):
        raise ImproperlyConfigured(f"SITE_COMMIT must be the hexadecimal digits of a commit, not {value!r}.")
    return name_release()


def read_port() -> int:
    """Return the port to listen on."""
    value = os.environ.get("PORT", "8000").strip()
    if not re.fullmatch("[0-9]{1,5}", value) or not 1 <= int(value) <= 65535:
        raise ImproperlyConfigured(f"PORT must be a whole number from 1 to 65535, not {value!r}.")
    return int(value)


def read_hosts() -> list[str]:
    """Return the site's host names, that of links first; without any, those of this machine."""
    names = [host.strip() for host in os.environ.get("ALLOWED_HOSTS", ",".join(LOOPBACK_HOSTS)).split(",")]
    for host in names:
        if not HOST_NAME.fullmatch(host):
            raise ImproperlyConfigured(
                f"ALLOWED_HOSTS must be host names with commas between them; {host!r} is not one."
            )
    return names


def read_time_zone() -> str:
    """Return the name of the club's time zone, which holds until the owner chooses another."""
    value = os.environ.get("CLUB_TIME_ZONE", "UTC").strip()
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError):
        raise ImproperlyConfigured(
            f"CLUB_TIME_ZONE must be the name of a time zone such as Europe/London, not {value!r}."
        ) from None
    return value


def build_site_url(hosts: list[str], port: int, *, https: bool) -> str:
    """Return the address that links in mail begin with: that of the site's first host."""
    host = find_first_host(hosts)
    return f"https://{host}" if https else f"http://{host}:{port}"


def find_first_host(hosts: list[str]) -> str:
    """Return the site's first host as an address has it: example.org for .example.org, localhost for *."""
    return hosts[0].lstrip("*.") or "localhost"


SQLITE_OPTIONS["init_command"] = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA mmap_size=0;"  # decision 0025
)


def build_database_settings(default: str) -> dict[str, Any]:
    """Return the settings of the database: SQLite tuned for several writers, or PostgreSQL with Django's pool."""
    value = os.environ.get("DATABASE_URL", default).strip()
    if not re.match("(sqlite|postgres|postgresql)://", value):
        raise ImproperlyConfigured("DATABASE_URL must begin with sqlite:// or postgres://.")
    config = parse_address_setting("DATABASE_URL", value, environ.Env.db_url_config)
    if config["NAME"] in ("", ":memory:"):
        raise ImproperlyConfigured("DATABASE_URL names no database.")
    options = config.setdefault("OPTIONS", {})
    if value.startswith("sqlite"):
        if read_switch("PGBOUNCER"):
            raise ImproperlyConfigured("PGBOUNCER=1 needs PostgreSQL in DATABASE_URL.")
        return config | {"OPTIONS": SQLITE_OPTIONS | options}
    return config | build_connection_settings(options)


def build_connection_settings(options: dict[str, Any], pool: dict[str, Any] = POOL_OPTIONS) -> dict[str, Any]:
    """Return how PostgreSQL is reached, with the options of its address.

    PgBouncer gives each transaction another connection, so nothing is prepared on one or set for one: PostgreSQL has
    to know by itself how long to wait for a lock (config.many_machines).
    """
    usual: dict[str, Any] = PREPARED_STATEMENTS | {"options": f"{WAIT_FOR_A_LOCK} {PLAN_BY_VALUES}"}
    pooled = read_switch("PGBOUNCER")
    return {
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": pooled,
        "OPTIONS": {"pool": pool} | (BOUND_PARAMETERS if pooled else usual) | options,
    }


def build_cache_settings(
    name: str, caches: dict[str, Any], backend: str = "config.caches.SharedCache"
) -> dict[str, Any]:
    """Return the settings of a cache that all machines share, in Redis or Valkey.

    The cache of this name stands in for it, with the same limit; if CACHE_URL is empty, it is that one itself.
    """
    value = os.environ.get("CACHE_URL", "").strip()
    if not value:
        return dict(caches[name])
    if not re.fullmatch(r"(rediss?|valkeys?)://[^\s/].*|unix:///\S+", value):
        raise ImproperlyConfigured("CACHE_URL must begin with redis://, rediss:// or unix://.")
    parse_address_setting("CACHE_URL", value, lambda address: {"port": urlsplit(address).port})
    require_package("CACHE_URL", "redis", "redis")
    return {
        "BACKEND": backend,
        "LOCATION": re.sub("^valkey", "redis", value),
        "KEY_PREFIX": name,
        "OPTIONS": caches[name]["OPTIONS"] | {"stand_in": name},
    }


def build_task_settings() -> dict[str, Any]:
    """Return the settings of tasks: done at once by whoever asks, or by a worker that finds them in the database."""
    choice = read_choice("TASKS", tuple(TASK_BACKENDS))
    if choice == "database":
        require_package("TASKS=database", "django_tasks_db", "tasks")
    return {"BACKEND": TASK_BACKENDS[choice]}


def build_mailer_settings() -> dict[str, Any]:
    """Return the settings of the mailer; without an address, mail is kept on a page for the club's owner."""
    value = os.environ.get("EMAIL_URL")
    if value is None:
        return {"BACKEND": "players.notices.delivery.OutboxBackend"}
    config = parse_address_setting("EMAIL_URL", value.strip(), environ.Env.email_url_config)
    backend = config["EMAIL_BACKEND"]
    if not backend.endswith("smtp.EmailBackend"):
        return {"BACKEND": backend}
    if not config["EMAIL_HOST"]:
        raise ImproperlyConfigured("EMAIL_URL names no mail server.")
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


def find_sender_address(mailer: dict[str, Any], hosts: list[str]) -> str:
    """Return the address that mail comes from: the mail account's, or else one at the site's first host."""
    account = str(mailer.get("OPTIONS", {}).get("username", ""))
    return account if "@" in account else f"ladder@{find_first_host(hosts)}"


def parse_address_setting(name: str, value: str, parse: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    """Return what django-environ reads from an address. Raises: ImproperlyConfigured, which names the setting."""
    try:
        with warnings.catch_warnings(action="error"):
            return parse(value)
    except (ImproperlyConfigured, ValueError, KeyError, UserWarning):
        raise ImproperlyConfigured(f"{name} is not an address that can be read.") from None
