"""Open, change, close and reopen seasons."""

from collections.abc import Mapping, Sequence
from copy import copy
from datetime import date, timedelta
from typing import Any, TypedDict, Unpack

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import QuerySet
from django.utils import formats, timezone

from ladder import changes, ledger
from ladder.access.permissions import Act, check_author_permission
from ladder.challenges.actions import call_off_season_challenges
from ladder.changes.actions import write_event
from ladder.ledger.admission import format_season_day
from ladder.ledger.ladder_lock import check_as_read, lock_open_season, lock_season
from ladder.models import Board, Event, Match, Season
from ladder.ratings import create_system
from players.notices.actions import move_notices
from players.people.names import build_name_key

NAME_TAKEN = "Another season of this ladder already has this name."

BoardChoices = Sequence[tuple[str, Mapping[str, Any]]]
"""Keys of rating systems with their options, for new boards; the first is the main board."""


def check_season_name(name: str, others: QuerySet[Season]) -> None:
    """Refuse a name that one of these other seasons has.

    Raises: ValidationError, "Another season of this ladder already has this name."
    """
    if build_name_key(name) in {build_name_key(other) for other in others.values_list("name", flat=True)}:
        raise ValidationError(NAME_TAKEN)


def add_boards(season: Season, boards: BoardChoices) -> None:
    """Store the boards of a new season, in this order. A season that starts from another one is to be settled then."""
    for position, (system, options) in enumerate(boards):
        board = Board(season=season, system=system, options=convert_option_types(system, options), position=position)
        board.full_clean()
        models.Model.save(board)


