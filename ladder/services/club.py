"""The settings of the whole site; another time zone rates every ladder anew."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder.models import Event, Ladder, Season
from players.models import Club

from . import events, ledger
from .noting import note
from .permissions import Act, allow


def change(*, club: Club, by: User | None = None) -> Club:
    """Store the club's settings. In another time zone every match is rated anew.

    Raises: ValidationError, such as "In that time zone the table of Spring would change, and it is closed. Reopen it
    first." or "3 matches lie outside these dates. Correct or void them first."
    """
    allow(by, Act.CLUB)
    with transaction.atomic():
        lock_all()
        was = Club.stored()
        club.full_clean(validate_unique=False)  # there is one row, whether this is it or a new one
        club.save()
        if club.zone != was.zone:
            with timezone.override(club.zone):
                rate_anew(by, was.zone.key, club.zone.key)
        note(club, by, "Changed the settings of the club.")
    return club


def lock_all() -> None:
    """Keep everybody from changing any ladder."""
    for ladder in Ladder.objects.order_by("pk").values_list("pk", flat=True):
        ledger.lock(ladder)


def rate_anew(by: User | None, old: str, new: str) -> None:
    """Settle every season; a day may begin and end at other moments. Where that moves anybody, it is an event."""
    for season in Season.objects.select_related("ladder").order_by("ladder", "pk"):
        ledger.check_season(season)
        planned = ledger.plan(season)
        for one in planned.boards:
            if one.changes_ratings and one.board.season.closed_at:
                name = one.board.season.name
                raise ValidationError(
                    f"In that time zone the table of {name} would change, and it is closed. Reopen it first."
                )
        if any(one.changes_ratings for one in planned.boards):
            events.write(Event.Verb.ZONE, season.ladder, by=by, season=season, old=old, new=new, plans=[planned])
        else:
            ledger.apply(planned)
