"""Whose challenge it is: who may act on it, and whether it is still theirs to act on, under the ladder's lock."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from ladder.models import Challenge, Party, Season, State
from ladder.ratings import Facts
from ladder.selectors.challenges import reasons
from ladder.selectors.challenges.deadlines import with_people
from ladder.selectors.challenges.people import Around, joined
from ladder.selectors.results import listed
from players.models import Player

from .. import ledger
from ..permissions import NO_PLAYER, Act, NotAllowed, check, player_of
from ..results import Side
from .terms import around_for, fresh_season

NOT_YOURS = "This challenge is between others."
OVER = {
    State.ACCEPTED: "This challenge is already accepted.",
    State.DECLINED: "This challenge was declined.",
    State.WITHDRAWN: "This challenge was withdrawn.",
    State.CALLED_OFF: "This challenge was called off.",
    State.EXPIRED: "This challenge has expired.",
    State.OVERDUE: "This challenge was accepted, but not played in time.",
    State.PLAYED: "This challenge has been played.",
}


def member(by: User) -> Player:
    """Return the player who challenges. Raises: NotAllowed."""
    check(by, Act.CHALLENGE)
    me = player_of(by)
    if me is None:
        raise NotAllowed(NO_PLAYER)
    return me


def challenger(season: Season, by: User, kind: str, facts: Facts | None = None) -> tuple[Player, Around]:
    """Take the ladder's lock, and return who challenges with everybody around them.

    Raises: NotAllowed; ValidationError with the reason why they may not challenge now.
    """
    ledger.lock(season.ladder_id)
    me = member(by)
    seen = around_for(fresh_season(season), me, kind, facts)
    refuse(reasons.why_not_at_all(seen))
    return me, seen


def opened(challenge: Challenge, by: User) -> tuple[Challenge, Player]:
    """Return an open challenge as it is under the ladder's lock, and who this is.

    Raises: NotAllowed; ValidationError, such as "This challenge was withdrawn."
    """
    me = member(by)
    found = locked(challenge)
    if party_of(found, me) is None and found.places == 2:
        raise NotAllowed(NOT_YOURS)
    if found.state != State.OPEN:
        raise ValidationError(OVER[found.state])
    return found, me


def locked(challenge: Challenge) -> Challenge:
    """Return the challenge with everybody in it, as it is under the ladder's lock."""
    ledger.lock(challenge.season.ladder_id)
    return with_people(challenge.season).get(pk=challenge.pk)


def party_of(challenge: Challenge, player: Player) -> Party | None:
    """Return the player's part in a challenge, under whichever name they were asked."""
    return next((party for party in challenge.parties.all() if party.player.itself == player), None)


def part_of(challenge: Challenge, me: Player, *, joined: bool) -> Party:
    """Return the part of somebody who joined, or who was only asked. Raises: NotAllowed."""
    mine = party_of(challenge, me)
    if mine is None or bool(mine.joined_at) != joined:
        raise NotAllowed(NOT_YOURS)
    return mine


def refuse(reason: str) -> None:
    """Refuse with a reason that is there. Raises: ValidationError."""
    if reason:
        raise ValidationError(reason if reason.endswith(".") else f"{reason}.")


def check_players(challenge: Challenge, sides: Sequence[Side]) -> None:
    """Refuse a match of others than those who accepted the challenge. Raises: ValidationError."""
    players = joined(challenge)
    if {side.player.itself.pk for side in sides} != {player.pk for player in players}:
        names = listed([player.name for player in players])
        raise ValidationError(f"This challenge is between {names}. Report another match without it.")
