"""Changing a board's system or options: the plan that is shown, and the same plan applied."""

from collections.abc import Mapping
from copy import copy
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models, transaction

from ladder.models import Board, Event, Opening
from ladder.ratings import RatingError, create_system, list_options
from ladder.selectors.roles import Act
from ladder.selectors.systems.options import list_option_lines
from ladder.services import ledger
from ladder.services.admission import check_season_open
from ladder.services.events import write_event
from ladder.services.permissions import check_author_permission
from ladder.services.stale import check_ladder_version


def plan_board_change(board: Board, system: str, values: Mapping[str, Any]) -> ledger.Plan:
    """Work out what another system, or other options, would make of the board's season; nothing is stored.

    Raises: ValidationError or RatingError with a sentence, where the board can't become so.
    """
    check_board_system(board, system)
    return ledger.plan(board.season, boards=[build_changed_board(board, system, values)])


def change_board(
    *,
    board: Board,
    system: str,
    values: Mapping[str, Any],
    by: User | None,
    reason: str,
    version: int | None = None,
) -> Board:
    """Give a board another system or other options, and rate its season anew.

    `version` is the ladder's that was shown.
    Raises: NotAllowed; Stale when something changed meanwhile; else what `plan` raises.
    """
    check_author_permission(by, Act.SETTINGS, board.season.ladder)
    with transaction.atomic():
        ladder = ledger.lock(board.season.ladder_id)
        fresh = Board.objects.select_related("season__ladder").get(pk=board.pk)
        check_season_open(fresh.season)
        check_ladder_version(ladder, version)
        planned = plan_board_change(fresh, system, values)
        new = planned.boards[0].board
        if (new.system, new.options) == (fresh.system, fresh.options):
            raise ValidationError("Nothing would change. The board already has these settings.")
        models.Model.save(new)
        verb = Event.Verb.OPTIONS
        if new.system != fresh.system:
            verb = Event.Verb.SYSTEM
            planned.boards[0].comparable = False
        words = {"old": describe_board(fresh), "new": describe_board(new)}
        write_event(verb, ladder, by=by, reason=reason, season=fresh.season, plans=[planned], **words)
    return new


def build_changed_board(board: Board, system: str, values: Mapping[str, Any]) -> Board:
    """Return the board as it would be; options that are as usual are not written down."""
    new = copy(board)
    new.__dict__.pop("rating_system", None)
    new.system, new.options = system, find_unusual_options(system, values)
    return new


def find_unusual_options(system: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that are not as usual, in their types.

    Raises: RatingError with a sentence, for one that the system doesn't have or can't take.
    """
    made = create_system(system, values)
    usual = {one.name: one.default for one in list_options(made)}
    return {name: getattr(made, name) for name in usual if getattr(made, name) != usual[name]}


def check_board_system(board: Board, system: str) -> None:
    """Refuse a system that stands in the season already, or that can't read what players were given."""
    others = Board.objects.filter(season=board.season_id, system=system).exclude(pk=board.pk)
    if others.exists():
        raise ValidationError("This season already has a board with that rating system.")
    given = Opening.objects.filter(board=board, source=Opening.Source.GIVEN)
    if system != board.system and given.exists():
        raise ValidationError("Players have starting ratings in the current system. Remove those first.")


def describe_board(board: Board) -> str:
    """Return a board's system and the options that are not as usual, in words."""
    try:
        system = create_system(board.system, board.options)
    except RatingError:
        return board.system
    given = ", ".join(f"{one.label}: {one.value}" for one in list_option_lines(system) if one.differs)
    return f"{system.about.label} ({given})" if given else system.about.label
