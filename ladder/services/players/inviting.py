"""Inviting people, adding players, and saying whose account plays as whom: organisers may, and then it is done."""

from collections.abc import Iterable

from django.contrib.auth.models import User

from ladder.selectors.roles import Act
from ladder.services.noting import note_in_admin_log
from ladder.services.permissions import check_author_permission
from players.models import Claim, Invitation, Player
from players.services import find_or_create_players
from players.services.claims import approve_claim, decline_claim
from players.services.invitations import create_club_invitation, create_invitation, delete_invitation


def issue_invitation(*, player: Player, by: User | None) -> str:
    """Return the code of a new invitation for a player.

    Raises: NotAllowed; ValidationError, "Bo already has an account."
    """
    check_author_permission(by, Act.INVITE)
    return create_invitation(player=player, by=by)


def issue_club_invitation(*, by: User | None) -> str:
    """Return a new code with which anybody of the club may join. Raises: NotAllowed."""
    check_author_permission(by, Act.INVITE)
    return create_club_invitation(by=by)


def revoke_invitation(*, invitation: Invitation, by: User | None) -> None:
    """Let an invitation no longer work. Raises: NotAllowed."""
    check_author_permission(by, Act.INVITE)
    delete_invitation(invitation=invitation)


def link_claimed_player(*, claim: Claim, by: User | None) -> Player:
    """Say that an account is the player it asked for; who did is noted.

    Raises: NotAllowed; ValidationError, "Bo already has an account."
    """
    check_author_permission(by, Act.INVITE)
    player = approve_claim(claim=claim)
    note_in_admin_log(player, by, f"Linked to the account {claim.user}.")
    return player


def refuse_claim(*, claim: Claim, by: User | None) -> None:
    """Say that an account is not the player it asked for. Raises: NotAllowed."""
    check_author_permission(by, Act.INVITE)
    decline_claim(claim=claim)


def add_players_by_name(*, names: Iterable[str], by: User | None) -> None:
    """Add the players of these names who are not there yet. Raises: NotAllowed."""
    check_author_permission(by, Act.INVITE)
    find_or_create_players(names)
