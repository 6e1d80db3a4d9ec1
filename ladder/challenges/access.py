"""Who may act on a challenge, and whether it can still be acted on. The ladder's lock is taken before it is read."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from ladder import ledger
from ladder.access.permissions import NO_PLAYER, Act, NotAllowed, check_permission, find_account_player
from ladder.challenges.queries.eligibility import find_own_obstacle
from ladder.challenges.queries.opponents import OpponentPool, load_pool_for_kind, reload_season
from ladder.challenges.queries.running import select_fixtures
from ladder.models import Fixture, Party, Season, State
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
    """Return the player of an account that may challenge others. Raises: NotAllowed."""
    check_permission(by, Act.CHALLENGE)
    me = find_account_player(by)
    if me is None:
        raise NotAllowed(NO_PLAYER)
    return me


def lock_opponent_pool(season: Season, by: User, kind: str, facts: Facts | None = None) -> tuple[Player, OpponentPool]:
    """Take the ladder's lock, and return the player who challenges and their possible opponents.

    Raises: NotAllowed; ValidationError with the reason why they may not challenge now.
    """
    ledger.lock(season.ladder_id)
    me = find_challenging_player(by)
    pool = load_pool_for_kind(reload_season(season), me, kind, facts)
    check_no_obstacle(find_own_obstacle(pool))
    return me, pool


def lock_open_challenge(challenge: Fixture, by: User) -> tuple[Fixture, Player]:
    """Take the ladder's lock, and return the challenge as it is now and the player who answers it.

    Raises: NotAllowed; ValidationError when it is no longer open, such as "This challenge was withdrawn."
    """
    me = find_challenging_player(by)
    challenge = lock_challenge(challenge)
    if find_party(challenge, me) is None and not challenge.is_battle:
        raise NotAllowed(NOT_YOURS)
    if challenge.state != State.OPEN:
        raise ValidationError(OVER_REASONS[challenge.state])
    return challenge, me


def lock_challenge(challenge: Fixture) -> Fixture:
    """Take the ladder's lock, and return the challenge as it is now, with all its players."""
    ledger.lock(challenge.season.ladder_id)
    return select_fixtures(challenge.season).get(pk=challenge.pk)


def find_party(challenge: Fixture, player: Player) -> Party | None:
    """Return the part of this player in a challenge, also where they were asked under a name that was merged."""
    return next((party for party in challenge.parties.all() if party.player.itself == player), None)


def find_own_party(challenge: Fixture, me: Player, *, joined: bool) -> Party:
    """Return the part of a player who has joined, or of one who has yet to answer. Raises: NotAllowed."""
    mine = find_party(challenge, me)
    if mine is None or bool(mine.joined_at) != joined:
        raise NotAllowed(NOT_YOURS)
    return mine


def check_no_obstacle(reason: str) -> None:
    """Raise a ValidationError with this reason, unless it is empty."""
    if reason:
        raise ValidationError(reason if reason.endswith(".") else f"{reason}.")


def check_challenge_state(challenge: Fixture, states: tuple[State, ...]) -> None:
    """Refuse a challenge that is in none of these states. Raises: ValidationError."""
    if challenge.state not in states:
        raise ValidationError(OVER_REASONS.get(challenge.state, "This challenge has not been accepted."))
