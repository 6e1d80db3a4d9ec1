"""An accepted challenge that was not played is closed as a walkover: a match that is counted, and never rated."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction

from ladder.models import Challenge, Match, State
from ladder.models.challenge import TO_PLAY
from ladder.ratings import WALKOVER
from ladder.selectors.challenges.listed import format_deadline
from ladder.selectors.challenges.people import list_joined_players
from ladder.selectors.roles import Act, is_allowed
from ladder.services.challenges.access import NOT_YOURS, OVER_REASONS, lock_challenge
from ladder.services.challenges.notices import mark_challenge_notices_read
from ladder.services.matches import record_match
from ladder.services.permissions import NotAllowed, find_account_player
from ladder.services.results import ParticipantResult
from players.models import Player


def record_walkover(*, challenge: Challenge, winner: Player, by: User) -> Match:
    """Close a challenge as won by the player who would have played: an organiser at any time after it was accepted,
    either player for themselves once its time is over.

    Raises: NotAllowed; ValidationError, such as "You can close it as a walkover from Sat 28 November on."
    """
    with transaction.atomic():
        found = lock_challenge(challenge)
        players = list_joined_players(found)
        if is_allowed(by, Act.CORRECT, found.season.ladder):
            check_winner_takes_part(winner, players)
        else:
            check_may_claim_walkover(found, winner, find_account_player(by), players)
        if found.state not in TO_PLAY:
            raise ValidationError(OVER_REASONS.get(found.state, "This challenge has not been accepted."))
        if found.places > 2:
            raise ValidationError("Only a challenge between two can be closed as a walkover.")
        loser = next((player for player in players if player != winner), None)
        if loser is None:
            raise ValidationError("The two players of this challenge were merged into one.")
        sides = [ParticipantResult(winner, 1.0), ParticipantResult(loser, 0.0)]
        found.match = record_match(season=found.season, sides=sides, by=by, kind=WALKOVER.key)
        found.save(update_fields=["match"])
        mark_challenge_notices_read([found])
    return found.match


def check_winner_takes_part(winner: Player, players: list[Player]) -> None:
    """Refuse a winner who takes no part."""
    if winner not in players:
        raise ValidationError("Choose one of the two players.")


def check_may_claim_walkover(challenge: Challenge, winner: Player, me: Player | None, players: list[Player]) -> None:
    """Refuse whoever takes no part or claims it for the other, and a claim before the time to play is over."""
    if me is None or me not in players or winner != me:
        raise NotAllowed(NOT_YOURS if me not in players else "Only an organiser can give it to the other player.")
    if challenge.state == State.ACCEPTED:
        raise ValidationError(f"You can close it as a walkover from {format_deadline(challenge.deadline)} on.")
