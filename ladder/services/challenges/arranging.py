"""An organiser arranges a match of two others: a challenge that both have agreed on."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder.models import Challenge, Party, Season
from ladder.ratings import Facts
from ladder.selectors.challenges import reasons
from ladder.selectors.dates import format_day
from players.models import Player

from .. import ledger
from ..permissions import Act, check
from . import notices
from .access import refuse
from .challenging import begin, make
from .terms import around_for, fresh_season


def arrange(
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
        check(by, Act.CORRECT, season.ladder)
        one, other = first.itself, second.itself
        if one == other:
            raise ValidationError("A player can’t play against themselves. Choose someone else.")
        seen = around_for(fresh_season(season), one, kind, facts)
        if seen.terms.season.closed_at:
            raise ValidationError(f"{season.name} is closed.")
        for player in (one, other):
            if player.retired_on:
                raise ValidationError(f"{player.name} retired on {format_day(player.retired_on)}.")
        if seen.between(other.pk):
            raise ValidationError(f"There is a challenge between {one.name} and {other.name} already.")
        refuse(reasons.not_eligible(seen, [one.pk, other.pk]) if reasons.is_serious(seen) else "")
        made = make(seen, one, 2, note)
        Party.objects.create(challenge=made, player=other, joined_at=timezone.now())
        begin(made)
        notices.arranged(made, one, other)
    return made
