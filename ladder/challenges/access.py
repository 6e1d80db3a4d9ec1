"""Who may act on a challenge, and whether it can still be acted on; read under the ladder's lock."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from ladder import ledger
from ladder.access.permissions import NO_PLAYER, Act, NotAllowed, check_permission, find_account_player
from ladder.challenges.queries.eligibility import find_own_obstacle
from ladder.challenges.queries.opponents import OpponentPool, load_pool_for_kind, reload_season
from ladder.challenges.queries.running import list_joined_players, select_challenges
from ladder.ledger.storage.match_record import ParticipantResult
from ladder.matches.queries.results import join_names
from ladder.models import Challenge, Party, Season, State
from ladder.ratings import Facts
from players.models import Player

NOT_YOURS = "This challenge is between others."
OVER_REASONS = {
    State.ACCEPTED: "This challenge is already accepted.",
    State.DECLINED: "This challenge was declined.",
    State.WITHDRAWN: "This challenge was withdrawn.",
    State.CALLED_OFF: "This challenge was called off.",
    State.EXPIRED: "This challenge has expired.",
    State.OVERDUE: "This challenge was accepted, but not played in time.",
    State.PLAYED: "This challenge has been played.",
}


def find_challenging_player(by: User) -> Player:
    """Return the player who challenges. Raises: NotAllowed."""
    check_permission(by, Act.CHALLENGE)
    me = find_account_player(by)
    if me is None:
        raise NotAllowed(NO_PLAYER)
    return me


def lock_opponent_pool(season: Season, by: User, kind: str, facts: Facts | None = None) -> tuple[Player, OpponentPool]:
    """Take the ladder's lock, and return who challenges with everybody around them.

    Raises: NotAllowed; ValidationError with the reason why they may not challenge now.
    """
    ledger.lock(season.ladder_id)
    me = find_challenging_player(by)
    seen = load_pool_for_kind(reload_season(season), me, kind, facts)
    check_no_obstacle(find_own_obstacle(seen))
    return me, seen


def lock_open_challenge(challenge: Challenge, by: User) -> tuple[Challenge, Player]:
    """Return an open challenge as it is under the ladder's lock, and who this is.

    Raises: NotAllowed; ValidationError, such as "This challenge was withdrawn."
    """
    me = find_challenging_player(by)
    found = lock_challenge(challenge)
    if find_party(found, me) is None and found.places == 2:
        raise NotAllowed(NOT_YOURS)
    if found.state != State.OPEN:
        raise ValidationError(OVER_REASONS[found.state])
    return found, me


def lock_challenge(challenge: Challenge) -> Challenge:
    """Return the challenge with everybody in it, as it is under the ladder's lock."""
    ledger.lock(challenge.season.ladder_id)
    return select_challenges(challenge.season).get(pk=challenge.pk)


def find_party(challenge: Challenge, player: Player) -> Party | None:
    """Return the player's part in a challenge, under whichever name they were asked."""
    return next((party for party in challenge.parties.all() if party.player.itself == player), None)


def find_own_party(challenge: Challenge, me: Player, *, joined: bool) -> Party:
    """Return the part of somebody who joined, or who was only asked. Raises: NotAllowed."""
    mine = find_party(challenge, me)
    if mine is None or bool(mine.joined_at) != joined:
        raise NotAllowed(NOT_YOURS)
    return mine


def check_no_obstacle(reason: str) -> None:
    """Refuse with a reason that is there. Raises: ValidationError."""
    if reason:
        raise ValidationError(reason if reason.endswith(".") else f"{reason}.")


def check_challenge_players(challenge: Challenge, sides: Sequence[ParticipantResult]) -> None:
    """Refuse a match of others than those who accepted the challenge. Raises: ValidationError."""
    players = list_joined_players(challenge)
    if {side.player.itself.pk for side in sides} != {player.pk for player in players}:
        names = join_names([player.name for player in players])
        raise ValidationError(f"This challenge is between {names}. Report another match without it.")
