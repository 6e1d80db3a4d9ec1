"""PostgreSQL is told of small tables, which it would never count by itself."""

import time

import pytest
from django.db import connection

from config.table_counts import count_small_tables
from tests.factories import make_ladder

TIMES = 200


def wait_until_counted(*tables):
    """Count until these tables were among those counted: PostgreSQL tells of changes a moment after them."""
    found = set()
    for _ in range(TIMES):
        found |= {*count_small_tables()}
        if found.issuperset(tables):
            return
        time.sleep(0.05)
    raise AssertionError(f"Only {sorted(found)} were counted.")


@pytest.mark.strict
@pytest.mark.django_db(transaction=True)
def test_a_season_is_counted_though_it_is_the_only_one():
    make_ladder()
    wait_until_counted("ladder_season", "ladder_board")
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE relname = 'ladder_season'")
        assert cursor.fetchone() == (1,)


@pytest.mark.strict
@pytest.mark.django_db(transaction=True)
def test_what_was_counted_is_not_counted_again_before_it_changes():
    make_ladder()
    wait_until_counted("ladder_season")
    time.sleep(0.1)
    assert "ladder_season" not in count_small_tables()


@pytest.mark.django_db
def test_sqlite_is_asked_nothing(django_assert_num_queries):
    if connection.vendor == "postgresql":
        pytest.skip("This is PostgreSQL.")
    with django_assert_num_queries(0):
        assert count_small_tables() == []
