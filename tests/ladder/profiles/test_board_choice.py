"""Which board a page shows, and the links to the others."""

from datetime import date

import pytest

from ladder.profiles.queries.board_choice import choose_board, load_player_boards
from ladder.seasons.actions.life_cycle import close_season
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def boards():
    """Ann on two ladders, the second of which has two boards and the latest match."""
    play(season_of(make_ladder(slug="old", name="Old")), "Ann", "Bea", on=date(2026, 1, 1))
    ladder = make_ladder("points-exchange", "match-length-elo", slug="new", name="New")
    play(season_of(ladder), "Ann", "Bea", on=date(2026, 2, 1))
    return load_player_boards(make_player("Ann"))


def test_without_a_wish_it_is_the_board_played_on_last(boards):
    choice = choose_board(boards, "", None)
    assert (choice.board.system, choice.query) == ("points-exchange", f"?board={choice.board.pk}")
    assert [(one.label, one.is_shown) for one in choice.seasons] == [("New, All time", True), ("Old, All time", False)]


def test_tabs_are_the_boards_of_the_season_and_keep_the_day(boards):
    second = boards[1]
    choice = choose_board(boards, str(second.pk), date(2026, 2, 1))
    assert [(one.query, one.is_shown) for one in choice.tabs] == [
        (f"?board={boards[0].pk}&as-of=2026-02-01", False),
        (f"?board={second.pk}&as-of=2026-02-01", True),
    ]
    assert choice.today == f"?board={second.pk}"


def test_the_season_shown_keeps_its_board(boards):
    assert [one.board for one in choose_board(boards, str(boards[1].pk), None).seasons] == [boards[1].pk, boards[2].pk]


def test_a_closed_season_is_shown_as_it_ended(boards):
    close_season(boards[2].season, on=date(2026, 1, 31))
    closed = load_player_boards(make_player("Ann"))

    final, earlier = (choose_board(closed, str(boards[2].pk), date(2026, 1, day)) for day in (31, 30))

    assert (final.past, earlier.past) == (None, date(2026, 1, 30))
    assert [one.label for one in final.seasons] == ["New, All time", "Old, All time"]
