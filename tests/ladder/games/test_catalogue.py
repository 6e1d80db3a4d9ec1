"""The files of the games: each is whole and holds together, and each game is found by the words people use."""

import tomllib
from pathlib import Path

import pytest

from ladder import games
from ladder.formats import MATCH_LENGTH
from ladder.games import (
    GAME_GROUPS,
    find_doubles_game,
    find_game,
    find_other_game,
    list_games,
    list_ladder_games,
    list_side_choices,
    search_games,
)
from ladder.games.catalogue import build_game
from ladder.models import Ladder
from ladder.ratings import RatingError

pytestmark = pytest.mark.once

GAMES = list_games()
FILES = sorted(Path(games.__file__).parent.glob("*.toml"))
BACKGAMMON = next(path for path in FILES if path.stem == "backgammon")


def test_every_file_is_a_game_and_the_one_for_all_others_comes_last():
    assert {game.key for game in GAMES} == {path.stem for path in FILES}
    assert (GAMES[-1].key, find_other_game(), find_game("cricket on ice")) == ("other", GAMES[-1], None)
    assert {game.group for game in GAMES} == set(GAME_GROUPS)


def test_a_game_that_is_played_in_doubles_too_is_three_games_of_a_ladder():
    assert [(one.key, one.label) for one in list_side_choices(find_game("badminton-doubles"))] == [
        ("badminton", "Badminton"),
        ("badminton-doubles", "Badminton doubles"),
        ("badminton-both", "Badminton, singles and doubles"),
    ]
    assert {game.family for game in GAMES if game.doubles} >= {
        "table-tennis", "squash", "badminton", "darts", "pool", "tennis-singles",
    }  # fmt: skip
    assert list_side_choices(find_game("chess")) == []


@pytest.mark.parametrize(
    ("key", "doubles"),
    [
        ("table-tennis", "table-tennis-doubles"),
        ("tennis-singles", "tennis-doubles"),
        ("pool-both", "pool-doubles"),
        ("padel", "padel"),
        ("chess", "other-doubles"),
        ("", "other-doubles"),
    ],
)
def test_every_game_has_one_in_doubles(key, doubles):
    assert find_doubles_game(key).key == doubles


@pytest.mark.parametrize("game", list_ladder_games(), ids=str)
def test_a_game_says_all_in_clauses_and_sets_a_ladder(game):
    clauses = [game.match, *(one.why for one in game.systems)]
    assert [text for text in clauses if not text[0].islower() or text.endswith(".") or len(text) > 100] == []
    ladder = Ladder(slug="club", name=game.label, **game.settings)
    ladder.clean_fields()
    ladder.clean()


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("ping", "table-tennis"),
        ("TABLE TEN", "table-tennis"),
        ("8-ball", "pool"),
        ("baduk", "go"),
        ("checkers", "draughts"),
        ("nardi", "backgammon"),
    ],
)
def test_a_game_is_found_by_the_words_people_use(words, key):
    assert key in [game.key for game in search_games(words)]


def test_all_words_are_looked_for_and_none_find_every_game():
    assert [game.key for game in search_games("table xyz")] == []
    assert search_games(" ") == GAMES


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"group": "Sport"}, "There is no group Sport."),
        ({"entry": "several"}, "match-length-elo doesn't rate a game that is entered by several."),
        ({"draws": True}, "match-length-elo has no draws."),
        ({"system": {"key": "chess", "because": "x"}}, "There is no rating system called chess."),
        ({"system": {"key": "match-length-elo", "because": "x", "options": {"k": 1}}}, "has no option called k."),
        ({"colour": "green"}, "unexpected keyword argument 'colour'"),
        ({"alternatives": [{"key": "match-length-elo", "when": "x"}]}, "A game has a recommended system and"),
    ],
)
def test_a_file_that_is_wrong_is_refused(values, sentence):
    right = tomllib.loads(BACKGAMMON.read_text(encoding="utf-8"))
    with pytest.raises((ValueError, TypeError, RatingError), match=sentence):
        build_game("backgammon", right | values)


def test_the_usual_lengths_of_a_game_become_the_buttons_of_its_ladders():
    assert find_game("backgammon").settings["match_lengths"] == "3 5 7 9 11"
    assert Ladder(**find_game("pool").settings).fit_fact(MATCH_LENGTH).usual == (3, 5, 7, 9)
    assert (Ladder().fit_fact(MATCH_LENGTH), "match_lengths" in find_game("chess").settings) == (MATCH_LENGTH, False)
