"""The cache that keeps the very objects."""

import pytest

from config.caches import MemoryCache


@pytest.fixture
def cache():
    cache = MemoryCache("tests", {"OPTIONS": {"MAX_ENTRIES": 3}})
    yield cache
    cache.clear()


def test_the_very_object_comes_back(cache):
    rows = [object()]
    cache.set("a", rows, 60)

    assert cache.get("a") is rows


def test_what_is_over_or_unknown_is_not_found(cache):
    cache.set("a", 1, 0)

    assert cache.get("a", "none") == cache.get("b", "none") == "none"


def test_the_last_used_stay_when_it_is_full(cache):
    for key in "abc":
        cache.set(key, key, 60)
    cache.get("a")
    cache.set("d", "d", 60)

    assert [cache.get(key) for key in "abcd"] == ["a", None, "c", "d"]
