"""A query that is asked for by almost every request: Django builds its SQL once, which takes longer than the answer."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from django.db import connection
from django.db.models import Expression, Field, QuerySet


class Given(Expression):
    """A value of the request in a compiled query, by its name; the field says how the database takes it."""

    def __init__(self, name: str, output_field: "Field[Any, Any]") -> None:
        super().__init__(output_field=output_field)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        return "%s", (self,)

    def fill(self, values: dict[str, Any]) -> Any:
        """Return the value with this name as the database takes it."""
        return self.output_field.get_db_prep_value(values[self.name], connection)


class CompiledQuery:
    """A query with no values of a request but those that are given."""

    def __init__(self, build: Callable[[], QuerySet[Any, Any]]) -> None:
        self.build = build

    @cached_property
    def sql(self) -> tuple[str, tuple[Any, ...]]:
        return self.build().query.sql_with_params()

    @cached_property
    def model(self) -> Any:
        return self.build().model

    def fetch_rows(self, **values: Any) -> list[tuple[Any, ...]]:
        """Return the rows as the database has them; `values` has what is given in this query, by its name."""
        with connection.cursor() as cursor:
            cursor.execute(self.sql[0], self.fill_params(values))
            return list(cursor.fetchall())

    def fetch_objects(self, **values: Any) -> list[Any]:
        """Return the objects of a query without joined tables, with what was annotated; fields convert the values."""
        return list(self.model.objects.raw(self.sql[0], self.fill_params(values)))

    def fill_params(self, values: dict[str, Any]) -> list[Any]:
        """Return the parameters of the SQL with these values."""
        return [one.fill(values) if isinstance(one, Given) else one for one in self.sql[1]]