def convert_option_types(system: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options in the types that the rating system uses."""
    rating_system = create_system(system, options)
    return {name: getattr(rating_system, name) for name in options}


def close_season(season: Season, *, on: date | None = None, by: User | None = None) -> Season:
    """Close a season: store its last day and its winner, and call off the challenges that were not played.

    Raises: NotAllowed; ValidationError when it is closed already or begins only later, or has pending or later matches.
    """
    check_author_permission(by, Act.SETTINGS, season.ladder)
    with transaction.atomic():
        season = lock_season(season)
        if season.closed_at:
            raise ValidationError(f"{season.name} is already closed.")
        check_nothing_pending(season)
        season.ends_on = on or season.ends_on or timezone.localdate()
        season.full_clean()
        ledger.check_season(season)
        season.closed_at = timezone.now()
        season.winner = ledger.find_season_leader(season)
        season.save()
        call_off_season_challenges(season)
        write_event(Event.Verb.CLOSE, season.ladder, by=by, season=season)
    return season


def check_nothing_pending(season: Season) -> None:
    """Refuse to close a season that has pending matches.

    Raises: ValidationError, "2 results are pending. Confirm or void what is pending first."
    """
    waiting = season.matches.filter(status=Match.Status.PENDING).count()
    if waiting:
        results = "1 result is" if waiting == 1 else f"{waiting} results are"
        raise ValidationError(f"{results} pending. Confirm or void what is pending first.")


class SeasonValues(TypedDict, total=False):
    """The name of a season, its word in addresses and its days, as far as they are to change."""

    name: str
    slug: str
    starts_on: date | None
    ends_on: date | None


def change_season(*, season: Season, by: User | None = None, **values: Unpack[SeasonValues]) -> Season:
    """Store another name, address or other days of an open season; `season` is as it was when the form was read.

    Raises: NotAllowed; Overtaken when somebody else changed one of them meanwhile; ValidationError, such as "Another
    season of this ladder already has this name."
    """
    check_author_permission(by, Act.SETTINGS, season.ladder)
    with transaction.atomic():
        read, season = season, lock_open_season(season)
        check_as_read(read, season, values)
        if "name" in values:
            check_season_name(values["name"], Season.objects.filter(ladder=season.ladder_id).exclude(pk=season.pk))
        old = describe_season_dates(season)
        for name, value in values.items():
            setattr(season, name, value)
        season.full_clean()
        season.save()
        move_notices(read.get_absolute_url(), season.get_absolute_url())
        new = describe_season_dates(season)
        if new != old:
            write_event(Event.Verb.EDIT, season.ladder, by=by, season=season, old=old, new=new)
    return season


def describe_season_dates(season: Season) -> str:
    """Return such as "Autumn at /autumn/, 1 September 2026 to 30 November 2026"."""
    first, last = (day and formats.date_format(day, "j F Y") for day in (season.starts_on, season.ends_on))
    return f"{season.name} at /{season.slug}/, {first or 'the beginning'} to {last or 'no set day'}"


class SeasonReopening(changes.SeasonChange):
    """Open a closed season again, so that its matches can be corrected; an open one stays as it is."""

    def lock(self) -> None:
        self.season = lock_season(self.season)

    def plan(self) -> list[ledger.Plan]:
        self.after = copy(self.season)
        self.after.closed_at = self.after.winner = None
        return [ledger.plan(self.after)]

    def list_concerned_rows(self) -> list[Any]:
        return [self.season.pk, self.season.closed_at]

    def store(self, plans: Sequence[ledger.Plan]) -> changes.Stored:
        models.Model.save(self.after)
        yield plans[0], self.log(Event.Verb.REOPEN, plans) if self.season.closed_at else None


def reopen_season(season: Season, *, by: User | None = None, reason: str = "") -> Season:
    """Open a closed season again, and return it; the reason is noted. Raises: NotAllowed."""
    change = SeasonReopening(season, by=by, reason=reason)
    changes.run(change)
    return change.after


def find_first_day_after(season: Season) -> date | None:
    """Return the first day of the season after a closed one, so that no day is left without a season.

    A season that is closed on its last day took results until that moment. What is played later on that day belongs to
    the next season, so that one begins on the same day.
    """
    if season.ends_on is None or season.closed_at is None:
        return None
    was_running = timezone.localdate(season.closed_at) <= season.ends_on
    return season.ends_on if was_running else season.ends_on + timedelta(days=1)


def check_first_day(season: Season, first: date | None) -> None:
    """Refuse a first day before the last day of the season before.

    Raises: ValidationError, "Autumn ended on 30 November 2026. Choose that day or a later one."
    """
    if first and season.ends_on and first < season.ends_on:
        text = f"{season.name} ended on {format_season_day(season.ends_on)}. Choose that day or a later one."
        raise ValidationError({"starts_on": text})


def open_next_season(
    season: Season,
    *,
    slug: str,
    name: str,
    starts_on: date | None = None,
    rule: str = Season.Rule.CARRY,
    factor: float = 0.5,
    boards: BoardChoices = (),
    by: User | None = None,
) -> Season:
    """Open the season after a closed one. Without boards it gets the same, without a first day it leaves no gap.

    Raises: NotAllowed; ValidationError when the season is still open or another one follows it, "Another season of this
    ladder already has this name." or "Autumn ended on 30 November 2026. Choose that day or a later one."
    """
    check_author_permission(by, Act.SETTINGS, season.ladder)
    with transaction.atomic():
        season = lock_season(season)
        if not season.closed_at:
            raise ValidationError(f"{season.name} is still open. Close it first.")
        if first := Season.objects.filter(opens_from=season).first():
            raise ValidationError(f"{first.name} was opened after {season.name} in the meantime.")
        check_season_name(name, Season.objects.filter(ladder=season.ladder_id))
        follower = Season(
            ladder=season.ladder, slug=slug, name=name, opens_from=season, opening_rule=rule, factor=factor
        )
        follower.starts_on = starts_on or find_first_day_after(season)
        check_first_day(season, follower.starts_on)
        follower.full_clean()
        follower.save()
        add_boards(follower, boards or [(board.system, board.options) for board in season.boards.all()])
        ledger.settle(follower)
        write_event(Event.Verb.OPEN, season.ladder, by=by, season=follower, new=follower.get_opening_rule_display())
    return follower
