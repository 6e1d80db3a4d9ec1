"""What the clock takes next, and from whom."""

from datetime import date

import pytest
import time_machine

from ladder.formats import ParticipantResult
from ladder.seasons.actions.life_cycle import close_season
from ladder.standings.queries.key_figures import describe_next_decay
from ladder.standings.queries.table import load_standings
from tests.factories import board_of, enter_match, make_player, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def chips():
    with time_machine.travel("2026-03-10 12:00 +0000", tick=False):
        board = board_of("chips-daily")
        participants = [ParticipantResult(make_player("Ann"), 1.0), ParticipantResult(make_player("Bea"), 0.0)]
        enter_match(season=board.season, participants=participants, by=None, kind="rated", facts={"chips": 100})
        yield board


def test_the_next_midnight_takes_five_per_cent(chips):
    leader, bea = describe_next_decay(load_standings(chips)), make_player("Bea")

    assert leader[2:] == ("Ann", "100", "95", "−5")
    assert describe_next_decay(load_standings(chips), bea.pk)[2:] == ("Bea", "−80", "−76", "+4")
    assert leader.day == date(2026, 3, 11)


def test_a_season_that_is_over_shrinks_no_more(chips):
    assert describe_next_decay(load_standings(chips, date(2026, 3, 9))) is None
    close_season(chips.season)
    chips.season.refresh_from_db()
    assert describe_next_decay(load_standings(chips)) is None


def test_a_season_that_ends_later_has_shrunk_up_to_today_only(chips):
    chips.season.ends_on = date(2026, 3, 31)
    chips.season.save()

    assert [row.rating for row in load_standings(chips).rows] == ["100", "−80"]
    assert describe_next_decay(load_standings(chips)).day == date(2026, 3, 11)


def test_months_begin_on_their_first_day():
    period = board_of("tournament-points").rating_system.period

    assert period.find_next_start(date(2026, 1, 31)) == date(2026, 2, 1)
    assert period.find_next_start(date(2026, 12, 1)) == date(2027, 1, 1)


def test_most_boards_never_shrink():
    board = board_of("points-exchange")
    play(board.season, "Ann", "Bea")

    assert describe_next_decay(load_standings(board)) is None
