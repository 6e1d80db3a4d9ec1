"""What is about to change, read under the lock of its ladder: nobody else changes it until the transaction ends."""

from ladder.models import Ladder, Match, Season
from ladder.services import ledger
from ladder.services.admission import check_season_open
from ladder.services.stale import check_ladder_version


def lock_season(season: Season) -> Season:
    """Take the lock of a season's ladder, and return the season with the ladder as they are now.

    Raises: Busy, "The ladder is busy. Nothing was saved, so try again."
    """
    ledger.lock(season.ladder_id)
    return Season.objects.select_related("ladder").get(pk=season.pk)


def lock_open_season(season: Season, version: int | None = None) -> Season:
    """Return the season under its ladder's lock, if it is open, and its ladder in the version that was shown.

    Raises: Busy; Stale; ValidationError, "Autumn is closed. Reopen it first."
    """
    fresh = lock_season(season)
    check_season_open(fresh)
    check_ladder_version(fresh.ladder, version)
    return fresh


def lock_match(match: Match) -> Match:
    """Take the lock of a match's ladder, and return the match with season and ladder as they are now.

    Raises: Busy, "The ladder is busy. Nothing was saved, so try again."
    """
    ledger.lock(match.season.ladder_id)
    return Match.objects.select_related("season__ladder").get(pk=match.pk)


def lock_all_ladders() -> None:
    """Keep everybody from changing any ladder. Raises: Busy."""
    for ladder in Ladder.objects.order_by("pk").values_list("pk", flat=True):
        ledger.lock(ladder)
