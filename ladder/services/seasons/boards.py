"""Changing a board's system or options: the plan that is shown, and the same plan applied."""

from collections.abc import Mapping
from copy import copy
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models, transaction

from ladder.models import Board, Event, Opening
from ladder.ratings import RatingError, create_system, list_options
from ladder.selectors.systems.options import option_lines

from .. import events, ledger
from ..admission import check_open
from ..permissions import Act, allow
from ..stale import check_version


def plan(board: Board, system: str, values: Mapping[str, Any]) -> ledger.Plan:
    """Work out what another system, or other options, would make of the board's season; nothing is stored.

    Raises: ValidationError or RatingError with a sentence, where the board can't become so.
    """
    check_becomes(board, system)
    return ledger.plan(board.season, boards=[changed(board, system, values)])


def change(
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
    allow(by, Act.SETTINGS, board.season.ladder)
    with transaction.atomic():
        ladder = ledger.lock(board.season.ladder_id)
        fresh = Board.objects.select_related("season__ladder").get(pk=board.pk)
        check_open(fresh.season)
        check_version(ladder, version)
        planned = plan(fresh, system, values)
        new = planned.boards[0].board
        if (new.system, new.options) == (fresh.system, fresh.options):
            raise ValidationError("Nothing would change. The board already has these settings.")
        models.Model.save(new)
        verb = Event.Verb.OPTIONS
        if new.system != fresh.system:
            verb = Event.Verb.SYSTEM
            planned.boards[0].comparable = False
        words = {"old": said(fresh), "new": said(new)}
        events.write(verb, ladder, by=by, reason=reason, season=fresh.season, plans=[planned], **words)
    return new


def changed(board: Board, system: str, values: Mapping[str, Any]) -> Board:
    """Return the board as it would be; options that are as usual are not written down."""
    new = copy(board)
    new.__dict__.pop("rating_system", None)
    new.system, new.options = system, unusual(system, values)
    return new


def unusual(system: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that are not as usual, in their types.

    Raises: RatingError with a sentence, for one that the system doesn't have or can't take.
    """
    made = create_system(system, values)
    usual = {one.name: one.default for one in list_options(made)}
    return {name: getattr(made, name) for name in usual if getattr(made, name) != usual[name]}


def check_becomes(board: Board, system: str) -> None:
    """Refuse a system that stands in the season already, or that can't read what players were given."""
    others = Board.objects.filter(season=board.season_id, system=system).exclude(pk=board.pk)
    if others.exists():
        raise ValidationError("This season already has a board with that rating system.")
    given = Opening.objects.filter(board=board, source=Opening.Source.GIVEN)
    if system != board.system and given.exists():
        raise ValidationError("Players have starting ratings in the current system. Remove those first.")


def said(board: Board) -> str:
    """Return a board's system and the options that are not as usual, in words."""
    try:
        system = create_system(board.system, board.options)
    except RatingError:
        return board.system
    given = ", ".join(f"{one.label}: {one.value}" for one in option_lines(system) if one.differs)
    return f"{system.about.label} ({given})" if given else system.about.label
