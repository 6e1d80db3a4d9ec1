"""Runs of results."""

from ladder.profiles.queries.summary import build_form, find_longest_streak, list_streaks
from tests.ladder.profiles.careers import career, edited


def matches(*scores):
    return career(*range(1, len(scores) + 1), scores=scores).matches


def test_runs_come_in_order():
    runs = list_streaks(matches(1.0, 1.0, 0.0, 0.5, 0.5))
    assert [run.words for run in runs] == ["2 wins", "1 loss", "2 draws"]


def test_the_longest_run_counts_wins_only():
    assert find_longest_streak(list_streaks(matches(1.0, 0.0, 0.0, 0.0, 1.0, 1.0))).words == "2 wins"
    assert find_longest_streak(list_streaks(matches(0.0, 0.0))) is None


def test_places_make_no_run():
    found = edited(career(10), 0, place=1, score=1.0).matches
    assert list_streaks(found) == []
    assert build_form(found).letters == ""


def test_form_is_the_last_five_newest_last():
    assert build_form(matches(0.0, 1.0, 1.0, 0.5, 1.0, 0.0)).words == "W W D W L"
