"""The fictional club's ledger: it verifies, its statements chain, and zero-sum boards keep their sum."""

import json

import pytest
from django.utils import timezone

from ladder import ledger
from ladder.models import Board, Ladder, Opening, RatingChange, Standing
from ladder.ratings import advance_rating

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("club")]


def test_every_ladder_verifies():
    assert {one.slug: ledger.verify(one) for one in Ladder.objects.all()} == {
        "backgammon": [],
        "backgammon-online": [],
        "chess": [],
        "padel": [],
        "squash": [],
        "table-tennis": [],
        "warlocks": [],
    }


def test_every_statement_chains_bit_for_bit_up_to_the_standing():
    for board in Board.objects.all():
        system, start = board.rating_system, as_stored(board.rating_system.initial())
        held = {row.player_id: row.rating for row in Opening.objects.filter(board=board)}
        for row in changes(board):
            player, day = row.participant.player_id, timezone.localdate(row.participant.match.played_at)
            assert row.before == advance_rating(system, held.get(player, start), day), (board, row)
            held[player] = row.after
        assert held, board
        assert held == {row.player_id: row.rating for row in Standing.objects.filter(board=board)}, board


def changes(board):
    """Return the board's ledger in order of play."""
    order = ("participant__match__played_at", "participant__match__sequence", "participant__seat")
    return RatingChange.objects.filter(board=board).select_related("participant__match").order_by(*order)


def as_stored(rating):
    return rating._replace(memory=json.loads(json.dumps(rating.memory)))


def test_zero_sum_boards_keep_their_sum():
    zero_sum = [board for board in Board.objects.all() if board.rating_system.zero_sum]
    assert {board.system for board in zero_sum} == {"match-length-elo", "points-exchange", "elo", "warlocks-elo"}
    for board in zero_sum:
        points = list(Standing.objects.filter(board=board).values_list("points", flat=True))
        assert sum(points) == pytest.approx(len(points) * board.rating_system.start, abs=1e-6, rel=0)
