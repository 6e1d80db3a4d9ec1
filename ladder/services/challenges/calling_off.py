"""An accepted challenge is called off: by those who were to play it together, by an organiser, or with its season."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder.models import Challenge, Season, State
from ladder.models.challenge import TO_PLAY
from ladder.selectors.challenges.ending import find_unfinished_challenges
from ladder.selectors.roles import Act
from ladder.services.challenges.access import NOT_YOURS, OVER_REASONS, find_challenging_player, lock_challenge
from ladder.services.challenges.notices import notify_call_off_request, notify_called_off, notify_season_closed
from ladder.services.permissions import NotAllowed, check_permission, find_account_player
from players.identity import select_with_merged
from players.models import Player


def request_call_off(*, challenge: Challenge, by: User) -> Challenge:
    """Ask to call an accepted challenge off; it is, once all who were to play have asked.

    Raises: NotAllowed; ValidationError, such as "This challenge has been played."
    """
    with transaction.atomic():
        me, found = find_challenging_player(by), lock_challenge(challenge)
        parties = found.parties.all()
        mine = [party for party in parties if party.joined_at and party.player.itself == me]
        if not mine:
            raise NotAllowed(NOT_YOURS)
        check_challenge_state(found, TO_PLAY)
        for party in mine:
            party.asked_off_at = timezone.now()
            party.save(update_fields=["asked_off_at"])
        agreed = all(party.asked_off_at for party in parties)
        if agreed:
            end_challenges([found])
        notify_call_off_request(found, me, agreed=agreed)
    return found


def call_off_as_organiser(*, challenge: Challenge, by: User) -> Challenge:
    """Call off at once, as an organiser, a challenge that is open or accepted.

    Raises: NotAllowed; ValidationError, such as "This challenge has been played."
    """
    check_permission(by, Act.CORRECT, challenge.season.ladder)
    with transaction.atomic():
        found = lock_challenge(challenge)
        check_challenge_state(found, (State.OPEN, *TO_PLAY))
        end_challenges([found])
        notify_called_off(found, find_account_player(by))
    return found


def call_off_season_challenges(season: Season) -> None:
    """Call off what was not played when its season closes, and tell everybody in it. Reopening revives nothing."""
    unplayed = list(find_unfinished_challenges(season))
    end_challenges(unplayed)
    notify_season_closed(season, unplayed)


def call_off_player_challenges(player: Player) -> None:
    """Call off what an erased player was to answer or to play, and tell the others."""
    own = select_with_merged([player.pk])
    for season in Season.objects.filter(challenges__parties__player__in=own).distinct():
        unplayed = list(find_unfinished_challenges(season).filter(parties__player__in=own).distinct())
        end_challenges(unplayed)
        for one in unplayed:
            notify_called_off(one, player)


def check_challenge_state(challenge: Challenge, states: tuple[State, ...]) -> None:
    """Refuse a challenge that is in none of these states. Raises: ValidationError."""
    if challenge.state not in states:
        raise ValidationError(OVER_REASONS.get(challenge.state, "This challenge has not been accepted."))


def end_challenges(challenges: list[Challenge]) -> None:
    """Let these be called off; the starting ratings that were frozen go, and so does a match that was voided."""
    for one in challenges:
        one.status, one.accepted_at, one.play_by, one.match = State.CALLED_OFF, None, None, None
    Challenge.objects.bulk_update(challenges, ["status", "accepted_at", "play_by", "match"])
