"""The site's two kinds of cache: one counts tries in the database, one keeps objects in the memory of the process."""

from collections.abc import Callable
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import DatabaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.db import DatabaseError, IntegrityError, connection, transaction


class CountingCache(DatabaseCache):
    """A cache in the site's database, which raises the errors of the database that Django's hides."""

    def _base_set(self, mode: str, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT) -> bool:
        """Store a value, and return whether it was stored.

        Raises: DatabaseError, when the disk is full or the database busy.
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


class MemoryCache(LocMemCache):
    """A cache of objects that are never changed, so that they are kept as they are, without pickling."""

    _cache: Any  # Django's own, which its type hints leave out
    _lock: Any
    _set: Callable[..., None]
    _has_expired: Callable[..., bool]
    _delete: Callable[..., bool]

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        key = self.make_and_validate_key(key, version=version)
        with self._lock:
            self._set(key, value, timeout)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        key = self.make_and_validate_key(key, version=version)
        with self._lock:
            if self._has_expired(key):
                self._delete(key)
                return default
            self._cache.move_to_end(key, last=False)
            return self._cache[key]
