"""What migrations share with the restoring of a backup that an older version made."""

from django.db.models import F, Model


def date_accepted_challenges(challenges: type[Model]) -> None:
    """Give the accepted challenges that have no last date the one of old: as long again as there was to play."""
    undated = challenges._default_manager.filter(status="accepted", decide_at=None).order_by()
    undated.update(decide_at=F("play_by") + (F("play_by") - F("accepted_at")))


def name_fixture_origins(fixtures: type[Model]) -> None:
    """Give what organisers arranged its origin, which older versions knew by its dates: it began as it was made."""
    arranged = fixtures._default_manager.filter(origin="challenge", accepted_at=F("made_at")).order_by()
    arranged.update(origin="arranged")
