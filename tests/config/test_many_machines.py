"""Machines that start at the same time, and a database behind PgBouncer."""

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from config.many_machines import STARTING_LOCK, check_pooled_database, wait_for_other_starts

pytestmark = [
    pytest.mark.strict,
    pytest.mark.skipif(connection.vendor == "sqlite", reason="a file is for one machine"),
    pytest.mark.django_db,
]


def could_start():
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [STARTING_LOCK])
        got = cursor.fetchone()[0]
        if got:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [STARTING_LOCK])
    return got


def test_a_second_machine_waits_until_the_first_has_migrated():
    with wait_for_other_starts():
        assert could_start() is False
    assert could_start() is True


def test_behind_pgbouncer_the_database_must_limit_the_wait_for_a_lock(monkeypatch):
    monkeypatch.setenv("PGBOUNCER", "1")
    check_pooled_database()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = 0")
    with pytest.raises(ImproperlyConfigured, match=r"ALTER ROLE \w+ SET lock_timeout = '5s'"):
        check_pooled_database()
