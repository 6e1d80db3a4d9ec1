"""One value after another on the same rows, where a test of its own for each would make them again and again."""

from collections.abc import Iterable, Iterator

from django.db import transaction


def afresh[Value](values: Iterable[Value]) -> Iterator[Value]:
    """Each of the values; what was stored because of it is taken back before the next."""
    for value in values:
        point = transaction.savepoint_create()
        yield value
        transaction.savepoint_rollback(point)
