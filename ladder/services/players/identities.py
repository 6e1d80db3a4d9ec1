"""What it does to every season when players count as others: planned with identities that are not stored yet."""

from django.db.models import Q

from ladder.models import Season
from ladder.services.admission import check_season_open
from ladder.services.ledger.anew import SeasonPlans, has_rating_changes, plan_seasons
from players.identity import Identities
from players.models import Player


def plan_identities(player: Player, merges: Identities) -> SeasonPlans:
    """Fold every season that the player is in, and those that open from them, with these merges.

    Raises: ValidationError, "Autumn is closed. Reopen it first."
    """
    found = plan_seasons(find_affected_seasons(player), merges)
    for plan in found.plans:
        if has_rating_changes(plan):
            check_season_open(plan.season)
    return found


def find_affected_seasons(player: Player) -> list[Season]:
    """Return the seasons in which a player has matches or openings, and those that open from them, in order."""
    with_player = Q(matches__participants__player=player) | Q(boards__openings__player=player)
    own = set(Season.objects.filter(with_player).values_list("pk", flat=True))
    found = []
    for season in Season.objects.select_related("ladder").order_by("ladder", "pk"):
        if season.pk in own or season.opens_from_id in own:
            own.add(season.pk)
            found.append(season)
    return found
