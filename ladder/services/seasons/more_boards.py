"""Giving a season one more board, taking one away, and putting them in order: its matches stay as they are."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models, transaction

from ladder.models import Adjustment, Board, Event, Ladder, Opening, RatingChange, Season, Standing
from ladder.selectors.roles import Act
from ladder.services import ledger
from ladder.services.events import write_event
from ladder.services.locking import lock_open_season
from ladder.services.permissions import check_author_permission
from ladder.services.seasons.boards import describe_board, find_unusual_options


def plan_new_board(season: Season, system: str, values: Mapping[str, Any]) -> ledger.Plan:
    """Work out the table of a new board of a season; nothing is stored.

    Raises: ValidationError or RatingError with a sentence, where there can't be such a board.
    """
    return ledger.plan(season, boards=[build_new_board(season, system, values)])


def add_board(
    *,
    season: Season,
    system: str,
    values: Mapping[str, Any],
    by: User | None,
    reason: str = "",
    version: int | None = None,
) -> Board:
    """Give a season one more board, the last, and rate every match on it.

    Raises: NotAllowed; Stale when something changed meanwhile; else what `plan_new` raises.
    """
    check_author_permission(by, Act.SETTINGS, season.ladder)
    with transaction.atomic():
        fresh = lock_open_season(season, version)
        board = build_new_board(fresh, system, values)
        board.pk = None
        board.full_clean()
        models.Model.save(board)
        planned = ledger.plan(fresh)
        here = [one for one in planned.boards if one.board.season_id == fresh.pk]
        later = replace(planned, boards=planned.boards[len(here) :])
        ledger.apply(replace(planned, boards=here))  # a table that begins moves nobody
        verb = Event.Verb.ADD_BOARD
        write_event(verb, fresh.ladder, by=by, reason=reason, season=fresh, new=describe_board(board), plans=[later])
    return board


def build_new_board(season: Season, system: str, values: Mapping[str, Any]) -> Board:
    """Return a board that is not stored yet, after the others; it has a key that no stored one has.

    Raises: ValidationError, "This season already has a board with that rating system."; RatingError for an option.
    """
    taken = {board.system: board.position for board in season.boards.all()}
    if system in taken:
        raise ValidationError("This season already has a board with that rating system.")
    position = max(taken.values(), default=-1) + 1
    return Board(pk=0, season=season, system=system, options=find_unusual_options(system, values), position=position)


def remove_board(*, board: Board, by: User | None, reason: str = "", version: int | None = None) -> Season:
    """Remove a board with its table; its matches stay, and adding it again rates them as before.

    Raises: NotAllowed; Stale when something changed meanwhile; else what `check_removable` raises.
    """
    check_author_permission(by, Act.SETTINGS, board.season.ladder)
    with transaction.atomic():
        season = lock_open_season(board.season, version)
        check_board_removable(board)
        for rows in (RatingChange, Standing, Opening, Adjustment):
            rows._default_manager.filter(board=board)._raw_delete(board._state.db)
        verb, old = Event.Verb.REMOVE_BOARD, describe_board(board)
        board.delete()
        planned = ledger.plan(season)
        write_event(verb, season.ladder, by=by, reason=reason, season=season, old=old, plans=[planned])
    return season


def check_board_removable(board: Board) -> None:
    """Refuse to take away a season's only board, or ratings that were given by hand.

    Raises: ValidationError with the sentence.
    """
    if not Board.objects.filter(season=board.season_id).exclude(pk=board.pk).exists():
        raise ValidationError("A season needs at least one board. Add another one first.")
    if Opening.objects.filter(board=board, source=Opening.Source.GIVEN).exists():
        raise ValidationError("Players have starting ratings on this board. Remove those first.")


def move_board(*, board: Board, by: User | None, to_top: bool = False) -> int:
    """Put a board before the one above it or before all others, and return its place: 0 is the main one's.

    Nothing is rated anew.
    Raises: NotAllowed; ValidationError when the season is closed, since its winner is the main board's, or when the
    board was taken away meanwhile.
    """
    check_author_permission(by, Act.SETTINGS, board.season.ladder)
    with transaction.atomic():
        season = lock_open_season(board.season)
        boards = list(season.boards.all())
        if board not in boards:
            raise ValidationError("Somebody has removed this board meanwhile.")
        was, old = boards.index(board), describe_board_order(boards)
        place = 0 if to_top else max(was - 1, 0)
        boards.insert(place, boards.pop(was))
        if place != was:
            for position, one in enumerate(boards):
                Board.objects.filter(pk=one.pk).update(position=position)
            ledger.raise_versions(Ladder.objects.filter(pk=season.ladder_id))
            write_event(Event.Verb.EDIT, season.ladder, by=by, season=season, old=old, new=describe_board_order(boards))
    return place


def describe_board_order(boards: Sequence[Board]) -> str:
    """Return "Points exchange · Elo"."""
    return " · ".join(one.rating_system.about.label for one in boards)
