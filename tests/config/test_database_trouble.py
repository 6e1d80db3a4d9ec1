"""What is said when the database is busy, full or away; matches/test_concurrent_requests.py really waits."""

import sqlite3
from contextlib import closing

import pytest
from django.db import IntegrityError, InterfaceError, OperationalError, ProgrammingError, connection, transaction
from django.test import Client

from config.database_trouble import DATABASE_AWAY, DATABASE_BUSY, DISK_FULL, READ_ONLY, find_database_trouble
from ladder.ledger.storage.bulk import insert_rows
from ladder.models import Match
from players.models import FormerName
from tests.config.sending import OURS, offered
from tests.factories import make_ladder, season_of

pytestmark = pytest.mark.django_db


def raised(path, *statements):
    """Return Django's error for what SQLite says to the last of these statements."""
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as one:
        for statement in statements[:-1]:
            one.execute(statement)
        with pytest.raises(sqlite3.OperationalError) as caught:
            one.execute(statements[-1])
    error = OperationalError(str(caught.value))
    error.__cause__ = caught.value
    return error


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "file"
    with closing(sqlite3.connect(path)) as one:
        one.execute("CREATE TABLE rows (text TEXT)")
    return path


FILL = "INSERT INTO rows VALUES (hex(zeroblob(100000)))"


@pytest.fixture
def full(path):
    """What SQLite says when there is no more room."""
    return raised(path, "PRAGMA max_page_count = 3", FILL)


def test_a_database_that_somebody_writes_is_busy(path):
    with closing(sqlite3.connect(path)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        assert find_database_trouble(raised(path, "BEGIN IMMEDIATE")) == DATABASE_BUSY


def test_a_full_disk_and_a_read_only_one_are_told(path, full):
    assert find_database_trouble(full) == DISK_FULL
    assert find_database_trouble(raised(path, "PRAGMA query_only = 1", FILL)) == READ_ONLY


def test_our_own_mistakes_are_no_trouble_of_the_database(path):
    assert find_database_trouble(raised(path, "SELECT 1 FROM nothing")) is None
    assert find_database_trouble(ValueError()) is None


@pytest.mark.parametrize(("name", "trouble"), [("WRITE", READ_ONLY), ("FSYNC", DATABASE_AWAY), ("SHMSIZE", DISK_FULL)])
def test_a_disk_that_fails_is_told(name, trouble):
    error = OperationalError("disk I/O error")
    error.__cause__ = sqlite3.OperationalError()
    error.__cause__.sqlite_errorname = f"SQLITE_IOERR_{name}"
    assert find_database_trouble(error) == trouble


def test_what_goes_wrong_while_many_rows_are_stored_is_an_error_of_the_database():
    """PostgreSQL is sent them by COPY, whose errors would be psycopg's own: on a full disk a fault of ours."""
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_rows(FormerName, ["player", "name", "key", "left_at"], [(1, "Ana", "ana", None)])


def test_a_server_that_ends_or_can_only_read_is_told():
    """As PostgreSQL 15 says it; after a lost connection nobody knows whether the last transaction was stored."""
    ended = "consuming input failed: server closed the connection unexpectedly"
    frozen = 'could not open file "base/16384/16603": Read-only file system'
    assert find_database_trouble(OperationalError(ended)) == DATABASE_AWAY
    assert find_database_trouble(ProgrammingError(frozen)) == READ_ONLY
    assert find_database_trouble(ProgrammingError("permission denied for table ladder_match")) is None


def test_a_lost_connection_is_no_error_of_ours():
    assert find_database_trouble(InterfaceError("the connection is closed")) == DATABASE_BUSY


def refuse(error, verb):
    """Let statements with this verb fail."""

    def refusing(execute, sql, *rest):
        if sql.startswith(verb):
            raise error
        return execute(sql, *rest)

    return connection.execute_wrapper(refusing)


def lines(caplog):
    """Return the level and the traceback of what is said of requests."""
    return [(line.levelname, line.exc_info) for line in caplog.records if line.name.startswith("django")]


def test_a_report_on_a_full_disk_says_so_and_keeps_what_was_typed(full, organiser, caplog):
    url = f"{season_of(make_ladder()).get_absolute_url()}record"
    browser = Client(raise_request_exception=False)
    browser.force_login(organiser)
    sent = {"first": "Ana", "second": "Ben", "winner": "first", "length": "5", "kind": "rated", "day": "today"}
    with refuse(full, "INSERT"):
        answer = browser.post(url, sent, headers={"Origin": OURS, "Sec-Fetch-Site": "same-origin"})
        assert browser.get("/").status_code == 200  # reading goes on
    assert (answer.status_code, "The disk is full. Nothing was saved." in answer.text) == (503, True)
    assert offered(answer)[1]["second"] == "Ben"
    assert not Match.objects.exists()
    assert lines(caplog) == [("WARNING", None)]


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_database_that_is_away_is_told_from_everywhere(method, organiser, caplog):
    """Even the user, whom middleware asks for outside any view, cannot be read."""
    browser = Client(raise_request_exception=False)
    browser.force_login(organiser)
    with refuse(OperationalError("the connection is lost"), ""):
        answer = getattr(browser, method)("/desk")
    assert (answer.status_code, "The database did not answer in time" in answer.text) == (503, True)
    assert set(lines(caplog)) == {("WARNING", None)}
