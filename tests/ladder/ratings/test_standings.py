"""Shared ranks, and the days without a match that count."""

from datetime import date

import pytest

from ladder.ratings import explain_silence, find_last_counted_day, number_ranks

DAY = date(2026, 3, 16)


def numbered(keys, ranked=None):
    return [str(rank) for rank in number_ranks(keys, ranked or [True] * len(keys))]


def test_level_players_share_a_rank_and_the_next_one_skips():
    assert numbered([1, 2, 2, 3]) == ["1", "2=", "2=", "4"]


def test_everybody_may_share_the_first_rank():
    assert numbered([5, 5, 5]) == ["1=", "1=", "1="]


def test_whoever_has_no_rank_takes_no_number():
    assert numbered([1, 2, 3], [False, True, True])[1:] == ["1", "2"]


def test_whoever_has_no_rank_shares_none():
    assert numbered([1, 1, 2], [True, False, True]) == ["1", "1", "2"]


def test_nobody_has_no_ranks():
    assert numbered([]) == []


@pytest.mark.parametrize(
    ("last", "words"),
    [(date(2026, 1, 15), ""), (date(2026, 1, 14), "no match for 61 days"), (date(2026, 1, 1), "no match for 74 days")],
)
def test_a_rank_is_kept_for_as_many_days_as_are_set(last, words):
    assert explain_silence(last, DAY, DAY, 60) == words


@pytest.mark.parametrize(
    ("newest", "counted"),
    [(None, DAY), (date(2026, 3, 1), DAY), (date(2026, 1, 15), DAY), (date(2026, 1, 14), date(2026, 1, 14))],
)
def test_days_count_up_to_the_last_match_where_nobody_has_played_for_longer(newest, counted):
    assert find_last_counted_day(DAY, newest, 60) == counted
