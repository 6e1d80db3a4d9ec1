"""A board with very many players: its pages and ranks are those of the whole table."""

import random
from copy import deepcopy
from datetime import timedelta

import pytest
from django.template.loader import render_to_string
from django.utils import timezone

from ladder import ledger
from ladder.ledger.settlement import find_stale_activity, set_last_activity
from ladder.matches.actions.corrections import correct_match, void_match
from ladder.models import Ladder, Match, Opening, Standing
from ladder.standings.queries.long_board import LongBoard, load_long_standings
from ladder.standings.queries.overview import describe_own_rank
from ladder.standings.queries.table import load_standings
from ladder.templatetags.board import render_movement
from players.models import Player
from tests.factories import board_of, play, play_all

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def stored(store_once):
    return store_once(make_long_board)


@pytest.fixture
def board(stored):
    return deepcopy(stored)


def make_long_board():
    """Forty players, many of them level; some are away, some have not played, some not for long."""
    luck, today = random.Random(2), timezone.localdate()
    board = board_of("points-exchange")
    for day in (61, 20, 0):
        names = [f"P{n:02}" for n in range(40)]
        luck.shuffle(names)
        play_all(board.season, list(zip(names[:8], names[8:16], strict=True)), on=today - timedelta(day))
    new = [Player(name=f"New {number}", key=f"new {number}") for number in range(4)]
    Player.objects.bulk_create(new)
    brought = zip(new, (1700, 1810, 1810, 1900), strict=True)
    Opening.objects.bulk_create([Opening(board=board, player=one, points=points) for one, points in brought])
    ledger.settle(board.season)
    players = list(Player.objects.order_by("pk"))
    for player, field, value in (
        (players[3], "retired_on", today - timedelta(1)),
        (players[5], "retired_on", today + timedelta(9)),
        (players[7], "sits_out_until", today + timedelta(5)),
        (players[8], "sits_out_until", today - timedelta(5)),
        (players[9], "erased_at", timezone.now()),
        (players[-1], "retired_on", today),
    ):
        setattr(player, field, value)
        player.save()
    Player.objects.filter(name="New 2").update(joined_at=timezone.now() - timedelta(80))
    set_last_activity(Standing.objects.all())
    return type(board).objects.select_related("season__ladder").get(pk=board.pk)


def read(rows):
    return [
        (row.name, row.rank_text, row.rating, row.change, row.form, row.line, row.figures, row.provisional)
        for row in rows
    ]


@pytest.mark.parametrize("limit", [20, None])
def test_every_page_and_rank_is_that_of_the_whole_table(board, limit):
    Ladder.objects.update(inactive_after=limit)
    board.season.ladder.inactive_after = limit
    whole, long = load_standings(board), load_long_standings(board)
    expected = read(whole.ranked)

    assert len(long.ranked) == len(whole.ranked) > 10
    assert read(long.ranked[:]) == expected
    for start in range(0, len(expected), 3):
        assert read(long.ranked[start : start + 4]) == expected[start : start + 4]
    assert long.ranked[len(expected) :] == []
    for row in whole.rows:
        place = LongBoard(board).find_place(row.player)
        assert (str(place.rank) if place else "") == row.rank_text
        assert not place or whole.ranked[place.position].player == row.player


def test_how_a_rank_moved_is_not_told(board):
    row = load_long_standings(board).ranked[0]

    assert describe_own_rank(row) == row.rank_words
    assert render_movement(row.movement) == ""


def test_the_page_says_what_it_lacks(board):
    said = "With so many players the table has one order and no rank changes"
    whole, long = (
        render_to_string("ladder/standings/_legend.html", {"table": make(board)})
        for make in (load_standings, load_long_standings)
    )
    assert (said in whole, said in long) == (False, True)


def test_a_search_finds_also_who_has_no_rank(board):
    whole = load_standings(board)
    found = LongBoard(board).search("P0")

    assert [(row.name, row.rank_text, row.absence) for row in found if row.is_ranked] == [
        (row.name, row.rank_text, "") for row in whole.ranked if row.name.startswith("P0")
    ]
    assert {(row.name, row.absence) for row in found if not row.is_ranked} == {
        (row.name, row.absence) for row in whole.unranked if row.name.startswith("P0")
    }


def test_names_with_accents_are_found_and_stand_as_in_the_whole_table(board):
    for name in ("Émile", "Zoë"):
        play(board.season, name, "P00")
    assert [row.name for row in LongBoard(board).search("zoe")] == ["Zoë"]
    assert [row.name for row in LongBoard(board).search("EMI")] == ["Émile"]
    assert read(load_long_standings(board).ranked[:]) == read(load_standings(board).ranked)


def test_a_standing_knows_when_its_player_was_last_active(board):
    season, today = board.season, timezone.localdate()
    first = play(season, "Ann", "Bea", on=today - timedelta(3))
    play(season, "Ann", "Cid", on=today - timedelta(2))
    correct_match(
        match=first,
        by=None,
        reason="later",
        revision=1,
        played_at=timezone.now() - timedelta(1),
        kind="rated",
        facts={},
    )
    void_match(match=Match.objects.latest("pk"), by=None, reason="a test", revision=1)
    ledger.settle(season)

    assert not find_stale_activity(Standing.objects.all()).exists()
    assert Standing.objects.get(player__name="Ann").active_at == Match.objects.get(pk=first.pk).played_at
    Standing.objects.filter(player__name="Ann").update(active_at=None)
    assert [one.standings for one in ledger.verify(season.ladder)] == [1]
