"""The standings of a board: places, movement, form, filters."""

from datetime import date, timedelta

import pytest
import time_machine
from django.utils import timezone

from ladder.selectors.form import forms
from ladder.selectors.movement import Movement, movement
from ladder.selectors.standings import around, chosen, table
from ladder.services import matches, seasons
from ladder.services.results import Side
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db


def board_of(*keys):
    return season_of(make_ladder(*keys)).boards.select_related("season__ladder").first()


def rows_of(board):
    return {row.name: row for row in table(board).rows}


def test_equal_ratings_are_ordered_by_name_and_numbered_on():
    board = board_of("points-exchange")
    play(board.season, "Zoe", "bea")
    play(board.season, "Ann", "Cid")

    assert [(row.rank, row.name, row.rating) for row in table(board).rows] == [
        (1, "Ann", "1,010"),
        (2, "Zoe", "1,010"),
        (3, "bea", "990"),
        (4, "Cid", "990"),
    ]


def test_movement_is_counted_from_the_club_day_before():
    board = board_of("points-exchange")
    play(board.season, "Ann", "Bea", on=date(2026, 1, 3))
    play(board.season, "Bea", "Ann", on=date(2026, 1, 10))
    play(board.season, "Cid", "Dan", on=date(2026, 1, 10))

    standings = table(board)

    assert standings.since == date(2026, 1, 3)
    assert {row.name: row.movement for row in standings.rows} == {
        "Bea": Movement("same"),
        "Cid": Movement("new"),
        "Ann": Movement("down", 2),
        "Dan": Movement("new"),
    }


def test_movement_without_a_change_is_the_same():
    assert movement(3, 3) == Movement("same", 0)


def test_form_is_the_last_five_newest_last():
    board = board_of("points-exchange")
    for winner, loser in [("Ann", "Bea")] * 4 + [("Bea", "Ann")] * 2:
        play(board.season, winner, loser)

    ann, bea = (board.standings.get(player__name=name).player_id for name in ("Ann", "Bea"))

    assert {key: form.words for key, form in forms(board).items()} == {ann: "W W W L L", bea: "L L L W W"}
    assert list(forms(board, ann)) == [ann]


def test_the_last_change_names_its_match():
    board = board_of("match-length-elo")
    match = play(board.season, "Ann", "Bea", length=9)

    row = rows_of(board)["Bea"]

    assert (row.change, row.direction, row.match) == ("−6", "down", match.pk)


def test_a_provisional_rating_says_what_is_missing():
    board = board_of("provisional-elo")
    for _ in range(19):
        play(board.season, "Ann", "Bea")

    assert rows_of(board)["Ann"].provisional == "Provisional: 1 more game to a full rating"


def test_the_columns_are_those_of_the_system():
    board = board_of("match-length-elo")
    play(board.season, "Ann", "Bea", length=7)

    assert [one.label for one in table(board).columns] == ["Exp"]
    assert [(one.text, one.unit) for one in rows_of(board)["Ann"].figures] == [("7", "exp")]


def test_search_and_active_keep_the_places():
    board = board_of("points-exchange")
    play(board.season, "Bea", "Cid", on=timezone.localdate() - timedelta(61))
    play(board.season, "Ann", "Anna", on=timezone.localdate() - timedelta(60))

    rows = table(board).rows

    assert [(row.rank, row.name) for row in chosen(rows, "ANN", active=False)] == [(1, "Ann"), (3, "Anna")]
    assert [(row.rank, row.name) for row in chosen(rows, "", active=True)] == [(1, "Ann"), (3, "Anna")]


def test_a_closed_season_is_read_as_of_its_last_day():
    with time_machine.travel("2026-03-10 12:00 +0000", tick=False):
        board = board_of("chips-daily")
        sides = [Side(make_player("Ann"), 1.0), Side(make_player("Bea"), 0.0)]
        matches.record(season=board.season, sides=sides, by=None, kind="rated", facts={"chips": 100})
        seasons.close(board.season, on=date(2026, 3, 11))
    with time_machine.travel("2026-05-01 12:00 +0000", tick=False):
        board.season.refresh_from_db()
        standings = table(board)

    assert standings.day == date(2026, 3, 11)
    assert [row.rating for row in standings.rows] == ["95", "−76"]


def test_around_a_player_shows_the_top_a_gap_and_the_neighbours():
    board = board_of("points-exchange")
    for number in range(12):
        play(board.season, f"Winner {number:02}", f"Zoe {number:02}")
    rows = table(board).rows

    assert [row and row.rank for row in around(rows, rows[11].player)] == [1, 2, 3, 4, 5, None, 10, 11, 12, 13, 14]
    assert [row.rank for row in around(rows, rows[6].player)] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert [row.rank for row in around(rows, rows[0].player)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("pairs", [1, 3, 25])
def test_a_table_takes_a_constant_number_of_queries(pairs, django_assert_num_queries):
    board = board_of("match-length-elo")
    for number in range(pairs):
        play(board.season, f"Ann {number}", f"Bea {number}", on=date(2026, 1, 3))
    play(board.season, "Ann 0", "Bea 0", on=date(2026, 1, 10))

    with django_assert_num_queries(6):
        rows = table(board).rows

    assert len(rows) == 2 * pairs
