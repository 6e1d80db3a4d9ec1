"""Whether a stored match says the same as a result: one form that is sent again makes no second match."""

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder.models import Match
from ladder.ratings import Result

from ..results import result_of, sides_of, stored_sides

JUST_NOW = timedelta(minutes=1)
OTHERWISE = "This form was already sent with another result. Open a new one."
UNDONE = "This form was already sent, and its match is now void. Open a new one."


def same_match(match: Match, result: Result) -> Match:
    """Return the match that this form made already, if it still counts and says the same.

    Raises: ValidationError with the sentence.
    """
    if match.is_void:
        raise ValidationError(UNDONE)
    if not says(match, result) or not same_moment(match, result):
        raise ValidationError(OTHERWISE)
    return match


def says(match: Match, result: Result) -> bool:
    """Say whether kind, players, outcome, facts and beginning are the same."""
    stored = result_of(match, sides_of(match))
    return parts(stored) == parts(result)


def parts(result: Result) -> tuple[object, ...]:
    return result.kind.key, stored_sides(result), dict(result.facts), result.started


def same_moment(match: Match, result: Result) -> bool:
    """Say whether it ended at the same time; a form without a time says "now" whenever it is sent."""
    if result.ended == match.played_at:
        return True
    was_now = abs(match.recorded_at - match.played_at) < JUST_NOW
    return was_now and abs(timezone.now() - result.ended) < JUST_NOW
