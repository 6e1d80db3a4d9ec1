"""A past day as it was then known: what came later, to the matches of that day too, is left out."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from ladder.ledger.form_and_counts import load_everybody_before
from ladder.ledger.storage.tables import place_after_day
from ladder.matches.actions.corrections import correct_match, restore_match, void_match
from ladder.models import MatchRevision
from ladder.standings.queries.as_known_then import build_known_table, has_changed_since, load_comparison
from tests.changes import merge_players
from tests.factories import enter_when_played, make_ladder, make_player, make_two_days, play, season_of

pytestmark = pytest.mark.django_db

DAY = date(2026, 3, 1)


@pytest.fixture
def season():
    return make_two_days(DAY)


@pytest.fixture
def board(season):
    return season.boards.select_related("season__ladder").get()


def told(board, day=DAY):
    """The lines as rank, rating, rank now, rating now, by name."""
    return {one.name: one[2:6] for one in load_comparison(board, day)}


def test_without_changes_both_tables_are_one(season, board):
    assert not has_changed_since(season, DAY)
    assert told(board) == {"Ada": ("1", "1,010", "1", "1,010"), "Bo": ("2", "990", "2", "990")}
    assert {line.change for line in load_comparison(board, DAY)} == {""}


def test_a_later_correction_was_not_known(season, board):
    """P-5: between equals 10 points move."""
    match = season.matches.first()
    void_match(match=match, by=None, reason="It was practice", revision=1)
    assert (has_changed_since(season, DAY), has_changed_since(season, DAY - timedelta(1))) == (
        True,
        False,
    )
    assert told(board) == {"Ada": ("1", "1,010", "", ""), "Bo": ("2", "990", "", "")}
    restore_match(match=match, by=None, reason="It was not", revision=2)
    assert not has_changed_since(season, DAY)


def test_the_same_match_told_in_another_zone_was_known(season):
    """Versions told moments in the club's zone once."""
    match = season.matches.last()
    first = match.revisions.get(number=1).version
    noon = f"{match.played_at:%Y-%m-%d}T14:00:00+02:00"
    match.revisions.update(version=first | {"played_at": noon})
    void_match(match=match, by=None, reason="It was practice", revision=1)
    restore_match(match=match, by=None, reason="It was not", revision=2)
    assert not has_changed_since(season, DAY + timedelta(1))


def test_a_match_that_was_entered_late_was_not_known(season, board):
    play(season, "Dee", "Bo", on=DAY)
    assert has_changed_since(season, DAY)
    lines = told(board)
    assert (lines["Dee"][:2], lines["Bo"][:2]) == (("", ""), ("2", "990"))
    assert lines["Dee"][2] == lines["Ada"][2] == "1="


def test_a_match_that_was_moved_to_another_day_was_known_on_its_own(season, board):
    match = season.matches.first()
    correct_match(
        match=match, by=None, reason="A day later", revision=1, played_at=match.played_at + timedelta(hours=25)
    )
    assert told(board) == {"Ada": ("1", "1,010", "", ""), "Bo": ("2", "990", "", "")}


def test_a_reason_alone_makes_no_difference(season):
    match = season.matches.first()
    correct_match(match=match, by=None, reason="Just to say so", revision=1, facts={"length": 9})
    correct_match(match=match, by=None, reason="As it was", revision=2, facts={"length": 5})
    assert not has_changed_since(season, DAY)


def test_an_imported_match_was_known_when_it_was_played(season):
    MatchRevision.objects.update(verb="import", at=timezone.now())
    assert not has_changed_since(season, DAY)


@pytest.mark.parametrize("key", ["match-length-elo", "nardgammon-elo", "provisional-elo"])
def test_all_that_is_known_gives_the_table_of_the_ledger(key):
    season = season_of(make_ladder(key))
    for number in range(6):
        play(season, "ABC"[number % 3], "BCA"[number % 3], 3 + number, on=DAY + timedelta(number))
    enter_when_played()
    board = season.boards.select_related("season__ladder").get()
    day = DAY + timedelta(4)
    stored = load_everybody_before(board, place_after_day(day))
    known = build_known_table(board, day)
    assert {one: (past.rating.points, past.counts) for one, past in known.items()} == {
        one: (past.rating.points, past.counts) for one, past in stored.items()
    }


def test_a_merged_player_is_whom_they_count_as(season, board):
    play(season, "Ada B.", "Bo", on=DAY)
    enter_when_played()
    void_match(match=season.matches.first(), by=None, reason="Not played", revision=1)
    merge_players(player=make_player("Ada B."), into=make_player("Ada"))
    assert {name: line[0] for name, line in told(board).items()} == {"Ada": "1", "Bo": "2"}


@pytest.mark.parametrize("count", [2, 6])
def test_a_constant_number_of_queries(season, board, count, django_assert_num_queries):
    for number in range(count):
        match = play(season, f"Dee {number}", "Bo", on=DAY)
        void_match(match=match, by=None, reason="Not played", revision=1)
    enter_when_played()
    with django_assert_num_queries(1):
        has_changed_since(season, DAY)
    assert len(load_comparison(board, DAY)) == 2 + count
