"""An organiser arranges a match of two others: a challenge that both have agreed on."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder.models import Challenge, Party, Season
from ladder.ratings import Facts
from ladder.selectors.challenges.reasons import find_board_range_obstacle, is_rating_at_stake
from ladder.selectors.dates import format_day
from ladder.selectors.roles import Act
from ladder.services import ledger
from ladder.services.challenges.access import check_no_obstacle
from ladder.services.challenges.challenging import begin_challenge, create_challenge
from ladder.services.challenges.notices import notify_arranged
from ladder.services.challenges.terms import load_pool_for_kind, reload_season
from ladder.services.permissions import check_permission
from players.models import Player


def arrange_challenge(
    *,
    season: Season,
    by: User,
    first: Player,
    second: Player,
    kind: str = "",
    facts: Facts | None = None,
    note: str = "",
) -> Challenge:
    """Store a match that two players have agreed on, with or without accounts; it is to be played from now on.

    The ladder's own limits are for those who challenge; what a rating system refuses stays refused (W-9).
    Raises: NotAllowed; ValidationError with the reason why these two can't play.
    """
    with transaction.atomic():
        ledger.lock(season.ladder_id)
        check_permission(by, Act.CORRECT, season.ladder)
        one, other = first.itself, second.itself
        if one == other:
            raise ValidationError("A player can’t play against themselves. Choose someone else.")
        seen = load_pool_for_kind(reload_season(season), one, kind, facts)
        if seen.terms.season.closed_at:
            raise ValidationError(f"{season.name} is closed.")
        for player in (one, other):
            if player.retired_on:
                raise ValidationError(f"{player.name} retired on {format_day(player.retired_on)}.")
        if seen.between(other.pk):
            raise ValidationError(f"There is a challenge between {one.name} and {other.name} already.")
        check_no_obstacle(find_board_range_obstacle(seen, [one.pk, other.pk]) if is_rating_at_stake(seen) else "")
        made = create_challenge(seen, one, 2, note)
        Party.objects.create(challenge=made, player=other, joined_at=timezone.now())
        begin_challenge(made)
        notify_arranged(made, one, other)
    return made
