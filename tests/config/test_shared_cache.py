"""The cache that machines share, while its server is away; `python -m tests.cluster` has a real one."""

import shutil
import socket
import subprocess
import time

import pytest
import time_machine
from django.core.cache import caches

from config.caches import PlainSerializer, SharedCache, SharedPageCache

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


@pytest.fixture
def server(tmp_path):
    """The address of a real Redis."""
    program = shutil.which("redis-server") or shutil.which("valkey-server")
    if program is None:
        pytest.skip("Neither Redis nor Valkey is installed.")
    path = tmp_path / "socket"
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(
        [program, "--port", "0", "--unixsocket", path, "--save", "", "--dir", tmp_path], **silent
    ) as one:
        while not path.exists() and one.poll() is None:
            time.sleep(0.01)
        yield f"unix://{path}"
        one.terminate()


def test_redis_takes_only_so_many_bytes_of_pages_within_a_minute(server, monkeypatch):
    monkeypatch.setattr(SharedCache, "rests_until", 0.0)
    options = {"stand_in": "default", "MAX_BYTES": 3_000}
    cache = SharedPageCache(server, {"KEY_PREFIX": "pages", "OPTIONS": options})
    with time_machine.travel("2026-11-24T20:00:10Z", tick=False) as clock:
        for key in "abcd":
            cache.set(key, key * 1_000, 60)
        assert [bool(cache.get(key)) for key in "abcd"] == [True, True, True, False]
        clock.shift(60)
        cache.set("d", "d" * 3_000, 60)
        cache.set("e", "e", 60)
        assert [bool(cache.get(key)) for key in "de"] == [True, False]
