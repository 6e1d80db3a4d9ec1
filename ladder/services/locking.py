"""What is about to change, read under the lock of its ladder: nobody else changes it until the transaction ends."""

from ladder.models import Ladder, Match, Season

from . import ledger
from .admission import check_open
from .stale import check_version


def locked_season(season: Season) -> Season:
    """Take the lock of a season's ladder, and return the season with the ladder as they are now.

    Raises: Busy, "The ladder is busy. Nothing was saved, so try again."
    """
    ledger.lock(season.ladder_id)
    return Season.objects.select_related("ladder").get(pk=season.pk)


def unchanged_season(season: Season, version: int | None = None) -> Season:
    """Return the season under its ladder's lock, if it is open, and its ladder in the version that was shown.

    Raises: Busy; Stale; ValidationError, "Autumn is closed. Reopen it first."
    """
    fresh = locked_season(season)
    check_open(fresh)
    check_version(fresh.ladder, version)
    return fresh


def locked_match(match: Match) -> Match:
    """Take the lock of a match's ladder, and return the match with season and ladder as they are now.

    Raises: Busy, "The ladder is busy. Nothing was saved, so try again."
    """
    ledger.lock(match.season.ladder_id)
    return Match.objects.select_related("season__ladder").get(pk=match.pk)


def lock_all() -> None:
    """Keep everybody from changing any ladder. Raises: Busy."""
    for ladder in Ladder.objects.order_by("pk").values_list("pk", flat=True):
        ledger.lock(ladder)
