"""A database of a version before 1.0.0: it goes on as it is, or the site says what to do first."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copy

import pytest

from tests.config.test_settings import python

BEFORE = Path(__file__).with_name("before_1_0.sql")
SENTENCE = (
    "The database stopped at an older version: ladder.0045_words_of_settings is missing. In a clone of the project "
    "run “git checkout 6c1e9f2c” and “make run” once with this database, and then this version again.\n"
)
SURROUNDINGS = {"DJANGO_SETTINGS_MODULE": "config.settings", "INSECURE_HTTP": "1", "SECRET_KEY": "only for tests " * 4}
START = "from config import serve; serve.collect_static_files = int; serve.start_site([])"  # without the slow part
INTERRUPTED = """
import os
import django
from django.core.management import call_command
from django.db.migrations.recorder import MigrationRecorder

def end(self, app, name):
    if (app, name) == ("ladder", "0007_one_index_for_what_is_pending"):
        os._exit(9)
    record(self, app, name)

record, MigrationRecorder.record_applied = MigrationRecorder.record_applied, end
django.setup()
call_command("migrate", verbosity=0)
"""

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def made_before(tmp_path_factory):
    """A database that the last version before 1.0.0 made, with one player."""
    path = tmp_path_factory.mktemp("before") / "old.sqlite3"
    run_on(path, "manage.py", "migrate", "-v0", "auth")
    columns = "name, key, joined_at, hidden, nickname"
    player = f"INSERT INTO players_player ({columns}) VALUES ('Zoë', 'zoë', '2026-11-01 12:00:00', 0, '')"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(f"{BEFORE.read_text()}{player}")
    return path


@pytest.fixture
def old(made_before, tmp_path):
    """A copy of that database, for a test to go on with."""
    return Path(copy(made_before, tmp_path))


def run_on(path, *arguments):
    return python(*arguments, DATABASE_URL=f"sqlite:///{path}", DATA_FOLDER=str(path.parent), **SURROUNDINGS)


def read_schema(path):
    """Return our tables and indexes by name; of a table the columns and constraints in any order."""
    with closing(sqlite3.connect(path)) as database:
        rows = database.execute("SELECT name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {
        name: sorted(re.split(r', (?="|CONSTRAINT)', " ".join(sql.partition("(")[2].split())))
        for name, table, sql in rows
        if table.startswith(("ladder_", "players_")) or table == "cache"
    }


def test_a_database_of_before_goes_on_and_is_like_a_new_one(old, tmp_path):
    upgraded = run_on(old, "manage.py", "migrate")
    assert upgraded.returncode == 0, upgraded.stderr
    assert not re.search(r"Applying (players\.0018|ladder\.0046)", upgraded.stdout)
    with closing(sqlite3.connect(old)) as database:
        assert database.execute("SELECT name, folded FROM players_player").fetchall() == [("Zoë", "zoe")]
        recorded = database.execute("SELECT app || '.' || name FROM django_migrations").fetchall()
    assert {("players.0018_all_tables",), ("ladder.0046_all_tables",)} <= {*recorded}

    new = tmp_path / "new.sqlite3"
    assert run_on(new, "manage.py", "migrate", "-v0").returncode == 0
    assert read_schema(old) == read_schema(new)


def test_a_database_that_stopped_before_is_refused_in_one_sentence(old):
    with closing(sqlite3.connect(old)) as database:
        database.executescript("DELETE FROM django_migrations WHERE name = '0045_words_of_settings'")
    before = read_schema(old)
    assert run_on(old, "manage.py", "migrate").stderr == f"CommandError: {SENTENCE}"
    assert run_on(old, "manage.py", "restore", "site.zip").stderr == SENTENCE
    assert run_on(old, "-c", START).stderr == SENTENCE
    assert f"LOOK  migrations  {SENTENCE}" in run_on(old, "manage.py", "doctor").stdout
    assert read_schema(old) == before


def test_a_start_that_ends_while_it_notes_what_is_applied_is_made_up_for_by_the_next(tmp_path):
    new = tmp_path / "new.sqlite3"
    assert run_on(new, "-c", INTERRUPTED).returncode == 9
    again = run_on(new, "manage.py", "migrate", "-v0")
    assert (again.returncode, again.stderr) == (0, "")
