"""A query that is asked for by almost every request: Django builds its SQL once, which takes longer than the answer."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from django.db import connection
from django.db.models import QuerySet


class CompiledQuery:
    """A query without values of a request. Its rows are those of the database: no field converts them."""

    def __init__(self, build: Callable[[], QuerySet[Any, Any]]) -> None:
        self.build = build

    @cached_property
    def sql(self) -> tuple[str, tuple[Any, ...]]:
        return self.build().query.sql_with_params()

    def fetch_rows(self) -> list[tuple[Any, ...]]:
        with connection.cursor() as cursor:
            cursor.execute(*self.sql)
            return list(cursor.fetchall())
