"""Players of whom nothing is stored but a name, as after an import was undone."""

from django.db.models import Exists, OuterRef, QuerySet

from ladder.models import Import, Match, Opening, Participant
from players.models import Player


def find_unplayed_players(players: QuerySet[Player], without: Import | None = None) -> QuerySet[Player]:
    """Return those of these players who have no account, no match that stands, and no opening that was given.

    Nobody who was erased is one of them. Matches of the import `without` are left out of account.
    """
    standing = Participant.objects.filter(player=OuterRef("pk")).exclude(match__status=Match.Status.VOID)
    if without:
        standing = standing.exclude(match__imported_in=without)
    given = Opening.objects.filter(player=OuterRef("pk"), source=Opening.Source.GIVEN)
    return players.filter(~Exists(standing), ~Exists(given), user=None, merged_into=None, merged=None, erased_at=None)


def find_retired_unplayed_players() -> QuerySet[Player]:
    """Return the retired players who are no more than a name: nobody, to whoever reads a file."""
    return find_unplayed_players(Player.objects.filter(retired_on__isnull=False))
