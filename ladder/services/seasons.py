"""Making a ladder, closing a season and opening the next."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder.models import Board, Ladder, Season, Standing
from ladder.ratings import create, decayed
from players.models import Player

from . import ledger


def create_ladder(
    *,
    slug: str,
    name: str,
    boards: Sequence[tuple[str, Mapping[str, Any]]],
    season: str = "all-time",
    season_name: str = "",
    reporters: str = Ladder.Reporters.PLAYERS,
) -> Ladder:
    """Make a ladder with one open season without dates; the first board is its main one.

    Raises: ValidationError or RatingError with a sentence, and nothing is stored.
    """
    if not boards:
        raise ValidationError("A ladder needs a rating system.")
    with transaction.atomic():
        ladder = Ladder(slug=slug, name=name, reporters=reporters)
        ladder.full_clean()
        ladder.save()
        first = Season(ladder=ladder, slug=season, name=season_name or season.replace("-", " ").capitalize())
        first.full_clean()
        first.save()
        add_boards(first, boards)
    return ladder


def add_boards(season: Season, boards: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
    """Give a new season its boards, in this order."""
    for position, (system, options) in enumerate(boards):
        create(system, options)
        board = Board(season=season, system=system, options=typed(system, options), position=position)
        board.full_clean()
        board.save()


def typed(system: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options in their types, as the system understands them."""
    made = create(system, options)
    return {name: getattr(made, name) for name in options}


def close(season: Season, *, on: date | None = None) -> Season:
    """Close a season: its last day is set, its final table and winner are kept.

    Raises: ValidationError when it is closed already or later matches stand in it.
    """
    with transaction.atomic():
        ledger.lock(season.ladder_id)
        season = Season.objects.select_related("ladder").get(pk=season.pk)
        if season.closed_at:
            raise ValidationError(f"{season.name} is closed already.")
        season.ends_on = on or season.ends_on or timezone.localdate()
        ledger.check_season(season)
        season.closed_at = timezone.now()
        season.winner = leader(season)
        season.save()
    return season


def reopen(season: Season) -> Season:
    """Open a closed season again, so that its matches can be corrected."""
    with transaction.atomic():
        ledger.lock(season.ladder_id)
        season = Season.objects.select_related("ladder").get(pk=season.pk)
        season.closed_at = season.winner = None
        season.save()
    return season


def open_next(season: Season, *, slug: str, name: str, rule: str = Season.Rule.CARRY, factor: float = 0.5) -> Season:
    """Open the season after a closed one, with the same boards.

    Raises: ValidationError when the season is still open or has a follower already.
    """
    with transaction.atomic():
        ledger.lock(season.ladder_id)
        season = Season.objects.select_related("ladder").get(pk=season.pk)
        if not season.closed_at:
            raise ValidationError(f"{season.name} is still open. Close it first.")
        follower = Season(
            ladder=season.ladder, slug=slug, name=name, opens_from=season, opening_rule=rule, factor=factor
        )
        follower.starts_on = season.ends_on + timedelta(days=1) if season.ends_on else None
        follower.full_clean()
        follower.save()
        add_boards(follower, [(board.system, board.options) for board in season.boards.all()])
    return follower


def leader(season: Season) -> Player | None:
    """Return who leads the main table on the season's last day."""
    board = season.boards.first()
    if board is None:
        return None
    system, day = board.rating_system, season.ends_on or timezone.localdate()
    rows = Standing.objects.filter(board=board).select_related("player")
    ranked = sorted(rows, key=lambda row: (*system.order(decayed(system, row.rating, day), row.counts), row.player.key))
    return ranked[0].player if ranked else None
