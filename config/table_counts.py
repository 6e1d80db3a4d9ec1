"""What PostgreSQL knows of the sizes of tables, by which it chooses the way to an answer.

It counts a table by itself once 50 of its rows have changed. A club has fewer seasons and boards, and often fewer
players. Of a table that was never counted PostgreSQL takes any guess, and may read every match where a few would do.
"""

from django.db import connection

MOST_ROWS = 1_000  # of a small table; larger ones PostgreSQL counts soon enough
UNCOUNTED = """
SELECT relname FROM pg_stat_user_tables
WHERE schemaname = current_schema() AND n_live_tup BETWEEN 1 AND %s AND n_mod_since_analyze > n_live_tup / 5
"""


def count_small_tables() -> list[str]:
    """Let PostgreSQL count the small tables of which a fifth has changed, and return their names."""
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        cursor.execute(UNCOUNTED, [MOST_ROWS])
        tables = [name for (name,) in cursor.fetchall()]
        for name in tables:
            cursor.execute(f"ANALYZE {connection.ops.quote_name(name)}")
    return tables
