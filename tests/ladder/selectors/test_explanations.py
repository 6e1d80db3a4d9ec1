"""A match explained from the ledger's own numbers, on every board and for everyone."""

from datetime import date

import pytest

from ladder.models import RatingChange
from ladder.selectors import explanations
from ladder.services import matches
from ladder.services.results import Side, result_of, sides_of
from tests.factories import at, make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db


def explained(match):
    sides = sides_of(match)
    return explanations.explained(match, result_of(match, sides), {side.player.pk: side.player.name for side in sides})


def test_the_winner_comes_first_with_the_change_of_the_ledger():
    match = play(season_of(make_ladder()), "Ana", "Ben", 25)

    (board,) = explained(match)

    assert [(part.name, part.change) for part in board.parts] == [("Ana", "+10"), ("Ben", "−10")]
    assert board.title == "Why 10 points?"


def test_the_numbers_are_those_before_this_match():
    season = season_of(make_ladder())
    play(season, "Ana", "Ben", 25)
    match = play(season, "Ana", "Ben", 25)
    play(season, "Ana", "Ben", 25)

    (board,) = explained(match)

    assert board.parts[0].before == "1,810"
    assert board.parts[0].lines[0].value == "20.0"


def test_a_stake_is_split_between_what_was_and_what_would_have_been():
    match = play(season_of(make_ladder()), "Ana", "Ben", 25)

    assert explained(match)[0].split == ("10", "10", "20", "50.0%")


def test_a_board_that_is_not_zero_sum_has_no_split():
    season = season_of(make_ladder("nardgammon-elo"))

    assert explained(play(season, "Ana", "Ben"))[0].split is None


def test_what_the_clock_took_stands_before_what_the_match_gave():
    season = season_of(make_ladder("tournament-points"))
    for day in (date(2026, 1, 10), date(2026, 3, 10)):
        sides = [Side(make_player("Ana"), place=1), Side(make_player("Ben"), place=2)]
        match = matches.record(
            season=season, sides=sides, by=None, kind="tournament", played_at=at(day), facts={"field": 8}
        )

    lines = explained(match)[0].parts[0].lines

    assert [(line.rule, line.value) for line in lines] == [("T-3", "7.50"), ("T-1", "30.00"), ("T-2", "37.50")]


def test_names_keep_their_hyphens():
    match = play(season_of(make_ladder()), "Ana-Lu", "Ben")

    assert "Ana-Lu had 1,800.0" in explained(match)[0].parts[0].lines[0].sentence


def test_every_player_of_a_battle_is_explained():
    season = season_of(make_ladder("warlocks-score"))
    exits = {"Ana": ("standing", None), "Ben": ("dead", 1), "Cara": ("surrendered", 2)}
    sides = [Side(make_player(name), None, *left) for name, left in exits.items()]
    match = matches.record(season=season, sides=sides, by=None, kind="ladder")

    parts = explained(match)[0].parts

    assert [(part.name, part.change, bool(part.lines)) for part in parts] == [
        ("Ana", "+2", True),
        ("Ben", "+0", True),
        ("Cara", "+0", True),
    ]


def test_a_void_match_has_no_explanation(organiser):
    match = play(season_of(make_ladder()), "Ana", "Ben")
    match = matches.void(match=match, by=organiser, reason="Twice.", revision=1)

    assert (explained(match), RatingChange.objects.count()) == ([], 0)
