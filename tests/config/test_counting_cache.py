"""What is said where tries cannot be counted."""

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.fixture
def read_only():
    """A database that can only be read for the rest of the test."""
    is_sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = 1" if is_sqlite else "SET TRANSACTION READ ONLY")
    yield
    if is_sqlite:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = 0")


def test_a_sign_in_says_that_nothing_can_be_saved(read_only):
    browser = Client(raise_request_exception=False)
    answer = browser.post("/accounts/login/", {"login": "ana", "password": "wrong"})
    assert (answer.status_code, "Nothing can be saved" in answer.text) == (503, True)


def fill_up():
    for number in range(1000):
        cache.set(f"{number}", "x" * 100)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite's file can be bounded")
def test_a_sign_in_on_a_full_disk_says_that_it_is_full():
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # tests before this one have left room
        cursor.execute("PRAGMA max_page_count = 1")  # it is taken as the size that the file has
    try:
        with pytest.raises(OperationalError, match="full"):
            fill_up()
        answer = Client(raise_request_exception=False).post("/accounts/login/", {"login": "a", "password": "b"})
    finally:
        connection.connection.execute("PRAGMA max_page_count = 4294967294")
    assert (answer.status_code, "The disk is full" in answer.text) == (503, True)


def test_what_is_there_already_is_no_trouble():
    assert [cache.add("key", 1), cache.add("key", 2), cache.get("key")] == [True, False, 1]
