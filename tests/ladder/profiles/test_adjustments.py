"""What changes to the past did to those who did not play."""

from datetime import date

import pytest

from ladder.matches.actions.corrections import void_match
from ladder.models import Adjustment, Ladder
from ladder.profiles.queries.board_choice import choose_board, load_player_boards
from ladder.profiles.queries.statement import load_adjustments
from ladder.seasons.actions.boards import change_board
from tests.changes import merge_players
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    """A match of Ann and Bea, after which Cleo beat Ann; then it is voided."""
    season = season_of(make_ladder("points-exchange"))
    match = play(season, "Ann", "Bea", on=date(2026, 5, 1))
    play(season, "Cleo", "Ann", on=date(2026, 5, 2))
    play(season, "Ann", "Dana", on=date(2026, 5, 3))
    void_match(match=match, by=None, reason="Entered twice", revision=1)
    return match


def moved(name, asked=None):
    player = make_player(name)
    return load_adjustments(choose_board(load_player_boards(player), "", asked), player)


def test_a_void_match_of_others_is_a_line(match):
    # Ann had 1010 and lost 10 to Cleo's 1000 (P-4), then won 10 from Dana: 1010; without the first, 990 + 10
    assert [(one.title, one.verb, one.reason, one.before, one.change, one.after) for one in moved("Ann")] == [
        (f"match {match.pk}", "voided", "Entered twice", "1,010", "−10", "1,000")
    ]


def test_a_change_too_small_to_print_is_no_figure(match):
    Adjustment.objects.filter(player=make_player("Ann")).update(before=1000.0, after=1000.04)  # B-7: one decimal

    assert [(one.before, one.change, one.after) for one in moved("Ann")] == [("1,000", "", "1,000")]


def test_a_cause_that_is_no_match_is_said(match, organiser):
    """With what Dana lost, 10 points (P-4), Cleo's 1,010 stand at 1,000."""
    merge_players(player=make_player("Dana"), into=make_player("Cleo"), by=organiser, reason="One person")

    assert [(one.who, one.verb, one.title, one.url, one.reason, one.before, one.after) for one in moved("Cleo")] == [
        (
            "organiser",
            "merged",
            "Dana into Cleo",
            make_player("Cleo").get_absolute_url(),
            "One person",
            "1,010",
            "999",
        )
    ]


def test_on_another_system_nobody_stood_before(match, organiser):
    board = season_of(Ladder.objects.get()).boards.get()
    change_board(board=board, system="match-length-elo", values={}, by=organiser, reason="Finer")

    newest = moved("Cleo")[0]
    assert (newest.verb, newest.title, newest.before, newest.change) == (
        *("changed the rating system of", "All time", "none"),
        "",
    )


def test_who_did_not_move_has_no_line(match):
    assert moved("Cleo") == []


def test_who_played_nothing_else_no_longer_stands(match):
    assert load_player_boards(make_player("Bea")) == []


def test_a_past_day_shows_what_was_changed_by_then(match):
    assert moved("Ann", date(2026, 5, 4)) == []
