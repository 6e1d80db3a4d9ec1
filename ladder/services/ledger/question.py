"""A question that is asked again and again with other values: Django writes its statement once."""

from __future__ import annotations

from typing import Any

from django.db import connection, models

from ladder.services.ledger.bulk import fetch_rows


class QueryBlank(models.Expression):
    """A value of a question that is said each time it is asked."""

    def __init__(self, name: str, field: models.Field[Any, Any]) -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, *_: Any) -> tuple[str, list[Any]]:  # type: ignore[override]  # it is a parameter of its own
        return "%s", [self]

    def value(self, said: Any) -> Any:
        """Return what is said as the database takes it."""
        return self.output_field.get_db_prep_value(said, connection)


class RepeatedQuery:
    """The rows of a `values_list` with blanks in its filters, read as `bulk.read` reads them."""

    def __init__(self, rows: models.QuerySet[Any, Any]) -> None:
        self.sql, self.parameters = rows.query.sql_with_params()

    def ask(self, **said: Any) -> list[tuple[Any, ...]]:
        """Return the rows with these values for the blanks of their names."""
        return fetch_rows(
            self.sql, [one.value(said[one.name]) if isinstance(one, QueryBlank) else one for one in self.parameters]
        )
