"""The last twelve weeks: the form and the line of each row."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from ladder.formats import ParticipantResult
from ladder.standings.queries.sparkline import draw_path
from ladder.standings.queries.table import load_standings
from tests.factories import at, board_of, enter_match, make_player, play

pytestmark = pytest.mark.django_db
LEVEL = "M2 12 78 12"


def forms_of(board, day=None):
    return {row.name: row.form.words for row in load_standings(board, day).rows}


def points(line):
    """The heights of a line, from left to right."""
    return [int(number) for number in line[1:].split()[1::2]]


@time_machine.travel("2026-06-30 12:00 +0000", tick=False)
def test_form_is_the_last_five_newest_last():
    board = board_of("points-exchange")
    for winner, loser in [("Ann", "Bea")] * 4 + [("Bea", "Ann")] * 2:
        play(board.season, winner, loser)

    assert forms_of(board) == {"Ann": "W W W L L", "Bea": "L L L W W"}


@time_machine.travel("2026-06-30 12:00 +0000", tick=False)
def test_form_goes_back_beyond_the_twelve_weeks():
    board = board_of("provisional-elo")
    for day in range(1, 5):
        play(board.season, "Ann", "Bea", on=date(2026, 1, day))
    play(board.season, "Ann", "Bea", on=date(2026, 1, 5), drawn=True)
    play(board.season, "Cid", "Ann", on=date(2026, 6, 1))

    assert forms_of(board) == {"Ann": "W W W D L", "Bea": "L L L L D", "Cid": "W"}
    assert forms_of(board, date(2026, 1, 3)) == {"Ann": "W W W", "Bea": "L L L"}


@time_machine.travel("2026-06-30 12:00 +0000", tick=False)
def test_a_line_has_the_ratings_at_the_ends_of_thirteen_weeks():
    """Of weeks that end on Tuesdays: 7 April (before the first), ... 23 June, 30 June."""
    board = board_of("points-exchange")
    play(board.season, "Ann", "Bea", on=date(2026, 6, 23))
    play(board.season, "Ann", "Bea", on=date(2026, 6, 24))

    ann, bea = load_standings(board).rows

    assert points(ann.line) == [21] * 11 + [12, 3]  # 1,000, then 1,010 and 1,019: of 18 steps, 10 of 19 points are 9
    assert points(bea.line) == [3] * 11 + [12, 21]


@time_machine.travel("2026-06-30 12:00 +0000", tick=False)
def test_a_week_ends_at_midnight_in_the_club():
    """In June that is 22:00 UTC."""
    season, last = board_of("points-exchange").season, datetime(2026, 6, 23, 21, 59, 59, 999999, UTC)
    participants = [ParticipantResult(make_player("Ann"), 1.0), ParticipantResult(make_player("Bea"), 0.0)]
    for moment in (last, last + timedelta(microseconds=1)):
        enter_match(season=season, participants=participants, by=None, kind="rated", played_at=moment)

    with timezone.override("Europe/Vienna"):
        assert points(load_standings(season.boards.get()).rows[0].line) == [21] * 11 + [12, 3]


@time_machine.travel("2026-06-30 12:00 +0000", tick=False)
def test_who_has_not_played_for_twelve_weeks_has_a_level_line():
    board = board_of("points-exchange")
    play(board.season, "Ann", "Bea", on=date(2026, 4, 7))

    assert [row.line for row in load_standings(board).rows] == [LEVEL, LEVEL]


def hold(board, day):
    """Hold a tournament of 8 that Ann wins: 30 points (T-1)."""
    participants = [ParticipantResult(make_player("Ann"), place=1), ParticipantResult(make_player("Bea"), place=2)]
    enter_match(
        season=board.season,
        participants=participants,
        by=None,
        kind="tournament",
        facts={"field": 8},
        played_at=at(day),
    )


@time_machine.travel("2026-06-30 12:00 +0000", tick=False)
def test_a_line_of_a_board_that_shrinks_shows_the_decay():
    """From 0 to 30, halved on 1 May and on 1 June (T-3): 15 is in the middle, and 7.5 at a quarter of the height."""
    board = board_of("tournament-points")
    hold(board, date(2026, 4, 10))

    assert points(load_standings(board).rows[0].line) == [21] + [3] * 3 + [12] * 4 + [16] * 5


@time_machine.travel("2026-06-30 12:00 +0000", tick=False)
def test_a_line_begins_where_decay_hides_what_was_before():
    """The 30 points of March are 3.75 in June: what they were between is not in the ledger of the twelve weeks."""
    board = board_of("tournament-points")
    hold(board, date(2026, 3, 1))
    hold(board, date(2026, 6, 20))

    assert load_standings(board).rows[0].line == "M72 12 78 12"


def test_a_line_runs_from_the_lowest_to_the_highest():
    assert points(draw_path((0.0,) * 6 + (50.0,) + (100.0,) * 6)) == [21] * 6 + [12] + [3] * 6
    assert draw_path((1.0,) * 13) == LEVEL
