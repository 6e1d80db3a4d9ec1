"""Whether this process can answer requests, and what is wrong with the parts that it can do without."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.tasks import TaskResultStatus
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from config.caches import SharedCache
from config.checks import AppliedMigrations, list_migrations

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch):
    monkeypatch.setattr(AppliedMigrations, "are_complete", False)


@pytest.fixture
def migrated(settings):
    """The site as it is: tests may make their tables without migrations."""
    settings.MIGRATION_MODULES = {}
    with connection.cursor() as cursor:
        if "django_migrations" not in connection.introspection.table_names(cursor):
            columns = "id int, app varchar(99), name varchar(99), applied timestamp"
            cursor.execute(f"CREATE TABLE django_migrations ({columns})")
            rows = [(number, *one, "2026-11-23 12:00:00") for number, one in enumerate(list_migrations())]
            cursor.executemany("INSERT INTO django_migrations VALUES (%s, %s, %s, %s)", rows)


def test_a_well_site_says_so_of_each_part_and_no_cache_keeps_it(client):
    answer = client.get("/readyz")
    assert (answer.status_code, answer.text) == (200, "database: ok\nmigrations: ok\ncache: ok\n")
    assert "no-store" in answer["Cache-Control"]


def test_a_database_that_is_away_is_all_that_is_asked(client):
    def refuse(*arguments):
        raise DatabaseError("gone")

    with connection.execute_wrapper(refuse):
        answer = client.get("/readyz")
    assert (answer.status_code, answer.text) == (503, "database: The database does not answer.\n")


def test_a_database_that_is_not_migrated_is_not_ready_until_it_is(client, migrated):
    one = MigrationRecorder(connection).migration_qs.filter(app="players", name="0018_all_tables")
    one.update(name="0018_other")
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert "migrations: The database is not migrated: players.0018_all_tables is missing.\n" in answer.text
    one.model.objects.filter(name="0018_other").update(name="0018_all_tables")
    assert "migrations: ok\n" in client.get("/readyz").text


def test_a_cache_that_is_away_is_said_and_stops_nothing(client, settings, monkeypatch):
    monkeypatch.setattr(SharedCache, "rests_until", 0.0)  # it is set anew, and as it was afterwards
    nobody = {"BACKEND": "config.caches.SharedCache", "LOCATION": "unix:///nobody/listens/here"}
    settings.CACHES = {**settings.CACHES, "default": nobody | {"OPTIONS": {"stand_in": "tries"}}}
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert "cache: Redis does not answer; tries are counted in the database.\n" in answer.text


def test_a_task_that_waits_long_says_that_no_worker_is_there(client, worker):
    assert "worker: ok\n" in client.get("/readyz").text
    waiting = DBTaskResult.objects.create(task_path="x", args_kwargs={}, status=TaskResultStatus.READY)
    DBTaskResult.objects.filter(pk=waiting.pk).update(enqueued_at=timezone.now() - timedelta(minutes=12))
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert "worker: A task has waited for 12 minutes; is the worker running?\n" in answer.text


def test_it_is_asked_without_https(client, settings):
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/readyz").status_code == 200
