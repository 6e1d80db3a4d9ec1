"""What a change to the past did to the standings."""

from datetime import date

import pytest

from ladder.changes.versions import list_effects
from ladder.matches.actions.corrections import correct_match, void_match
from ladder.models import Adjustment, MatchRevision
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    return season_of(make_ladder())


def effects_of_last():
    return list_effects(MatchRevision.objects.latest("id").adjustments.all())


def test_everyone_who_moved_is_named_the_largest_move_first(season):
    match = play(season, "Ana", "Ben", 25, on=date(2026, 1, 1))  # ±10
    play(season, "Ana", "Cara", 25, on=date(2026, 1, 2))

    correct_match(match=match, by=None, reason="It was to 1.", revision=1, facts={"length": 1})  # ±2

    (effect,) = effects_of_last()
    assert (effect.label, effect.moved, effect.others) == ("Match-length Elo", 3, 0)
    assert [(move.name, move.direction) for move in effect.moves] == [("Ben", "up"), ("Ana", "down"), ("Cara", "down")]
    assert effect.moves[0][2:5] == ("1,790", "1,798", "+8")


def test_who_leaves_the_table_is_gone(season):
    match = play(season, "Ana", "Ben", 25, on=date(2026, 1, 1))
    play(season, "Cara", "Dan", on=date(2026, 1, 2))

    void_match(match=match, by=None, reason="It was practice.", revision=1)

    moves = effects_of_last()[0].moves
    assert [(move.name, move.before, move.after, move.change) for move in moves] == [
        ("Ana", "1,810", "", ""),
        ("Ben", "1,790", "", ""),
    ]


def test_a_result_that_comes_late_says_who_joined(season):
    play(season, "Cara", "Dan", on=date(2026, 1, 2))

    play(season, "Ana", "Ben", 25, on=date(2026, 1, 1))

    moves = effects_of_last()[0].moves
    assert [(move.name, move.before, move.after, move.change) for move in moves] == [
        ("Ana", "", "1,810", "+10"),
        ("Ben", "", "1,790", "−10"),
    ]


def test_the_newest_result_moves_nobody_else(season):
    play(season, "Ana", "Ben")

    assert effects_of_last() == []


def moved(season, *after):
    """The effect of adjustments from 1,800 to these ratings."""
    board, people = season.boards.get(), [make_player(f"Player {number:02}") for number in range(len(after))]
    rows = [Adjustment(board=board, player=one, before=1800, after=to) for one, to in zip(people, after, strict=True)]
    (effect,) = list_effects(rows)
    return effect


def test_moves_too_small_to_print_are_only_counted(season):
    effect = moved(season, 1800.04, 1800.06)

    assert ([move.change for move in effect.moves], effect.moved, effect.unseen) == (["+0.1"], 1, 1)


def test_of_very_many_the_rest_is_counted(season):
    effect = moved(season, *range(1801, 1861))

    assert (len(effect.moves), effect.moved, effect.others) == (50, 60, 10)
