"""Report the match of a challenge, which is rated as having begun when the challenge was accepted."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction

from ladder.access.permissions import Act, NotAllowed, find_account_player, is_allowed
from ladder.challenges.access import NOT_YOURS, OVER_REASONS, check_challenge_players, lock_challenge
from ladder.challenges.notifications import mark_challenge_notices_read
from ladder.challenges.queries.running import collect_player_keys, list_joined_players, select_challenges
from ladder.ledger.storage.match_record import ParticipantResult
from ladder.matches.actions.reports import report_match
from ladder.models import Challenge, Match, Season, State
from ladder.models.challenge import TO_PLAY


def find_challenge_to_report(*, season: Season, pk: int, by: Any) -> Challenge | None:
    """Return the season's accepted challenge of this key, with everybody in it; nothing where there is none.

    Raises: NotAllowed, when it is between others.
    """
    found = select_challenges(season).filter(pk=pk, status=State.ACCEPTED).first()
    if found is None or len(list_joined_players(found)) < found.places:  # two of them are one player now
        return None
    check_may_report_challenge(found, by)
    return found


def check_may_report_challenge(challenge: Challenge, by: Any) -> None:
    """Refuse whoever neither takes part nor enters results for others. Raises: NotAllowed."""
    me = find_account_player(by)
    if not is_allowed(by, Act.ENTER, challenge.season.ladder) and (
        me is None or me.pk not in collect_player_keys(challenge)
    ):
        raise NotAllowed(NOT_YOURS)


def report_challenge(*, challenge: Challenge, by: User, sides: Sequence[ParticipantResult], **played: Any) -> Match:
    """Report the match of a challenge; it began when that was accepted. The rest is what `reports.report` takes.

    Raises: NotAllowed; ValidationError, "This challenge is between Ana and Ben. ...", or when it was played already;
    else what `reports.report` raises.
    """
    with transaction.atomic():
        found = lock_challenge(challenge)
        check_may_report_challenge(found, by)
        check_challenge_players(found, sides)
        played["started_at"] = found.accepted_at
        match = report_match(season=found.season, sides=sides, by=by, **played)
        if found.match_id != match.pk:
            if found.state not in TO_PLAY:
                raise ValidationError(OVER_REASONS.get(found.state, "This challenge has not been accepted."))
            found.match = match
            found.save(update_fields=["match"])
            mark_challenge_notices_read([found])
    return match
