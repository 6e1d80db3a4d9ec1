"""SQLite keeps what it was given, while two processes of four threads open and close its file all the time."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from django.conf import settings
from django.db import connection

from config import health
from config.health import WorkerState

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="it is about SQLite's file")
SECONDS = os.environ.get("HAMMER", "5")  # with a map of the file, 5 s lost 1 to 10 rows in each of 12 runs
KEEP = """
import django
django.setup()
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("INSERT INTO stored VALUES ('kept')")
connection.close()
print("closed", flush=True)
input()
"""


def start(*arguments, **surroundings):
    """Another process of the site."""
    surroundings = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"} | surroundings
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=settings.BASE_DIR,
        env=surroundings,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def path(tmp_path):
    """A file of 2 MB, in WAL mode."""
    path = tmp_path / "hammered.sqlite3"
    with closing(sqlite3.connect(path)) as one:
        one.execute("PRAGMA journal_mode=WAL")
        one.execute("CREATE TABLE stored (key TEXT PRIMARY KEY)")
        one.execute("CREATE TABLE big (text TEXT)")
        one.executemany("INSERT INTO big VALUES (?)", [("x" * 1000,)] * 2000)
        one.commit()
    return path


def test_nothing_stored_is_lost_while_processes_open_and_close_the_file(path):
    both = [start("-m", "tests.config.hammer", str(path), SECONDS, name) for name in "ab"]
    said = [line for process in both for line in process.communicate()[0].splitlines()]
    with closing(sqlite3.connect(path)) as one:
        there = {key for (key,) in one.execute("SELECT key FROM stored NOT INDEXED")}
        assert one.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert len(there) > 100
    assert [line for line in said if line not in there] == []


def test_a_process_that_closed_its_connections_still_holds_the_file(path):
    """Whoever closes last removes the log: while the process lives, nobody is the last."""
    with start("-c", KEEP, DATABASE_URL=f"sqlite:///{path}") as process:
        assert process.stdout.readline() == "closed\n"
        with closing(sqlite3.connect(path)) as one:
            one.execute("INSERT INTO stored VALUES ('a')")
            one.commit()
        assert path.with_name(f"{path.name}-wal").exists()
        process.communicate("\n")


def test_a_process_that_ends_leaves_everything_in_the_file(path):
    """Whoever stops the site and copies the file alone has it all, though somebody else has it open."""
    with closing(sqlite3.connect(path)) as one, start("-c", KEEP, DATABASE_URL=f"sqlite:///{path}") as process:
        one.execute("SELECT count(*) FROM stored").fetchone()
        process.communicate("\n")
        assert path.with_name(f"{path.name}-wal").stat().st_size == 0


@pytest.fixture
def worker(monkeypatch):
    """What this process knows of itself is forgotten afterwards."""
    monkeypatch.setattr(WorkerState, "count", -1)
    monkeypatch.setattr(WorkerState, "looked_at", -health.STORAGE_CHECK_SECONDS)
    monkeypatch.setattr(health, "STORAGE_CHECK_SECONDS", 0.0)
    return WorkerState


@pytest.mark.django_db(transaction=True)
def test_health_notices_when_what_was_stored_is_gone(client, worker):
    assert client.get("/healthz").content == b"ok\n"
    assert client.get("/healthz").content == b"ok\n"
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA user_version = {worker.count - 1}")
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (503, b"The database loses what is stored.\n")


@pytest.mark.django_db(transaction=True)
def test_health_does_not_wait_for_whoever_is_storing_something(client, worker):
    """A long import holds the file, and all is well meanwhile; the next look is as soon as it is over."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert client.get("/healthz").content == b"ok\n"
        assert worker.count == -1
    assert client.get("/healthz").content == b"ok\n"
    assert worker.count > 0


LOSE = """
import os, sys
import django
django.setup()
from django.db import connection
import config.health
connection.ensure_connection()
connection.close()
config.health.WorkerState.may_end = True
config.health.SENDING_SECONDS, config.health.SHORTEST_WORKER_LIFE = 0.1, 0.0
assert config.health.find_site_fault() == ""
os.rename(sys.argv[1] + "-wal", sys.argv[1] + "-moved")
print(config.health.find_site_fault(), flush=True)
input()
"""


def test_a_worker_whose_log_was_removed_ends_itself(path):
    with start("-c", LOSE, str(path), DATABASE_URL=f"sqlite:///{path}") as process:
        assert process.stdout.readline() == "The database loses what is stored.\n"
        assert process.wait(60) == -9


def test_a_command_ends_without_a_word_about_the_connection_that_stays_open(tmp_path):
    code = "import django; django.setup(); from django.db import connection; connection.ensure_connection()"
    surroundings = os.environ | {"DATABASE_URL": f"sqlite:///{tmp_path}/db", "DJANGO_SETTINGS_MODULE": "tests.settings"}
    command = [sys.executable, "-W", "error::ResourceWarning", "-c", code]
    ended = subprocess.run(command, cwd=settings.BASE_DIR, env=surroundings, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
