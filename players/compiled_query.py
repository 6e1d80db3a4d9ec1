"""A query that is asked for by almost every request: Django builds its SQL once, which takes longer than the answer."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from django.db import connections, router
from django.db.models import QuerySet


class CompiledQuery:
    """A query without values of a request. Its rows are those of the database: no field converts them."""

    def __init__(self, build: Callable[[], QuerySet[Any, Any]]) -> None:
        self.build = build

    @cached_property
    def query(self) -> QuerySet[Any, Any]:
        return self.build()

    @cached_property
    def sql(self) -> tuple[str, tuple[Any, ...]]:
        return self.query.query.sql_with_params()

    def fetch_rows(self, using: str | None = None) -> list[tuple[Any, ...]]:
        """Return all rows, from this database, or else from the one that this model is read from now."""
        with connections[using or router.db_for_read(self.query.model)].cursor() as cursor:
            cursor.execute(*self.sql)
            return list(cursor.fetchall())
