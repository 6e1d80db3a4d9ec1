"""The database and the mail server, by their addresses in the environment, which django-environ parses.

Whatever makes no sense raises: ImproperlyConfigured with one sentence, such as "DATABASE_URL names no database."
"""

import os
import re
import warnings
from collections.abc import Callable
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

from config.environment import find_first_host

WAIT_FOR_A_WRITER = 30  # seconds
SQLITE = {"transaction_mode": "IMMEDIATE", "timeout": WAIT_FOR_A_WRITER}
SQLITE["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA mmap_size=0;"  # decision 0025
POOL = {"min_size": 1, "max_size": 10, "timeout": 4}  # of a worker: threads, clock, mail and health
WAIT_FOR_A_LOCK = "-c lock_timeout=5s"
PLAN_BY_VALUES = "-c plan_cache_mode=force_custom_plan"
PREPARED = {"server_side_binding": True, "prepare_threshold": 5}  # decision 0023


def build_database_settings(default: str) -> dict[str, Any]:
    """The default database: SQLite tuned for several writers, or PostgreSQL behind Django's pool."""
    value = os.environ.get("DATABASE_URL", default).strip()
    if not re.match("(sqlite|postgres|postgresql)://", value):
        raise ImproperlyConfigured("DATABASE_URL must begin with sqlite:// or postgres://.")
    config = parse_address_setting("DATABASE_URL", value, environ.Env.db_url_config)
    if config["NAME"] in ("", ":memory:"):
        raise ImproperlyConfigured("DATABASE_URL names no database.")
    options = config.setdefault("OPTIONS", {})
    if value.startswith("sqlite"):
        return config | {"OPTIONS": SQLITE | options}
    return config | {
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"pool": POOL, "options": f"{WAIT_FOR_A_LOCK} {PLAN_BY_VALUES}"} | PREPARED | options,
    }


def build_mailer_settings() -> dict[str, Any]:
    """The default mailer; without an address, mail is kept on a page for the club's owner."""
    value = os.environ.get("EMAIL_URL")
    if value is None:
        return {"BACKEND": "players.outbox.OutboxBackend"}
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
    """The address that mail comes from: the mail account's, else one at the site's first host."""
    account = str(mailer.get("OPTIONS", {}).get("username", ""))
    return account if "@" in account else f"ladder@{find_first_host(hosts)}"


def parse_address_setting(name: str, value: str, parse: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    """What django-environ reads in an address."""
    try:
        with warnings.catch_warnings(action="error"):
            return parse(value)
    except (ImproperlyConfigured, ValueError, KeyError, UserWarning):
        raise ImproperlyConfigured(f"{name} is not an address that can be read.") from None
