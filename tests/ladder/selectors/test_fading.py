"""What the clock takes next, and from whom."""

from datetime import date

import pytest
import time_machine

from ladder.selectors.fading import fading, next_decay
from ladder.selectors.standings import table
from ladder.services import matches, seasons
from ladder.services.results import Side
from tests.factories import board_of, make_player, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def chips():
    with time_machine.travel("2026-03-10 12:00 +0000", tick=False):
        board = board_of("chips-daily")
        sides = [Side(make_player("Ann"), 1.0), Side(make_player("Bea"), 0.0)]
        matches.record(season=board.season, sides=sides, by=None, kind="rated", facts={"chips": 100})
        yield board


def test_the_next_midnight_takes_five_per_cent(chips):
    leader, bea = fading(table(chips)), make_player("Bea")

    assert leader[2:] == ("Ann", "100", "95", "−5")
    assert fading(table(chips), bea.pk)[2:] == ("Bea", "−80", "−76", "+4")
    assert leader.day == date(2026, 3, 11)


def test_a_season_that_is_over_shrinks_no_more(chips):
    assert fading(table(chips, date(2026, 3, 9))) is None
    seasons.close(chips.season)
    chips.season.refresh_from_db()
    assert fading(table(chips)) is None


def test_a_season_that_ends_later_has_shrunk_up_to_today_only(chips):
    chips.season.ends_on = date(2026, 3, 31)
    chips.season.save()

    assert [row.rating for row in table(chips).rows] == ["100", "−80"]
    assert fading(table(chips)).day == date(2026, 3, 11)


def test_months_begin_on_their_first_day():
    system = board_of("tournament-points").rating_system

    assert next_decay(system, date(2026, 1, 31)) == date(2026, 2, 1)
    assert next_decay(system, date(2026, 12, 1)) == date(2027, 1, 1)


def test_most_boards_never_shrink():
    board = board_of("points-exchange")
    play(board.season, "Ann", "Bea")

    assert fading(table(board)) is None
