"""Read and write many rows at once: without Django's conversions, by COPY on PostgreSQL and executemany on SQLite."""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import chain
from operator import itemgetter
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection, models

PLAIN_FIELDS = (models.AutoField, models.FloatField, models.IntegerField, models.ForeignKey, models.CharField)
BINARY_FORMAT = 1  # of psycopg.pq.Format
FEW_ROWS = 100  # rows that PostgreSQL rewrites one by one in less time than it takes to make a table of them
ValueRows = Iterable[Sequence[Any]]
Adapter = Callable[[Any], Any]


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause Python's garbage collector for large work; it took a fifth of the time of a long replay."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def read_rows(rows: models.QuerySet[Any, Any]) -> list[tuple[Any, ...]]:
    """Return the rows of a `values_list` without its conversions: JSON is text, and on SQLite a date is too."""
    try:
        sql, parameters = rows.query.sql_with_params()
    except EmptyResultSet:
        return []
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.cursor.format = BINARY_FORMAT  # text would be read once more
        cursor.execute(sql, parameters)
        return cursor.fetchall()


def plan_once() -> None:
    """Let PostgreSQL check what new rows refer to by one query plan for all of them, until the transaction ends."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL plan_cache_mode = auto")


def insert_rows(model: type[models.Model], names: Sequence[str], rows: ValueRows) -> None:
    """Insert rows given as values in the order of `names`, within the running transaction."""
    ready = prepare_rows(model, names, rows)
    if (first := next(ready, None)) is None:
        return
    table, columns, ready = quote_table(model), quote_columns(model, names), chain((first,), ready)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            copy_rows(cursor, table, columns, ready)
        else:
            marks = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", ready)  # type: ignore[arg-type]  # noqa: S608


def update_rows(
    model: type[models.Model], names: Sequence[str], rows: Collection[Sequence[Any]], by: Sequence[str] = ("id",)
) -> None:
    """Update rows within the running transaction.

    Each is given as its new values in the order of `names`, and then the values `by` which it is found.
    """
    if not rows:
        return
    table, columns, keys = quote_table(model), quote_columns(model, names), quote_columns(model, by)
    ready = prepare_rows(model, [*names, *by], rows)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql" and len(rows) > FEW_ROWS:
            update_from_copy(cursor, table, columns, keys, ready)
        else:
            new, which = (f"{one} = %s" for one in columns), (f"{one} = %s" for one in keys)
            cursor.executemany(f"UPDATE {table} SET {', '.join(new)} WHERE {' AND '.join(which)}", ready)  # type: ignore[arg-type]  # noqa: S608


def update_from_copy(cursor: Any, table: str, columns: Sequence[str], keys: Sequence[str], rows: ValueRows) -> None:
    """Send the rows to PostgreSQL as a temporary table, and update the table from it in one statement."""
    every = [*columns, *keys]
    cursor.execute(f"CREATE TEMPORARY TABLE changed AS SELECT {', '.join(every)} FROM {table} WITH NO DATA")  # noqa: S608
    copy_rows(cursor, "changed", every, rows)
    new, which = (f"{one} = changed.{one}" for one in columns), (f"{table}.{one} = changed.{one}" for one in keys)
    cursor.execute(f"UPDATE {table} SET {', '.join(new)} FROM changed WHERE {' AND '.join(which)}")  # noqa: S608
    cursor.execute("DROP TABLE changed")


def delete_rows(rows: models.QuerySet[Any], keys: Sequence[int], by: str = "pk") -> None:
    """Delete the rows with these keys, without looking for rows that refer to them: none refer to the ledger."""
    for start in range(0, len(keys), 500):
        chosen = rows.filter(**{f"{by}__in": keys[start : start + 500]})
        chosen._raw_delete(chosen.db)


def analyse_tables(*tables: type[models.Model]) -> None:
    """Tell the database what these tables hold by now, so that it chooses the right index."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA analysis_limit = 400")  # rows looked at in each index
        for model in tables:
            cursor.execute(f"ANALYZE {quote_table(model)}")


def copy_rows(cursor: Any, table: str, columns: Sequence[str], rows: ValueRows) -> None:
    """Send rows in PostgreSQL's binary format, by the types of the table; as text it took several times as long."""
    every = ", ".join(columns)
    cursor.execute(f"SELECT {every} FROM {table} LIMIT 0")  # noqa: S608
    types = [column.type_code for column in cursor.description]
    copying = cursor.copy(f"COPY {table} ({every}) FROM STDIN (FORMAT BINARY)")
    with connection.wrap_database_errors, copying as stream:  # else its errors would be psycopg's own
        stream.set_types(types)
        for row in rows:
            stream.write_row(row)


def quote_table(model: type[models.Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def quote_columns(model: type[models.Model], names: Sequence[str]) -> list[str]:
    return [connection.ops.quote_name(str(model._meta.get_field(name).column)) for name in names]  # type: ignore[union-attr]


def prepare_rows(model: type[models.Model], names: Sequence[str], rows: ValueRows) -> Iterator[Sequence[Any]]:
    """Yield the rows as the database takes them; rows of plain numbers and texts are not converted."""
    fields = [model._meta.get_field(name) for name in names]
    adapt = {place: find_adapter(field) for place, field in enumerate(fields) if not isinstance(field, PLAIN_FIELDS)}
    if not adapt:
        yield from rows
        return
    others = itemgetter(slice(0, 0), *adapt)  # of any number it gives a tuple
    nothing = ((), *[None] * len(adapt))
    for row in rows:
        yield row if others(row) == nothing else adapt_row(row, adapt)


def find_adapter(field: Any) -> Adapter:
    """Return what makes a field's value one that the database takes, without a field's own checks where there are many.

    A row of a match has two moments and its facts; through their fields these took as long as the database took to
    store the row.
    """
    if isinstance(field, models.DateTimeField):
        return lru_cache(maxsize=1)(connection.ops.adapt_datetimefield_value)  # rows of one batch share a moment
    if isinstance(field, models.JSONField):
        return partial(connection.ops.adapt_json_value, encoder=field.encoder)
    return partial(field.get_db_prep_save, connection=connection)


def adapt_row(row: Sequence[Any], adapt: Mapping[int, Adapter]) -> list[Any]:
    values = list(row)
    for place, how in adapt.items():
        if values[place] is not None:
            values[place] = how(values[place])
    return values
