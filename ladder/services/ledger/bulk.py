"""Writing many rows at once: COPY on PostgreSQL, executemany on SQLite."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection, models

PLAIN = (models.FloatField, models.IntegerField, models.ForeignKey, models.CharField)


def insert(model: type[models.Model], names: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows given as values in the order of `names`, within the running transaction."""
    fields = [model._meta.get_field(name) for name in names]
    adapt = [None if isinstance(one, PLAIN) else one.get_db_prep_save for one in fields]  # type: ignore[union-attr]
    ready = (
        [
            value if prepare is None or value is None else prepare(value, connection)
            for value, prepare in zip(row, adapt, strict=True)
        ]
        for row in rows
    )
    columns = ", ".join(connection.ops.quote_name(str(one.column)) for one in fields)  # type: ignore[union-attr]
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in ready:
                    copy.write_row(row)
        else:
            marks = ", ".join(["%s"] * len(fields))
            cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", ready)  # type: ignore[arg-type]  # noqa: S608


def delete(rows: models.QuerySet[Any], keys: Sequence[int], by: str = "pk") -> None:
    """Delete the rows with these keys, without asking what hangs on them: nothing hangs on the ledger."""
    for start in range(0, len(keys), 500):
        chosen = rows.filter(**{f"{by}__in": keys[start : start + 500]})
        chosen._raw_delete(chosen.db)
