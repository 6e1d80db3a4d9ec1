"""The caches in the memory of a process: one keeps the very objects, one so many bytes of pages."""

import pytest

from config.caches import MemoryCache, PageCache


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


@pytest.fixture
def pages():
    pages = PageCache("pages of tests", {"OPTIONS": {"MAX_BYTES": 3_300, "MAX_ENTRIES": 10_000}})
    yield pages
    pages.clear()


def test_the_last_used_pages_stay_as_far_as_the_bytes_reach(pages):
    for key in "abc":
        pages.set(key, key * 1_000, 60)
    assert [len(pages.get(key)) for key in "abc"] == [1_000, 1_000, 1_000]

    pages.get("a")
    pages.set("d", "d" * 1_000, 60)
    assert [bool(pages.get(key)) for key in "abcd"] == [True, False, True, True]
    pages.set("a", "a" * 2_000, 60)
    assert [len(pages.get(key, "")) for key in "abcd"] == [2_000, 0, 0, 1_000]


@pytest.mark.parametrize(("size", "is_kept"), [(3_200, True), (3_400, False)])
def test_a_page_beyond_the_limit_is_not_kept_and_pushes_no_other_out(pages, size, is_kept):
    pages.set("large", "x" * size, 60)
    assert bool(pages.get("large")) == is_kept


def test_ten_thousand_small_pages_are_no_more_than_their_bytes(pages):
    for number in range(10_000):
        pages.set(str(number), "x" * 100, 60)
    assert sum(map(len, pages._cache.values())) <= 3_300
    assert pages.get("9999") == "x" * 100
