"""The cache that machines share, while its server is away; `python -m tests.cluster` has a real one."""

import socket

import pytest
from django.core.cache import caches

from config.caches import PlainSerializer, SharedCache

MEMORY = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "stand-in"}


@pytest.fixture
def cache(settings, monkeypatch):
    monkeypatch.setattr(SharedCache, "rests_until", 0.0)
    settings.CACHES = settings.CACHES | {"memory": MEMORY}
    with socket.socket() as taken:  # nobody listens there
        taken.bind(("127.0.0.1", 0))
        cache = SharedCache(f"redis://127.0.0.1:{taken.getsockname()[1]}/0", {"OPTIONS": {"stand_in": "memory"}})
        yield cache
        caches["memory"].clear()


def test_tries_are_counted_on_while_redis_is_away(cache, caplog):
    assert [cache.add("tries", 1), cache.add("tries", 1), cache.incr("tries"), cache.get("tries")] == [
        True,
        False,
        2,
        2,
    ]
    assert [record.message.split(":")[0] for record in caplog.records] == [
        "The cache in Redis does not answer, “memory” does"
    ]  # once, and not with every try


@pytest.mark.parametrize("found", [b"\x80\x04\x95", b"<html>", b""])
def test_what_another_program_has_put_there_is_not_believed(cache, found):
    """Nor does it stop a page: the stand-in answers."""

    class OddServer:
        def get(self, *_):
            return PlainSerializer().loads(found)

    cache._cache = OddServer()
    assert cache.get("page", "none") == "none"


def test_what_is_kept_is_plain_data():
    kept = PlainSerializer()
    for value in (1, [1.5, 2.5], "a – b", True, None):
        assert kept.loads(str(kept.dumps(value)).encode()) == value
    with pytest.raises(TypeError):
        kept.dumps(object())
