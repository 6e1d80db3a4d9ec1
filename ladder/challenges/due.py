"""What the site's clock decides of challenges: those that nobody answered, or that were not played, in time.

Each is decided once: the ladder is locked, and the challenge read again. What was made under another rule than that of
today keeps it (`if_unanswered`, `if_unplayed`).
"""

import logging
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from ladder import ledger
from ladder.challenges.access import lock_challenge
from ladder.challenges.actions import end_challenges
from ladder.challenges.notifications import notify_unanswered, notify_unplayed
from ladder.challenges.reports import BY_THE_RULES, close_as_walkover, give_to_challenger
from ladder.models import Fixture, Ladder, State
from ladder.pages.figures import format_day
from ladder.ratings import RatingError

logger = logging.getLogger(__name__)


def decide_due_challenges(now: datetime | None = None) -> int:
    """Decide what nobody answered or played in time, where that costs something; return how many challenges that were.

    What can't be a walkover, as where the players were merged, is left to expire.
    """
    now = now or timezone.now()
    unanswered = Q(status=State.OPEN, if_unanswered=Ladder.Unanswered.LOST, answer_by__lte=now)
    unplayed = Q(status=State.ACCEPTED, match=None, decide_at__lte=now) & ~Q(if_unplayed=Ladder.Unplayed.CLAIM)
    due = Fixture.objects.filter(unanswered | unplayed, season__closed_at=None).select_related("season")
    return sum(decide_challenge(challenge, now) for challenge in due)


def decide_challenge(challenge: Fixture, now: datetime) -> int:
    """Decide one challenge as the rule says under which it was made; return 0 where that is not due any more.

    While the ladder is busy it waits for the next minute.
    """
    try:
        with transaction.atomic():
            return int(apply_rule(lock_challenge(challenge), now))
    except ledger.Busy:
        return 0
    except (ValidationError, RatingError) as error:
        logger.warning("Challenge %s was not answered or played, and can't count as lost: %s", challenge.pk, error)
        free = {"if_unanswered": Ladder.Unanswered.FREE, "if_unplayed": Ladder.Unplayed.CLAIM}
        Fixture.objects.filter(pk=challenge.pk).update(**free)
        return 0


def apply_rule(challenge: Fixture, now: datetime) -> bool:
    """Close a challenge, of which the ladder is locked, or call it off; return whether that was due."""
    if challenge.status == State.OPEN and challenge.counts_unanswered and challenge.answer_by <= now:
        check_has_two_sides(challenge)
        give_to_challenger(challenge, None, describe_lapse("Not answered", challenge.answer_by))
        notify_unanswered(challenge)
        return True
    last = challenge.decide_at
    if not last or last > now or challenge.match or challenge.may_be_claimed:
        return False
    if challenge.counts_unplayed:
        check_has_two_sides(challenge)
        close_as_walkover(challenge, challenge.by.itself, None, reason=describe_lapse("Not played", last))
    else:
        end_challenges([challenge])
    notify_unplayed(challenge, last)
    return True


def check_has_two_sides(challenge: Fixture) -> None:
    """Refuse a challenge of which two players are one person now."""
    if not challenge.names_everybody_once:
        raise ValidationError("Two players of this challenge were merged into one.")


def describe_lapse(what: str, last: datetime) -> str:
    """Return what a walkover of the clock says of itself, with the last moment in the club's time."""
    local = timezone.localtime(last)
    return f"{what} by {local:%H:%M} on {format_day(local.date())}. {BY_THE_RULES}"
