"""The site's kinds of cache.

One counts tries in the database, one keeps objects in the memory of the process, one pages there, and one is in Redis
for all machines.
"""

import json
import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache import caches
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import DatabaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
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


class PageCache(LocMemCache):
    """A cache of texts in the memory of the process, at most so many bytes of them; what was used last stays."""

    _cache: Any  # Django's own, which its type hints leave out
    _expire_info: Any
    _delete: Callable[..., bool]

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(name, params)
        self.most_bytes: int = params["OPTIONS"]["MAX_BYTES"]

    def _set(self, key: str, value: bytes, timeout: Any = DEFAULT_TIMEOUT) -> None:
        self._delete(key)
        held = sum(len(kept) for kept in self._cache.values()) + len(value)
        while held > self.most_bytes and self._cache:
            oldest, kept = self._cache.popitem()
            del self._expire_info[oldest]
            held -= len(kept)
        if held <= self.most_bytes:
            super()._set(key, value, timeout)  # type: ignore[misc]


REDIS_TIMEOUT = 0.5  # seconds in which Redis has to connect and to answer
REDIS_REST = 10.0  # seconds for which a process asks nothing of a Redis that did not answer
log = logging.getLogger(__name__)


class PlainSerializer:
    """Numbers, texts and lists of them, as JSON: unlike Django's, it runs no code that another program put there."""

    def dumps(self, value: Any) -> Any:
        return value if type(value) is int else json.dumps(value)  # Redis counts whole numbers itself

    def loads(self, data: bytes) -> Any:
        """Return what was kept. Raises: ValueError, for what is no JSON."""
        return json.loads(data)


def with_stand_in(operation: Callable[..., Any]) -> Callable[..., Any]:
    """Return an operation of Redis's cache that the cache which stands in does while Redis does not answer."""

    def answer(cache: "SharedCache", *arguments: Any, **named: Any) -> Any:
        if time.monotonic() >= SharedCache.rests_until:
            try:
                return operation(cache, *arguments, **named)
            except cache.troubles as error:
                SharedCache.rests_until = time.monotonic() + REDIS_REST
                log.warning("The cache in Redis does not answer, “%s” does: %s", cache.other, error)
        return getattr(caches[cache.other], operation.__name__)(*arguments, **named)

    return answer


class SharedCache(RedisCache):
    """A cache in Redis or Valkey that all machines share; while it is away, another one answers (decision 0018)."""

    rests_until = 0.0  # of the process; each thread has an object of its own

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        from redis.backoff import NoBackoff  # only sites that use Redis load its client
        from redis.exceptions import RedisError
        from redis.retry import Retry

        super().__init__(server, params)
        self.other = params["OPTIONS"]["stand_in"]
        self._options: dict[str, Any] = {
            "serializer": PlainSerializer,
            "socket_connect_timeout": REDIS_TIMEOUT,
            "socket_timeout": REDIS_TIMEOUT,
            "retry": Retry(NoBackoff(), 1),
        }
        self.troubles = (RedisError, OSError, ValueError)  # the last for what another program has put there

    add = with_stand_in(RedisCache.add)
    get = with_stand_in(RedisCache.get)
    set = with_stand_in(RedisCache.set)
    touch = with_stand_in(RedisCache.touch)
    delete = with_stand_in(RedisCache.delete)
    get_many = with_stand_in(RedisCache.get_many)
    set_many = with_stand_in(RedisCache.set_many)
    delete_many = with_stand_in(RedisCache.delete_many)
    has_key = with_stand_in(RedisCache.has_key)
    incr = with_stand_in(RedisCache.incr)
    clear = with_stand_in(RedisCache.clear)


BYTES_PERIOD_SECONDS = 60  # pages are kept for no longer, so at most those of two periods are there


class SharedPageCache(SharedCache):
    """A cache of texts in Redis that takes at most so many bytes within a minute, so that tries stay in its memory."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.most_bytes: int = params["OPTIONS"]["MAX_BYTES"]

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        taken = f"bytes-{int(time.time() // BYTES_PERIOD_SECONDS)}"
        self.add(taken, 0, 2 * BYTES_PERIOD_SECONDS)
        if self.incr(taken, len(str(value))) <= self.most_bytes:
            super().set(key, value, timeout, version)
