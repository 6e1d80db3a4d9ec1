"""Places are compared with those before the latest club day."""

from datetime import date

import pytest

from ladder.ratings import Rank
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from ladder.standings.queries.movement import Movement, compare_ranks
from ladder.standings.queries.table import load_standings
from tests.factories import board_of, play, season_of

pytestmark = pytest.mark.django_db


def movements(board, day=None):
    return {row.name: row.movement for row in load_standings(board, day).rows}


def test_movement_is_counted_from_the_club_day_before():
    board = board_of("points-exchange")
    play(board.season, "Ann", "Bea", on=date(2026, 1, 3))
    play(board.season, "Bea", "Ann", on=date(2026, 1, 10))
    play(board.season, "Cid", "Dan", on=date(2026, 1, 10))

    assert load_standings(board).since == date(2026, 1, 3)
    assert movements(board) == {
        "Bea": Movement("same"),
        "Cid": Movement("new"),
        "Ann": Movement("down", 2),
        "Dan": Movement("new"),
    }


def test_movement_without_a_change_is_the_same():
    assert compare_ranks(Rank(3), Rank(3, is_shared=True)) == Movement("same", 0)


def test_several_matches_of_a_day_count_from_before_the_first():
    board = board_of("points-exchange")
    play(board.season, "Ann", "Bea", on=date(2026, 1, 3))
    for _ in range(3):
        play(board.season, "Bea", "Ann", on=date(2026, 1, 10))

    assert movements(board) == {"Bea": Movement("up", 1), "Ann": Movement("down", 1)}


def test_who_did_not_play_moves_as_others_come_in_between():
    board = board_of("points-exchange")
    play(board.season, "Zoe", "Bea", on=date(2026, 1, 3))
    play(board.season, "Ann", "Cid", on=date(2026, 1, 3))
    play(board.season, "Dan", "Eve", on=date(2026, 1, 10))

    assert movements(board)["Cid"] == Movement("down", 1)  # from 3= with Bea to 4=, below Dan
    assert movements(board)["Zoe"] == Movement("same")


def test_who_brought_a_rating_is_not_new():
    board = board_of("points-exchange")
    play(board.season, "Ann", "Bea", on=date(2026, 1, 3))
    close_season(board.season, on=date(2026, 1, 5))
    open_next_season(board.season, slug="second", name="Second", rule="carry")
    second = season_of(board.season.ladder).boards.select_related("season__ladder").get()
    play(second.season, "Cid", "Ann", on=date(2026, 1, 10))

    assert movements(second) == {"Cid": Movement("new"), "Ann": Movement("down", 1), "Bea": Movement("down", 1)}


def test_looking_back_counts_from_the_club_day_before_that_one():
    board = board_of("points-exchange")
    play(board.season, "Ann", "Bea", on=date(2026, 1, 3))
    play(board.season, "Bea", "Ann", on=date(2026, 1, 10))
    play(board.season, "Bea", "Ann", on=date(2026, 1, 10))
    play(board.season, "Ann", "Bea", on=date(2026, 1, 17))

    assert load_standings(board, date(2026, 1, 12)).since == date(2026, 1, 3)
    assert movements(board, date(2026, 1, 12)) == {"Bea": Movement("up", 1), "Ann": Movement("down", 1)}
