"""The columns of a board, and the one that no standing stores: the best place in a tournament."""

from datetime import date

from django.db.models import Min

from ladder.models import Board, RatingChange
from ladder.ratings import Column
from ladder.selectors.days import place_after_day
from ladder.selectors.order import filter_before_place
from ladder.selectors.past import MATCH_PATH
from players.identity import resolve_player


def has_form(board: Board) -> bool:
    """Whether matches are won and lost here; tournaments have places instead."""
    return any(kind.shape != "tournament" for kind in board.rating_system.kinds)


def list_columns(board: Board) -> tuple[Column, ...]:
    """Return the columns of a board's standings beside rating and change."""
    return tuple(one for one in board.rating_system.about.columns if one.shown_on != "files")


def load_best_places(board: Board, day: date) -> dict[int, int]:
    """Return everybody's best place up to that day, on a board of tournaments; one query there, none elsewhere."""
    if has_form(board):
        return {}
    changes = RatingChange.objects.filter(filter_before_place(place_after_day(day), MATCH_PATH), board=board).order_by()
    best = changes.values(who=resolve_player("participant__player")).annotate(best=Min("participant__place"))
    return {player: place for player, place in best.values_list("who", "best") if place}
