"""Which errors of the database mean that somebody waited in vain; tests/ladder/views/test_concurrency.py waits."""

import sqlite3

import pytest
from django.db import OperationalError

from config.busy import is_busy


@pytest.fixture
def file(tmp_path):
    """A database whose file somebody else is writing."""
    writer = sqlite3.connect(tmp_path / "file")
    writer.execute("BEGIN IMMEDIATE")
    yield tmp_path / "file"
    writer.close()


@pytest.mark.parametrize(("sql", "busy"), [("BEGIN IMMEDIATE", True), ("SELECT 1 FROM nothing", False)])
def test_a_missing_table_is_no_reason_to_try_again(file, sql, busy):
    reader = sqlite3.connect(file, timeout=0)
    with pytest.raises(sqlite3.OperationalError) as caught:
        reader.execute(sql)
    reader.close()
    error = OperationalError()
    error.__cause__ = caught.value

    assert is_busy(error) == busy
