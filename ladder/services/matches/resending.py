"""Whether a stored match says the same as a result: one form that is sent again makes no second match."""

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder.models import Match
from ladder.ratings import Result
from ladder.services.results import build_match_result, list_participant_columns, load_participant_results

JUST_NOW = timedelta(minutes=1)
OTHER_RESULT = "This form was already sent with another result. Open a new one."
RESENT_AND_VOID = "This form was already sent, and its match is now void. Open a new one."


def check_resent_match(match: Match, result: Result) -> Match:
    """Return the match that this form made already, if it still counts and says the same.

    Raises: ValidationError with the sentence.
    """
    if match.is_void:
        raise ValidationError(RESENT_AND_VOID)
    if not is_same_result(match, result) or not is_same_moment(match, result):
        raise ValidationError(OTHER_RESULT)
    return match


def is_same_result(match: Match, result: Result) -> bool:
    """Say whether kind, players, outcome, facts and beginning are the same."""
    stored = build_match_result(match, load_participant_results(match))
    return list_compared_values(stored) == list_compared_values(result)


def list_compared_values(result: Result) -> tuple[object, ...]:
    return result.kind.key, list_participant_columns(result), dict(result.facts), result.started


def is_same_moment(match: Match, result: Result) -> bool:
    """Say whether it ended at the same time; a form without a time says "now" whenever it is sent."""
    if result.ended == match.played_at:
        return True
    was_now = abs(match.recorded_at - match.played_at) < JUST_NOW
    return was_now and abs(timezone.now() - result.ended) < JUST_NOW
