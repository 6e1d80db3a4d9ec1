"""The cache in which tries are counted: it says what is wrong where nothing can be stored.

Django's own says only that it did not store, and whoever counts takes that for one try too many.
"""

from collections.abc import Callable
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import DatabaseCache
from django.db import DatabaseError, IntegrityError, connection, transaction


class CountingCache(DatabaseCache):
    """For the one database of the site."""

    def _base_set(self, mode: str, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT) -> bool:
        """Store a value, and return whether that was done.

        Raises: DatabaseError, when the disk is full or the database busy
        """
        troubles: list[DatabaseError] = []

        def note(execute: Callable[..., Any], *statement: Any) -> Any:
            try:
                return execute(*statement)
            except IntegrityError:
                raise  # another process was first
            except DatabaseError as error:
                troubles.append(error)
                raise

        with transaction.atomic(), connection.execute_wrapper(note):  # what goes wrong at its commit is raised
            stored: bool = super()._base_set(mode, key, value, timeout)  # type: ignore[misc]
            if troubles:
                raise troubles[0]
        return stored
