"""What docs/rounds.md says of rounds beside pairing by lot and by rank, with a few clubs."""

import re
from pathlib import Path

import pytest

from tests.bench import rounds

CLUBS = 12
PAGE = Path(__file__).parents[3] / "docs" / "rounds.md"


@pytest.fixture(scope="module")
def tallies():
    return [rounds.play_clubs(rounds.list_sizes(CLUBS), way) for way in rounds.WAYS.values()]


def average_gap(tally):
    return sum(tally.gaps) / len(tally.gaps)


def test_every_way_has_as_many_matches_and_left_over(tallies):
    assert len({len(tally.gaps) for tally in tallies}) == len({tally.count["left over"] for tally in tallies}) == 1
    assert tallies[0].count["left over"] > 20


def test_rounds_leave_nobody_over_twice_in_a_row(tallies):
    assert [tally.count["in a row"] for tally in tallies[:2]] == [0, 0]
    assert all(tally.count["in a row"] > 0 for tally in tallies[2:])


def test_in_rounds_fewer_meet_again_lately(tallies):
    """With a rest as long as the ten rounds, fewer meet again at all."""
    planned, rested, by_lot, by_rank = (tally.count for tally in tallies)
    assert 20 * planned["lately"] < by_lot["lately"] < by_rank["lately"]
    assert 5 * rested["again"] < by_lot["again"] < by_rank["again"]
    assert planned["next"] == 0 < by_lot["next"]


def test_chances_are_more_even_than_by_lot_and_less_than_by_rank(tallies):
    by_rank, planned, rested, by_lot = (average_gap(tallies[place]) for place in (3, 0, 1, 2))
    assert by_rank < planned < rested < 0.7 * by_lot


def test_the_page_has_the_figures_that_the_program_prints():
    """Of the small clubs, which take a second."""
    sizes = [one for one in rounds.list_sizes(rounds.CLUBS) if one[1] <= rounds.SMALL_CLUB]
    printed = list(rounds.format_table(f"{len(sizes)} of them with at most {rounds.SMALL_CLUB}", sizes))
    assert "\n".join(printed) in PAGE.read_text()
    assert re.search(rf"^\| {rounds.CLUBS} clubs of 7 to 60 \|", PAGE.read_text(), re.M)
