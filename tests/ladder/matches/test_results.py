"""The latest results, as sentences."""

import pytest

from ladder.formats import Exit, ParticipantResult, ResultSentence, join_names
from ladder.matches.queries.results import list_latest_matches
from tests.factories import enter_match, make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db


def board_of(key):
    return season_of(make_ladder(key)).boards.select_related("season__ladder").first()


def record(board, kind, *participants, **facts):
    named = [ParticipantResult(make_player(name), **how) for name, how in participants]
    return enter_match(season=board.season, participants=named, by=None, kind=kind, facts=facts)


def test_a_duel_says_who_beat_whom():
    board = board_of("match-length-elo")
    play(board.season, "Ann", "Bea", length=4)
    match = play(board.season, "Cid", "Bea", length=9)

    first, _ = list_latest_matches(board)

    assert (first.match, first.outcome, first.length) == (match.pk, ResultSentence("Cid", "beat Bea"), "9")
    assert (first.change, first.direction) == ("+6", "up")


def test_a_draw_names_both():
    board = board_of("provisional-elo")
    play(board.season, "Ann", "Bea", drawn=True)

    assert list_latest_matches(board)[0].outcome == ResultSentence("Ann", "drew with Bea")


def test_a_battle_names_the_winner_first():
    board = board_of("warlocks-score")
    dead, standing = {"exit": Exit("dead", 3)}, {"exit": Exit("standing")}
    record(board, "ladder", ("Ann", dead), ("Bea", standing), ("Cid", {"exit": Exit("surrendered", 2)}))

    assert list_latest_matches(board)[0].outcome == ResultSentence("Bea", "beat Ann and Cid")


def test_a_battle_without_a_winner_says_so():
    board = board_of("warlocks-score")
    dead = {"exit": Exit("dead", 3)}
    record(board, "ladder", ("Ann", dead), ("Bea", dead), ("Cid", dead))

    assert list_latest_matches(board)[0].outcome == ResultSentence("Nobody", "won between Ann, Bea and Cid")


def test_a_tournament_names_its_winner_and_its_field():
    board = board_of("tournament-points")
    record(board, "tournament", ("Ann", {"place": 2}), ("Bea", {"place": 1}), field=8)

    assert list_latest_matches(board)[0].outcome == ResultSentence("Bea", "won a tournament of 8")


def test_long_lists_of_names_are_cut():
    assert join_names(["Ann", "Bea", "Cid", "Dan"]) == "Ann, Bea, Cid and Dan"
    assert join_names(["Ann", "Bea", "Cid", "Dan", "Eve"]) == "Ann, Bea, Cid and 2 others"
