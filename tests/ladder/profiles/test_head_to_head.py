"""Records against opponents, and the best win."""

import pytest
import time_machine

from ladder.profiles.queries.career import OtherParticipant
from ladder.profiles.queries.profile import find_best_win
from ladder.profiles.queries.rivals import list_rivals
from ladder.ratings import Rating
from tests.ladder.profiles.careers import career, edited


def against(name, player, score, before=0.0, place=None):
    return OtherParticipant(player, name, score, place, before)


def test_each_opponent_has_won_lost_and_net():
    found = career(5, 3, 10, scores=(1.0, 0.0, 1.0))
    found = edited(found, 2, others=[against("Cleo", 5, 0.0)])

    assert [(one.name, one.met, one.record, one.net, one.last) for one in list_rivals(found).rows] == [
        ("Bea", 2, "1–1", "+3", ("W", "L")),
        ("Cleo", 1, "1–0", "+7", ("W",)),
    ]


@pytest.mark.parametrize(
    ("scores", "ends"),
    [
        ((1.0, 0.0, 0.5, 1.0, 0.5), [("won", 3, "4 Jan"), ("lost", 1, "2 Jan")]),
        ((1.0, 0.0, 0.0), [("lost", 2, "3 Jan"), ("won", 0, "1 Jan")]),
        ((0.5, 1.0), [("won", 1, "2 Jan")]),
        ((0.5,), []),
    ],
)
@time_machine.travel("2026-12-31")
def test_it_is_known_when_one_last_won_and_last_lost(scores, ends):
    found = career(*scores, system="provisional-elo", scores=scores)
    assert list_rivals(found).rows[0].ends == ends


def test_draws_are_counted_where_there_are_any():
    assert list_rivals(career(5, 5, system="provisional-elo", scores=(1.0, 0.5))).rows[0].record == "1–1–0"


def test_two_losers_of_one_battle_did_not_beat_each_other():
    found = edited(career(5, scores=(0.0,), system="warlocks-score"), 0)
    found = edited(found, 0, others=[against("Bea", 4, 0.0), against("Cleo", 5, 1.0)])
    assert [(one.name, one.record, one.net) for one in list_rivals(found).rows] == [
        ("Bea", "0–0–0", ""),
        ("Cleo", "0–0–1", ""),
    ]


def test_tournaments_count_who_was_ahead():
    found = edited(career(5, system="tournament-points"), 0, place=2, score=None)
    found = edited(found, 0, others=[against("Bea", 4, 1.0, place=1), against("Cleo", 5, None, place=3)])
    assert [(one.name, one.record) for one in list_rivals(found).rows] == [("Bea", "0–1"), ("Cleo", "1–0")]


@pytest.mark.parametrize(
    ("first", "second", "gap"),
    [(1900.0, 1850.0, "100 above"), (1800.0, 1790.0, "level"), (1700.0, 1650.0, "100 below")],
)
def test_the_best_win_has_the_largest_gap_at_the_time(first, second, gap):
    found = career(1801, 1802, start=1800, scores=(1.0, 1.0))
    found = edited(found, 0, others=[against("Cleo", 5, 0.0, first)])
    found = edited(found, 1, others=[against("Dana", 6, 0.0, second)])

    best = find_best_win(found)

    assert (best.match, best.name, best.gap, best.day) == (0, "Cleo", gap, "1 Jan")


def test_the_gap_counts_from_the_rating_before_and_not_from_the_highest_opponent():
    found = edited(career(1801, 1802, start=1800, scores=(1.0, 1.0)), 0, before=Rating(1900))
    found = edited(found, 0, others=[against("Cleo", 5, 0.0, 1910.0)])
    found = edited(found, 1, others=[against("Dana", 6, 0.0, 1880.0)])
    assert find_best_win(found).name == "Dana"


def test_without_a_win_there_is_no_best_one():
    assert find_best_win(career(1, scores=(0.0,))) is None
    assert find_best_win(career()) is None


def test_those_met_most_often_come_first_and_each_page_has_so_many():
    found = career(*range(1, 8))
    opponents = [("Ed", 9), ("Bo", 5), ("ana", 6), ("Ed", 9), ("Cy", 7), ("Ed", 9), ("Cy", 7)]
    for number, (name, key) in enumerate(opponents):
        found = edited(found, number, others=[against(name, key, 0.0)])

    pages = [list_rivals(found, 2, number) for number in (None, "2", "3")]

    assert [[(one.name, one.met) for one in page.rows] for page in pages] == [
        [("Ed", 3), ("Cy", 2)],
        [("ana", 1), ("Bo", 1)],
        [("ana", 1), ("Bo", 1)],  # the last, for one that is not there
    ]
    assert pages[0].total == 4
