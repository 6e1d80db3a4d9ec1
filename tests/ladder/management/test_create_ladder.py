"""Making a ladder from the command line."""

import pytest

from ladder.models import Board, Ladder, Season

pytestmark = pytest.mark.django_db


def test_a_ladder_has_one_season_without_dates_and_its_boards_in_order(run):
    made = run("create_ladder", "club", "--board", "warlocks-score", "--board", "warlocks-elo")
    assert made.out == "Club has one season, all-time, with: Warlocks score, Warlocks Elo.\n"
    season = Season.objects.get()
    assert (season.slug, season.starts_on, season.ends_on, season.closed_at) == ("all-time", None, None, None)
    assert [board.system for board in season.boards.all()] == ["warlocks-score", "warlocks-elo"]


def test_name_season_and_options_are_as_given(run):
    words = ("--name", "Tuesday", "--season", "spring", "--option", "match-length-elo.start=1500")
    run("create_ladder", "club", "--board", "match-length-elo", *words)
    assert (Ladder.objects.get().name, Season.objects.get().slug) == ("Tuesday", "spring")
    assert Board.objects.get().options == {"start": 1500.0}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--board", "points-exchange", "--option", "chips-total.x=1"], "with the key of a board here"),
        (["--board", "points-exchange", "--option", "start"], "Write an option as name=value, not “start”."),
        (["--board", "points-exchange", "--option", "points-exchange.speed=1"], "has no option called speed."),
        (["--board", "chess"], "There is no rating system called chess."),
        (["--board", "chips-total", "--board", "chips-total"], "already exists"),
        ([], "A ladder needs a rating system."),
        (["--board", "chips-total", "--season", "no good"], "Enter a valid"),
        (["--board", "chips-total", "--from", "x.json"], "by --board or by --from, but not by both."),
        (["--from", "nowhere.json"], "There is no file nowhere.json."),
    ],
)
def test_what_makes_no_ladder_is_refused(run, words, sentence):
    refused = run("create_ladder", "club", *words)
    assert (refused.out, refused.code, Ladder.objects.count()) == ("", 2, 0)
    assert sentence in refused.err


def test_a_taken_or_reserved_slug_is_refused(run):
    run("create_ladder", "club", "--board", "chips-total")
    taken = run("create_ladder", "club", "--board", "chips-total")
    assert (taken.err, taken.code) == ("Another ladder already has this address.\n", 2)
    reserved = run("create_ladder", "admin", "--board", "chips-total")
    assert reserved.err == "“admin” is used by the site itself. Choose another address.\n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"name": "Club", "reporters": "players", "season": {"slug": "a", "name": "A"}, "boards": [7]}',
        '{"name": "Club", "reporters": "players", "season": {"slug": "a", "name": "A"},'
        ' "boards": [{"system": "chips-total", "options": {}, "openings": [{"name": "Bo", "points": NaN}]}]}',
        '{"name": "Club", "reporters": "players", "season": {"slug": "a", "name": "A"},'
        ' "boards": [{"system": "chips-total", "options": {}, "openings": [{"name": "Bo"}]}]}',
    ],
)
def test_a_description_that_is_not_one_is_refused(run, write, text):
    refused = run("create_ladder", "club", "--from", write("x.json", text))
    assert refused.err == "This isn't a description of a ladder as export_matches writes it.\n"
    assert (refused.code, Ladder.objects.count()) == (2, 0)


def test_a_game_chooses_the_system_and_the_settings(run):
    made = run("create_ladder", "club", "--game", "darts")
    assert made.out == "Club has one season, all-time, with: Match-length Elo.\n"
    assert (Ladder.objects.get().confirm_hours, Ladder.objects.get().inactive_after) == (24, 60)
    run("create_ladder", "other", "--game", "darts", "--board", "points-exchange")
    assert Board.objects.get(season__ladder__slug="other").system == "points-exchange"


def test_a_game_that_is_not_there_is_refused(run):
    assert "There is no game called quoits. Choose one of: " in run("create_ladder", "club", "--game", "quoits").err
    both = run("create_ladder", "club", "--game", "darts", "--from", "x.json")
    assert (both.code, both.err) == (2, "Give the game or --from, but not both.\n")
