"""An accepted challenge is called off: by those who were to play it together, by an organiser, or with its season."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder.models import Challenge, Season, State
from ladder.models.challenge import TO_PLAY
from ladder.selectors.challenges.ending import left_to_play
from players.identity import selves
from players.models import Player

from ..permissions import Act, NotAllowed, check, player_of
from . import notices
from .access import NOT_YOURS, OVER, locked, member


def call_off(*, challenge: Challenge, by: User) -> Challenge:
    """Ask to call an accepted challenge off; it is, once all who were to play have asked.

    Raises: NotAllowed; ValidationError, such as "This challenge has been played."
    """
    with transaction.atomic():
        me, found = member(by), locked(challenge)
        parties = found.parties.all()
        mine = [party for party in parties if party.joined_at and party.player.itself == me]
        if not mine:
            raise NotAllowed(NOT_YOURS)
        refuse_over(found, TO_PLAY)
        for party in mine:
            party.asked_off_at = timezone.now()
            party.save(update_fields=["asked_off_at"])
        agreed = all(party.asked_off_at for party in parties)
        if agreed:
            end([found])
        notices.asked_off(found, me, agreed=agreed)
    return found


def close(*, challenge: Challenge, by: User) -> Challenge:
    """Call off at once, as an organiser, a challenge that is open or accepted.

    Raises: NotAllowed; ValidationError, such as "This challenge has been played."
    """
    check(by, Act.CORRECT, challenge.season.ladder)
    with transaction.atomic():
        found = locked(challenge)
        refuse_over(found, (State.OPEN, *TO_PLAY))
        end([found])
        notices.called_off_by_organiser(found, player_of(by))
    return found


def call_off_with(season: Season) -> None:
    """Call off what was not played when its season closes, and tell everybody in it. Reopening revives nothing."""
    unplayed = list(left_to_play(season))
    end(unplayed)
    notices.season_closed(season, unplayed)


def call_off_of(player: Player) -> None:
    """Call off what an erased player was to answer or to play, and tell the others."""
    own = selves([player.pk])
    for season in Season.objects.filter(challenges__parties__player__in=own).distinct():
        unplayed = list(left_to_play(season).filter(parties__player__in=own).distinct())
        end(unplayed)
        for one in unplayed:
            notices.called_off_by_organiser(one, player)


def refuse_over(challenge: Challenge, states: tuple[State, ...]) -> None:
    """Refuse a challenge that is in none of these states. Raises: ValidationError."""
    if challenge.state not in states:
        raise ValidationError(OVER.get(challenge.state, "This challenge has not been accepted."))


def end(challenges: list[Challenge]) -> None:
    """Let these be called off; the starting ratings that were frozen go, and so does a match that was voided."""
    for one in challenges:
        one.status, one.accepted_at, one.play_by, one.match = State.CALLED_OFF, None, None, None
    Challenge.objects.bulk_update(challenges, ["status", "accepted_at", "play_by", "match"])
