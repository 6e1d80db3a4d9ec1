"""What docs/nights.md says of the board beside other ways, with a few nights."""

import re
from itertools import pairwise
from pathlib import Path
from statistics import mean

import pytest

from ladder.nights.history import Visit, count_opponents, count_partners
from tests import IS_DRILL, nights
from tests.ladder.nights.scenario import build_game, build_night

PLAYED_NIGHTS = range(1, 180 if IS_DRILL else 30, len(nights.SPREADS))  # of a spread of 200 points
PAGE = Path(__file__).parents[3] / "docs" / "nights.md"


@pytest.fixture(scope="module")
def tally():
    return nights.tally_nights(PLAYED_NIGHTS, nights.WAYS)


def list_averages(tally, what):
    """Return the mean of a figure for the board, the peg board, by lot and by rank."""
    return [mean(getattr(one, what) for one in tally.ways[way]) for way in nights.WAYS]


def test_no_court_is_free_while_enough_wait(tally):
    assert [tally.add_up(way, "idle") for way in nights.WAYS] == [0, 0, 0, 0]


def test_nobody_waits_over_a_game_longer_than_the_least_possible_in_nineteen_of_twenty_nights(tally):
    extra = tally.list_extra_waits(nights.BOARD)
    assert mean(one <= 1 for one in extra) >= 0.95 if IS_DRILL else sorted(extra)[-2] <= 1


@pytest.mark.parametrize("what", ["longest_wait", "most_off_even", "tired", "partners_again"])
def test_no_other_way_is_better(tally, what):
    board, *others = list_averages(tally, what)
    assert board < min(others)


def test_games_are_even_and_by_lot_as_uneven_as_two_draws_of_normal_strengths(tally):
    """Means of two differ by 200 points times the square root of one half twice: half by 135, a tenth by 329."""
    assert {plan.spread for plan in tally.plans} == {200}
    assert tally.find_quantile(nights.BOARD, "chances", 0.5) < 0.54
    assert tally.find_quantile(nights.BOARD, "chances", 0.9) < 0.66
    assert tally.find_quantile("by lot", "chances", 0.5) == pytest.approx(0.69, abs=0.05)
    assert tally.find_quantile("by lot", "chances", 0.9) == pytest.approx(0.87, abs=0.05)


def test_partners_of_the_weeks_before_are_fewer_than_by_lot(tally):
    board, _, by_lot, _ = list_averages(tally, "partners_of_last_weeks")
    assert board < 0.7 * by_lot


@pytest.mark.parametrize("way", [*nights.WAYS.values(), *nights.SINGLE_MINDED.values(), nights.choose_fewest_repeats])
def test_a_simulated_night_is_one_that_can_be(way):
    plan = nights.draw_plan(3)
    night = nights.play_night(plan, way).night
    assert len(night.visits) == len(plan.people)
    for visit in night.visits:
        games = [game for game in night.games if visit.key in game.players]
        assert all(game.ended <= after.began for game, after in pairwise(games))
        assert all(visit.is_there(game.began) and game.began <= nights.LAST_START for game in games)
    for court in night.courts:
        played = [game for game in night.games if game.court == court.key]
        assert all(game.ended <= after.began for game, after in pairwise(played))
        assert {len(game.players) for game in played} == {court.players}


def test_waits_are_counted_between_games_and_at_the_end():
    games = build_game("AB CD", 4.0, 20.0), build_game("AB CD", 31.0, 40.0)
    visit = Visit("A", 1.0, 60.0, ((45.0, 50.0),))
    assert nights.list_waits(visit, games) == [3.0, 11.0, 5.0, 10.0]


def test_who_plays_more_often_than_there_are_others_must_meet_some_again():
    """Four play five times: three others, so each meets partners twice again at least, and opponents seven times."""
    games = [build_game("AB CD", 20.0 * turn, 20.0 * turn + 15) for turn in range(5)]
    night = build_night("ABCD", *games, now=100.0)
    assert nights.count_least_repeats(night, count_partners(games)) == 4
    assert nights.count_least_repeats(night, count_opponents(games)) == 14


def test_the_page_has_the_table_of_all_nights():
    text = PAGE.read_text()
    assert re.search(rf"^\| {nights.NIGHTS} nights \| {' \\| '.join(nights.WAYS)} \|", text, re.M)
    assert [what for what, _, _ in nights.FIGURES if f"\n| {what} |" not in text] == []
