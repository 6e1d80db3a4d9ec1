"""Silence confirms: a pending match counts when its hours are over and nobody said that something is wrong."""

import logging
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder.models import MatchRevision
from ladder.ratings import RatingError
from ladder.selectors.confirming import find_due_matches
from ladder.services import ledger
from ladder.services.matches.changing import write_match_change
from ladder.services.matches.verbs import set_confirmed

SILENCE = "Nobody objected in time."
logger = logging.getLogger(__name__)


def confirm_due_matches(now: datetime | None = None) -> int:
    """Let every pending match count whose hours are over by now; return how many did.

    One that can't be counted any more stays pending, and the server's log says why.
    """
    now, count = now or timezone.now(), 0
    for match, ladder in find_due_matches(now).order_by("confirm_by", "pk").values_list("pk", "season__ladder"):
        try:
            count += confirm_if_due(match, ladder, now)
        except (ValidationError, RatingError) as error:
            logger.warning("Match %s stays pending: %s", match, error)
    return count


def confirm_if_due(pk: int, ladder: int, now: datetime) -> bool:
    """Let one match count, if it is still due under the ladder's lock; say whether it was."""
    with transaction.atomic():
        ledger.lock(ladder)
        match = find_due_matches(now).select_related("season__ladder").filter(pk=pk).first()
        if match:
            write_match_change(match, set_confirmed, None, SILENCE, MatchRevision.Verb.CONFIRM)
    return match is not None
