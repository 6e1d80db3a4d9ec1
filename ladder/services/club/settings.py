"""The settings of the whole site; another time zone rates every ladder anew, which is shown first."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder.models import Event, Season
from ladder.selectors.roles import Act
from ladder.services import ledger
from ladder.services.events import write_event
from ladder.services.ledger.anew import (
    LadderVersions,
    SeasonPlans,
    check_ladder_versions,
    has_rating_changes,
    plan_seasons,
)
from ladder.services.locking import lock_all_ladders
from ladder.services.noting import note_in_admin_log
from ladder.services.permissions import check_author_permission
from ladder.services.stale import check_as_read
from players.models import Club


def plan_club_change(club: Club) -> SeasonPlans:
    """Work out what every season would be with the days of this club's time zone; nothing is stored.

    Raises: ValidationError, such as "In that time zone the table of Chess, Spring would change, and it is closed.
    Reopen it first." or "Chess, Spring: 3 matches were played outside these dates. Correct or void them first."
    """
    with timezone.override(club.zone):
        seasons = list(Season.objects.select_related("ladder").order_by("ladder", "pk"))
        for season in seasons:
            check_season_days(season)
        planned = plan_seasons(seasons)
    for one in planned.plans:
        if one.season.closed_at and has_rating_changes(one):
            raise ValidationError(
                f"In that time zone the standings of {one.season} would change, and it is closed. Reopen it first."
            )
    return planned


def check_season_days(season: Season) -> None:
    """Refuse days on which matches are no longer within their season, and say which."""
    try:
        ledger.check_season(season)
    except ValidationError as error:
        raise ValidationError(f"{season}: {error.messages[0]}") from error


def change_club(
    *,
    values: Mapping[str, Any],
    by: User | None = None,
    versions: LadderVersions | None = None,
    read: Club | None = None,
) -> Club:
    """Store these settings of the club, and leave the others. In another time zone every match is rated anew.

    `versions` are those of the ladders for which that was shown, `read` is the club as it was then.
    Raises: Overtaken when somebody else changed one of them; Stale when anything changed; else what `plan` raises.
    """
    check_author_permission(by, Act.CLUB)
    with transaction.atomic():
        lock_all_ladders()
        club, was = Club.stored(), Club.stored().zone
        check_as_read(read or club, club, values)
        for name, value in values.items():
            setattr(club, name, value)
        club.full_clean(validate_unique=False)  # there is one row, whether this is it or a new one
        planned = plan_club_change(club) if club.zone != was else None
        if planned:
            check_ladder_versions(planned, versions)  # saving lets every open page hear of it, by another version
        club.save()
        if planned:
            with timezone.override(club.zone):
                apply_time_zone(planned, by, was.key, club.zone.key)
        note_in_admin_log(club, by, "Changed the settings of the club.")
    return club


def apply_time_zone(planned: SeasonPlans, by: User | None, old: str, new: str) -> None:
    """Write every season as planned; where that moves anybody, it is an event."""
    for one in planned.plans:
        if has_rating_changes(one):
            season = one.season
            write_event(Event.Verb.ZONE, season.ladder, by=by, season=season, old=old, new=new, plans=[one])
        else:
            ledger.apply(one)
