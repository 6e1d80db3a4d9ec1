"""Inviting people, adding players, and saying whose account plays as whom: organisers may, and then it is done."""

from collections.abc import Iterable

from django.contrib.auth.models import User

from players.models import Claim, Invitation, Player
from players.services import claims, invitations, players_named

from ..noting import note
from ..permissions import Act, allow


def invite(*, player: Player, by: User | None) -> str:
    """Return the code of a new invitation for a player.

    Raises: NotAllowed; ValidationError, "Bo already has an account."
    """
    allow(by, Act.INVITE)
    return invitations.invite(player=player, by=by)


def invite_club(*, by: User | None) -> str:
    """Return a new code with which anybody of the club may join. Raises: NotAllowed."""
    allow(by, Act.INVITE)
    return invitations.invite_club(by=by)


def withdraw(*, invitation: Invitation, by: User | None) -> None:
    """Let an invitation no longer work. Raises: NotAllowed."""
    allow(by, Act.INVITE)
    invitations.withdraw(invitation=invitation)


def approve(*, claim: Claim, by: User | None) -> Player:
    """Say that an account is the player it asked for; who did is noted.

    Raises: NotAllowed; ValidationError, "Bo already has an account."
    """
    allow(by, Act.INVITE)
    player = claims.approve(claim=claim)
    note(player, by, f"Linked to the account {claim.user}.")
    return player


def decline(*, claim: Claim, by: User | None) -> None:
    """Say that an account is not the player it asked for. Raises: NotAllowed."""
    allow(by, Act.INVITE)
    claims.decline(claim=claim)


def add(*, names: Iterable[str], by: User | None) -> None:
    """Add the players of these names who are not there yet. Raises: NotAllowed."""
    allow(by, Act.INVITE)
    players_named(names)
