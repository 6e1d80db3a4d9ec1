"""Who won by one row: cells that contradict each other say nothing, and a slip is one player's alone."""

import pytest

from ladder.files.interpretation.doubts import Doubt, build_stranger_doubt, make_winner_step
from ladder.files.interpretation.row_outcomes import (
    are_spellings_alike,
    find_likelier_player,
    read_named_score,
    read_outcome,
    read_row_score,
)

PAIR = {"player1": "Ana", "player2": "Ben"}


@pytest.mark.parametrize(
    ("more", "score"),
    [
        ({"result": "2-0", "score1": "2", "score2": "0"}, 1.0),
        ({"result": "2-0", "score1": "0", "score2": "2"}, None),
        ({"result": "Ben", "score1": "2", "score2": "0"}, None),
        ({"score1": "1", "score2": "1"}, 0.5),
    ],
)
def test_a_result_and_scores_that_contradict_each_other_say_nothing(more, score):
    assert read_row_score(PAIR | more)[0] == score


def test_two_players_of_one_name_are_told_apart_by_no_name():
    assert read_named_score({"player1": "Ana", "player2": "ANA"}, "Ana") is None


def test_a_slip_for_either_player_is_neither_s():
    assert find_likelier_player("Ann", "Anna", "Anne") is None
    assert find_likelier_player("Benn", "Anna", "Ben") == 1
    assert not are_spellings_alike("A", "Anna")


def test_no_winner_is_preset_however_near_a_name_is():
    doubt = build_stranger_doubt(("Benn", "Anna", "Ben"), [2])
    assert doubt.default == "leave"
    assert [value for value, _ in doubt.choices] == ["second", "first", "leave"]


def test_a_score_that_a_spreadsheet_took_for_a_time_has_its_days():
    assert read_outcome("1900-01-01T01:20:00").shown == "25–20"
    assert read_outcome("1-1").score == 0.5


def test_names_cut_short_beyond_those_asked_one_by_one_are_one_question():
    rows = {number: {"player1": f"Kim {number}a", "player2": "Bo", "winner": f"{number}a"} for number in range(1, 51)}
    rows |= {51: {"player1": "Kim", "player2": "Bo", "winner": "Zed"}}
    doubts: list[Doubt] = []
    kept = make_winner_step(draws=True, kinds=())(rows, doubts, {})
    assert [doubt.key for doubt in doubts[40:]] == ["winners-short", "winners"]
    assert doubts[40].title == "The winner’s name is cut short in rows 41, 42, 43, 44, 45, 46, 47, 48 and 2 more."
    assert {row["result"] for row in kept.values()} == {"1"}
    assert len(kept) == 50


@pytest.mark.parametrize(
    ("text", "score", "shown"),
    [
        ("W 3-1", 1.0, "3–1"),
        ("L 1-3", 0.0, "1–3"),
        ("L 3-1", 0.0, "1–3"),  # the winner’s points first
        ("Won 6-4 3-6 6-2", 1.0, "6–4, 3–6, 6–2"),
        ("3-1 W", 1.0, "3–1"),
        ("D 2-2", 0.5, "2–2"),
        ("W 2-2", None, ""),
        ("Sieg 3:1", 1.0, "3–1"),
    ],
)
def test_a_word_beside_a_score_says_who_won(text, score, shown):
    assert (read_outcome(text).score, read_outcome(text).shown) == (score, shown)
