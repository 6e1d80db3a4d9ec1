"""What happened besides matches, as the change log says it."""

from datetime import date

import pytest

from ladder.changes.change_log import LogFilter, load_log_page
from ladder.models import Season
from ladder.people.actions.players import change_player
from ladder.seasons.actions.boards import change_board
from ladder.seasons.actions.life_cycle import change_season, close_season, open_next_season, reopen_season
from ladder.seasons.actions.starting_ratings import change_opening_rule
from tests.changes import add_board, merge_players, remove_board, undo_merge
from tests.factories import make_ladder, make_player, make_twins, play, season_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def season():
    """Ada beat Bo, and the day after beat Bo again, entered as Ada B.: 1,010 each, Bo 980 (P-4)."""
    return make_twins(date(2026, 1, 5))


@pytest.fixture
def follower(season):
    return open_next_season(close_season(season), slug="next", name="Next", rule=Season.Rule.CARRY)


def newest(season):
    """Return the newest line: who did what to what, why, from what to what, and how many matches were rated anew."""
    line = load_log_page(season.ladder).lines[0]
    entry = line.entry
    said = f"{entry.who} {entry.verb} {line.title}"
    return said, entry.reason, [tuple(one) for one in entry.differences], line.rated


def test_a_merge_says_who_was_merged_and_what_it_moved(season, organiser):
    """The second match was between 1,000 and 990, now between 1,010 and 990 (P-4): 9 instead of 10."""
    merge_players(player=make_player("Ada B."), into=make_player("Ada"), by=organiser, reason="One person")

    assert newest(season) == ("organiser merged Ada B. into Ada", "One person", [], 1)
    (effect,) = load_log_page(season.ladder).lines[0].entry.effects
    assert [(move.name, move.change, move.after) for move in effect.moves] == [
        ("Ada", "+9", "1,019"),
        ("Bo", "+1", "981"),
        ("Ada B.", "", ""),
    ]


def test_undoing_a_merge_is_another_event(season, organiser):
    ada_b = make_player("Ada B.")
    merge_players(player=ada_b, into=make_player("Ada"))
    undo_merge(player=ada_b, by=organiser, reason="They are two")

    assert newest(season) == ("organiser undid the merge of Ada B. into Ada", "They are two", [], 1)


def test_a_rename_says_from_what_to_what(season, organiser):
    change_player(player=make_player("Bo"), by=organiser, reason="Married", name="Bo Ek")

    assert newest(season) == ("organiser renamed Bo Ek", "Married", [("name", "Bo", "Bo Ek")], 0)


def test_other_options_say_which(season, organiser):
    board = season.boards.get()
    change_board(board=board, system=board.system, values={"start": 1200}, by=organiser, reason="Higher")

    old, new = "Points exchange", "Points exchange (Starting points: 1,200)"
    assert newest(season) == ("organiser changed the options of All time", "Higher", [("options", old, new)], 2)


def test_another_system_compares_no_points(season, organiser):
    """Everybody has a new number on it, which is no move from the old one."""
    system = "match-length-elo"
    change_board(board=season.boards.get(), system=system, values={}, by=organiser, reason="Finer")

    change = ("rating system", "Points exchange", "Match-length Elo")
    assert newest(season) == ("organiser changed the rating system of All time", "Finer", [change], 2)
    assert load_log_page(season.ladder).lines[0].entry.effects == []


def test_a_board_more_and_one_less(season, organiser):
    add_board(season=season, system="match-length-elo", values={}, by=organiser, reason="Both")
    assert newest(season) == ("organiser added a board to All time", "Both", [("added", "", "Match-length Elo")], 0)

    remove_board(board=season.boards.first(), by=organiser, reason="One is enough")
    gone = ("removed", "Points exchange", "")
    assert newest(season) == ("organiser removed a board from All time", "One is enough", [gone], 0)


def test_another_opening_says_both(follower, organiser):
    change_opening_rule(season=follower, rule=Season.Rule.SHRINK, factor=0.25, by=organiser, reason="Fairer")

    change = ("starting ratings", "Ratings carry over", "Ratings move towards the starting rating, 0.25 kept")
    assert newest(follower) == ("organiser changed the starting ratings of Next", "Fairer", [change], 0)


def test_seasons_close_open_and_are_reopened(season, organiser):
    close_season(season, by=organiser)
    assert newest(season) == ("organiser closed All time", "", [], 0)
    reopen_season(season, by=organiser, reason="One result was wrong")
    assert newest(season) == ("organiser reopened All time", "One result was wrong", [], 0)
    open_next_season(close_season(season), slug="next", name="Next", rule=Season.Rule.FRESH, by=organiser)
    assert newest(season) == ("organiser opened Next", "", [("starting ratings", "", "Everyone starts afresh")], 0)


def test_what_stays_as_it_is_is_no_event(season, organiser):
    change_player(player=make_player("Bo"), by=organiser, name="BO")
    same = {"name": season.name, "starts_on": season.starts_on, "ends_on": season.ends_on}
    change_season(season=season, by=organiser, **same)

    assert load_log_page(season.ladder, what=LogFilter.EVENTS).lines == []


def test_who_is_on_no_ladder_is_in_no_log(season, organiser):
    play(season_of(make_ladder(slug="other", name="Other")), "Cy", "Dee")
    change_player(player=make_player("Cy"), by=organiser, name="Cyrus")
    change_player(player=make_player("Nobody"), by=organiser, name="Somebody")

    assert load_log_page(season.ladder, what=LogFilter.EVENTS).lines == []
