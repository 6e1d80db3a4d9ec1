"""A database of the simulator's own; the site's is never opened."""

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.db import connection
from django.test import override_settings

PLAIN = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}  # nothing has to be collected
QUICK = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@contextmanager
def use_scratch_database() -> Iterator[None]:
    """A new database with empty tables, a file or one beside the site's, for as long as it is used."""
    with (
        TemporaryDirectory(prefix="simulation-") as folder,
        override_as_test(),
        silence_log("django.request"),
        create_scratch_database(name_scratch_database(folder)),
    ):
        yield


@contextmanager
def create_scratch_database(name: str) -> Iterator[None]:
    """Create the database and connect to it; drop it at the end and go back to the other."""
    site, test = connection.settings_dict["NAME"], connection.settings_dict["TEST"]
    close_connections()
    was = dict(test)
    test |= {"NAME": name, "MIGRATE": False}  # tables as the models have them come quicker
    try:
        with redirect_stdout(StringIO()):  # it says something of the cache table
            connection.creation.create_test_db(verbosity=0)
        try:
            yield
        finally:
            connection.close()
            connection.creation.destroy_test_db(site, verbosity=0)
    finally:
        test |= was


def name_scratch_database(folder: str) -> str:
    """Return the new file, or a name that no database beside the site's has."""
    return f"{folder}/simulation.sqlite3" if connection.vendor == "sqlite" else f"simulation_{secrets.token_hex(6)}"


def close_connections() -> None:
    """Close the connections to the database that is in use so far."""
    connection.close()
    if connection.vendor == "postgresql":
        pooled: Any = connection
        pooled.close_pool()


def override_as_test() -> Any:
    """The site as it is, but reached by the test client without a proxy in front of it."""
    return override_settings(
        ALLOWED_HOSTS=["testserver"],
        SECURE_SSL_REDIRECT=False,
        PASSWORD_HASHERS=QUICK,
        WRITING_LIMITS={},  # a season is played within minutes
        STORAGES=settings.STORAGES | {"staticfiles": PLAIN},
    )


@contextmanager
def silence_log(name: str) -> Iterator[None]:
    """Keep refusals, which are many and meant, out of the log."""
    log = logging.getLogger(name)
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(level)
