"""A challenge that was played: the match that is reported from it, rated as having begun when it was accepted."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction

from ladder.models import Challenge, Match, Season, State
from ladder.models.challenge import TO_PLAY
from ladder.selectors.challenges.deadlines import with_people
from ladder.selectors.challenges.people import joined, players_in

from ..challenges import notices
from ..challenges.access import NOT_YOURS, OVER, check_players, locked
from ..permissions import Act, NotAllowed, may, player_of
from ..results import Side
from .reporting import report


def to_report(*, season: Season, pk: int, by: Any) -> Challenge | None:
    """Return the season's accepted challenge of this key, with everybody in it; nothing where there is none.

    Raises: NotAllowed, when it is between others.
    """
    found = with_people(season).filter(pk=pk, status=State.ACCEPTED).first()
    if found is None or len(joined(found)) < found.places:  # two of them are one player now
        return None
    check_reporter(found, by)
    return found


def check_reporter(challenge: Challenge, by: Any) -> None:
    """Refuse whoever neither takes part nor enters results for others. Raises: NotAllowed."""
    me = player_of(by)
    if not may(by, Act.ENTER, challenge.season.ladder) and (me is None or me.pk not in players_in(challenge)):
        raise NotAllowed(NOT_YOURS)


def report_played(*, challenge: Challenge, by: User, sides: Sequence[Side], **played: Any) -> Match:
    """Report the match of a challenge; it began when that was accepted. The rest is what `reports.report` takes.

    Raises: NotAllowed; ValidationError, "This challenge is between Ana and Ben. ...", or when it was played already;
    else what `reports.report` raises.
    """
    with transaction.atomic():
        found = locked(challenge)
        check_reporter(found, by)
        check_players(found, sides)
        played["started_at"] = found.accepted_at
        match = report(season=found.season, sides=sides, by=by, **played)
        if found.match_id != match.pk:
            if found.state not in TO_PLAY:
                raise ValidationError(OVER.get(found.state, "This challenge has not been accepted."))
            found.match = match
            found.save(update_fields=["match"])
            notices.over([found])
    return match
