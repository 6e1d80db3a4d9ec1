"""A player's place, and the player above."""

from datetime import date

import pytest

from ladder.profiles.queries.profile import load_profile_rank
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def board():
    """Three players: after 1 May Ann leads; after 2 May Cleo does, and Bea has had two losses."""
    season = season_of(make_ladder("points-exchange"))
    play(season, "Ann", "Bea", on=date(2026, 5, 1))
    play(season, "Cleo", "Bea", on=date(2026, 5, 2))
    return season.boards.get()


def test_the_gap_to_the_next_is_in_points(board):
    # Ann 1010, Bea 990; Cleo's 1000 is 10 above Bea's 990, so each way 10 (P-4): Cleo 1010, Bea 980
    last, second, first = (load_profile_rank(board, make_player(name)) for name in ("Bea", "Cleo", "Ann"))
    assert (last.words, last.above.name, last.above.gap) == ("3rd of 3", "Cleo", "30")
    assert (second.words, second.above.name, second.above.gap) == ("joint 1st of 3", "Ann", "")
    assert (first.words, first.above) == ("joint 1st of 3", None)


def test_a_past_day_counts_who_had_played_by_then(board):
    found = load_profile_rank(board, make_player("Bea"), date(2026, 5, 1))
    assert (found.words, found.above.name, found.above.gap) == ("2nd of 2", "Ann", "20")
    assert load_profile_rank(board, make_player("Cleo"), date(2026, 5, 1)) is None


def test_the_movement_counts_from_the_club_day_before(board):
    # after 1 May Ann was first and Bea second; on 2 May Cleo came in between
    assert load_profile_rank(board, make_player("Bea")).movement == ("down", 1)
    assert load_profile_rank(board, make_player("Ann")).movement == ("same", 0)
    assert load_profile_rank(board, make_player("Cleo")).movement.direction == "new"
    assert load_profile_rank(board, make_player("Bea")).since == "1 May 2026"
