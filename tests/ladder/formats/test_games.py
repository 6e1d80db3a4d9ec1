"""The points of games: as text, as typed, and beside who won."""

import pytest

from ladder.formats import (
    DRAWN,
    LOST,
    RATED,
    RETIRED,
    STOPPED,
    WALKOVER,
    WON,
    Game,
    RatingError,
    add_games,
    build_duel,
    build_tournament,
    find_games_score,
    format_games,
    parse_games,
    print_games,
    read_games,
    turn_games,
)
from ladder.ratings import SAMPLE_DAY

THREE = (Game(11, 7), Game(9, 11), Game(11, 5))
TENNIS = (Game(6, 4), Game(6, 7, 5), Game(10, 8))


@pytest.mark.parametrize(
    ("typed", "games"),
    [
        ("11-7 9-11 11-5", THREE),
        ("11:7, 9–11; 11 - 5", THREE),
        ("  11/7,9/11,11/5. ", THREE),
        ("11 7 9 11 11 5", THREE),
        ("6-4 6-7(5) 10-8", TENNIS),
        ("6–4, 6–7 (5), [10-8]", TENNIS),
        ("6-4 6-7(7-5) 10-8", TENNIS),
        ("3-1", (Game(3, 1),)),
        ("3-1 in games", (Game(3, 1, unit="game"),)),
        ("2:0 Sets", (Game(2, 0, unit="set"),)),
        ("6-2 4-6 (10-8)", (Game(6, 2), Game(4, 6), Game(10, 8))),
        ("6-2, 4-6 [10:8]", (Game(6, 2), Game(4, 6), Game(10, 8))),
        ("7-6 (7-5) 6-7 (3) (10-8)", (Game(7, 6, 5), Game(6, 7, 3), Game(10, 8))),
        ("6-4 7-6 (7-5)", (Game(6, 4), Game(7, 6, 5))),
        ("", ()),
    ],
)
def test_a_score_is_read_however_it_is_typed(typed, games):
    assert read_games(typed) == (games, "")


@pytest.mark.parametrize("typed", ["6-4 2-1 ret.", "6-4, 2-1 (Retired)", "6-4 2-1 RET"])
def test_a_score_says_that_somebody_retired(typed):
    assert read_games(typed) == ((Game(6, 4), Game(2, 1)), RETIRED)


@pytest.mark.parametrize(
    "typed", ["11-7 5-11 stopped", "11:7, 5:11 abgebr.", "11-7 5-11 (Abgebrochen)", "11-7 5-11 unfinished"]
)
def test_a_score_says_that_both_stopped(typed):
    assert read_games(typed) == ((Game(11, 7), Game(5, 11)), STOPPED)


@pytest.mark.parametrize("typed", ["abc", "11-7 9", "11-7-5", "11-", "-3", "1.5-2", "11-7 9-11 x", "1-1 " * 100])
def test_what_is_no_score_is_refused_in_a_sentence(typed):
    with pytest.raises(RatingError, match=r"[.]$"):
        read_games(typed)


def test_a_tie_break_behind_a_set_that_somebody_gave_up_is_that_set_s_own():
    assert read_games("7-5 6-7 (3-7) ret.") == ((Game(7, 5), Game(6, 7, 3)), RETIRED)


def test_a_score_has_at_most_99_games():
    assert len(read_games("1-0 " * 99)[0]) == 99
    with pytest.raises(RatingError, match=r"at most 99 games\."):
        read_games("1-0 " * 100)


def test_a_score_is_kept_as_text_and_printed_with_dashes():
    assert format_games(TENNIS) == "6-4 6-7(5) 10-8"
    assert print_games(TENNIS) == "6–4 6–7(5) 10–8"
    assert parse_games("6-4 6-7(5) 10-8") == TENNIS
    assert format_games(turn_games(TENNIS)) == "4-6 7-6(5) 8-10"
    for text in ("06-4", "6-4  6-7", " 6-4", "6–4"):
        with pytest.raises(RatingError):
            parse_games(text)


def test_games_won_are_kept_as_text_printed_and_turned():
    won = parse_games("3-1 in games")
    assert won == (Game(3, 1, unit="game"),)
    assert (format_games(won), print_games(won)) == ("3-1 in games", "3–1 in games")
    assert format_games(turn_games(won)) == "1-3 in games"
    for text in ("3-1 in games 3-1 in games", "3-1 games", "3-1 in points", "3-1  in games"):
        with pytest.raises(RatingError):
            parse_games(text)


def test_who_won_more_games_won():
    assert [find_games_score(parse_games(text)) for text in ("3-1", "11-7 9-11 5-11", "2-2", "1-0 0-1")] == [
        WON, LOST, DRAWN, DRAWN,
    ]  # fmt: skip


def test_a_score_has_to_fit_the_result():
    won, drawn = (build_duel("Ann", "Bo", score, ended=SAMPLE_DAY) for score in (WON, DRAWN))
    assert add_games(won, THREE).games == THREE
    assert add_games(won, (Game(0, 6),), RETIRED).ending == RETIRED
    assert add_games(drawn, (Game(2, 2),)).games == (Game(2, 2),)
    assert add_games(drawn, (Game(11, 2), Game(3, 1)), STOPPED).ending == STOPPED
    assert add_games(drawn, (), STOPPED).scores == (DRAWN, DRAWN)
    assert add_games(won, ()) is won
    cup = build_tournament(["Ann", "Bo"], [1, 2], ended=SAMPLE_DAY)
    walkover = build_duel("Ann", "Bo", ended=SAMPLE_DAY, kind=WALKOVER)
    for result, games, ending in [
        (won, turn_games(THREE), ""),
        (drawn, THREE, ""),
        (won, (Game(1, 1),), ""),
        (drawn, (), RETIRED),
        (won, (), STOPPED),
        (walkover, (), STOPPED),
        (walkover, THREE, ""),
        (cup, THREE, ""),
        (won, THREE, "lost"),
        (won, (Game(10_000, 0),), ""),
        (won, (Game(11, 2), Game(3, 1, unit="game")), ""),
        (won, (Game(1, 3, unit="game"),), ""),
    ]:
        with pytest.raises(RatingError):
            add_games(result, games, ending)
    assert RATED.format.turn(add_games(won, THREE), LOST).games == ()
