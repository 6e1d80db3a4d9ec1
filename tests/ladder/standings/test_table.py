"""The standings of a board: places, figures, and any past day."""

from datetime import date

import pytest
import time_machine

from ladder.formats import ParticipantResult
from ladder.seasons.actions.life_cycle import close_season
from ladder.standings.queries.table import load_standings
from tests.factories import board_of, enter_match, make_player, play, play_all

pytestmark = pytest.mark.django_db


def rows_of(board):
    return {row.name: row for row in load_standings(board).rows}


def record_chips(board):
    participants = [ParticipantResult(make_player("Ann"), 1.0), ParticipantResult(make_player("Bea"), 0.0)]
    enter_match(season=board.season, participants=participants, by=None, kind="rated", facts={"chips": 100})


def test_equal_ratings_share_a_rank_by_name_and_the_next_one_skips():
    board = board_of("points-exchange")
    play(board.season, "Zoe", "bea")
    play(board.season, "Ann", "Cid")

    assert [(row.rank_text, row.name, row.rating) for row in load_standings(board).rows] == [
        ("1=", "Ann", "1,010"),
        ("1=", "Zoe", "1,010"),
        ("3=", "bea", "990"),
        ("3=", "Cid", "990"),
    ]


def test_the_last_change_names_its_match():
    board = board_of("match-length-elo")
    match = play(board.season, "Ann", "Bea", length=9)

    row = rows_of(board)["Bea"]

    assert (row.change, row.direction, row.match) == ("−6", "down", match.pk)


def test_a_provisional_rating_says_what_is_missing():
    board = board_of("provisional-elo")
    play_all(board.season, [("Ann", "Bea")] * 19)

    assert rows_of(board)["Ann"].provisional == "Provisional: 1 more game needed"


def test_the_columns_are_those_of_the_system():
    board = board_of("match-length-elo")
    play(board.season, "Ann", "Bea", length=7)

    assert [one.label for one in load_standings(board).columns] == ["Exp"]
    assert [(one.text, one.unit) for one in rows_of(board)["Ann"].figures] == [("7", "exp")]


@pytest.fixture
def closed():
    """A board of a season that was closed in March, looked at in May."""
    with time_machine.travel("2026-03-10 12:00 +0000", tick=False) as clock:
        board = board_of("chips-daily")
        record_chips(board)
        close_season(board.season, on=date(2026, 3, 11))
        clock.move_to("2026-05-01 12:00 +0000", tick=False)
        board.season.refresh_from_db()
        yield board


def test_a_closed_season_is_read_as_of_its_last_day(closed):
    standings = load_standings(closed)

    assert standings.day == date(2026, 3, 11)
    assert [row.rating for row in standings.rows] == ["95", "−76"]


def test_a_day_after_the_season_shows_its_final_table(closed):
    standings = load_standings(closed, date(2026, 4, 1))

    assert (standings.day, standings.past) == (date(2026, 3, 11), None)


def test_a_past_day_is_shown_as_it_ended():
    board = board_of("points-exchange")
    first = play(board.season, "Ann", "Bea", on=date(2026, 1, 3))
    play(board.season, "Bea", "Ann", on=date(2026, 1, 10))
    play(board.season, "Cid", "Ann", on=date(2026, 1, 10))

    then = load_standings(board, date(2026, 1, 9))

    assert (then.day, then.past) == (date(2026, 1, 9), date(2026, 1, 9))
    assert [(row.rank, row.name, row.rating, row.change, row.match, row.form.words) for row in then.rows] == [
        (1, "Ann", "1,010", "+10", first.pk, "W"),
        (2, "Bea", "990", "−10", first.pk, "L"),
    ]
    assert [one.text for row in then.rows for one in row.figures] == ["1–0", "0–1"]
    assert load_standings(board, date(2026, 1, 2)).rows == []


def test_the_day_itself_counts_to_its_end():
    board = board_of("points-exchange")
    play(board.season, "Ann", "Bea", on=date(2026, 1, 3))

    assert [row.rating for row in load_standings(board, date(2026, 1, 3)).rows] == ["1,010", "990"]


def test_a_past_day_is_read_after_the_decay_up_to_then():
    """100 chips won on the 10th are 95 on the 11th and 90.25 on the 12th (C-4)."""
    board = board_of("chips-daily")
    with time_machine.travel("2026-03-10 12:00 +0000", tick=False):
        record_chips(board)
    with time_machine.travel("2026-05-01 12:00 +0000", tick=False):
        shown = [load_standings(board, date(2026, 3, day)).rows[0].rating for day in (10, 11, 12)]

    assert shown == ["100", "95", "90.25"]


def test_tournaments_show_events_and_the_best_place():
    board = board_of("tournament-points")
    for places in (("Ann", "Bea"), ("Bea", "Ann"), ("Bea", "Cid", "Ann")):
        participants = [ParticipantResult(make_player(name), place=place) for place, name in enumerate(places, 1)]
        enter_match(season=board.season, participants=participants, by=None, kind="tournament", facts={"field": 8})

    standings = load_standings(board)

    assert [one.label for one in standings.columns] == ["Events", "Best place"]
    assert {row.name: [one.text for one in row.figures] for row in standings.rows} == {
        "Bea": ["3", "1st"],
        "Ann": ["3", "1st"],
        "Cid": ["1", "2nd"],
    }


def test_the_rows_are_made_once_for_a_version(memory, django_assert_num_queries):
    board = board_of("points-exchange")
    play(board.season, "Ann", "Bea")
    first = load_standings(board).rows

    with django_assert_num_queries(1):
        assert load_standings(board).rows == first
    play(board.season, "Bea", "Ann")

    assert rows_of(board)["Bea"].rating == "1,001"


def test_the_rows_are_made_again_for_another_day(memory):
    with time_machine.travel("2026-03-10 23:00 +0000", tick=False) as clock:
        board = board_of("chips-daily")
        record_chips(board)
        assert rows_of(board)["Ann"].rating == "100"
        clock.move_to("2026-03-11 00:30 +0000", tick=False)
        assert rows_of(board)["Ann"].rating == "95"


def test_the_rows_are_made_again_for_another_option(memory):
    board = board_of("match-length-elo")
    play(board.season, "Ann", "Bea", length=5)
    assert rows_of(board)["Ann"].provisional == ""

    board.options = {"provisional_until": 20}
    board.save()

    assert rows_of(board)["Ann"].provisional == "Provisional: 15 more points of match length needed"


@pytest.mark.parametrize("pairs", [1, 3, 25])
def test_a_table_takes_a_constant_number_of_queries(pairs, django_assert_num_queries):
    board = board_of("match-length-elo")
    play_all(board.season, [(f"Ann {number}", f"Bea {number}") for number in range(pairs)], on=date(2026, 1, 3))
    play(board.season, "Ann 0", "Bea 0", on=date(2026, 1, 10))

    with django_assert_num_queries(9):
        rows = load_standings(board).rows

    assert len(rows) == 2 * pairs
