"""Add, invite, link and rename players, and decide how visitors see them."""

from collections.abc import Iterable
from typing import Any, Unpack

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from ladder.access.permissions import Act, check_author_permission, find_account_player
from ladder.changes.actions import note_in_admin_log, write_event
from ladder.ledger.ladder_lock import check_as_read, lock_all_ladders
from ladder.models import Event, Ladder
from players.accounts.actions.invitations import (
    approve_claim,
    create_club_invitation,
    create_invitation,
    decline_claim,
    delete_invitation,
)
from players.models import Claim, Invitation, Player
from players.people.actions import VisibilityDetails, find_or_create_players, store_player_details


def lock_players(*players: Player, linked: bool = True) -> list[Player]:
    """Return the players as they are, under the locks of every ladder: who plays where can't change meanwhile.

    Those that aren't to be `linked` to an account meanwhile either are locked themselves.
    """
    lock_all_ladders()
    known = Player.objects.select_related("merged_into")
    if not linked:
        known = known.select_for_update(of=("self",), no_key=True)
    fresh = known.in_bulk([player.pk for player in players])
    return [fresh[player.pk] for player in players]


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


def change_player(*, player: Player, by: User | None, reason: str = "", **values: Any) -> Player:
    """Give a player, as they were read, this name and all else that `store_player_details` takes.

    Raises: NotAllowed; Overtaken when somebody else changed that meanwhile; ValidationError, such as "Bo is already a
    player."
    """
    check_author_permission(by, Act.PLAYERS)
    with transaction.atomic():
        read, (player,) = player, lock_players(player)
        check_as_read(read, player, values)
        old, key = player.name, player.key
        player = store_player_details(player=player, **values)
        if player.key != key:
            for ladder in find_player_ladders(player):
                write_event(Event.Verb.RENAME, ladder, by=by, reason=reason, old=old, new=player.name, player=player)
    return player


def find_player_ladders(player: Player) -> QuerySet[Ladder]:
    """Return the ladders on which a player stands."""
    return Ladder.objects.filter(seasons__boards__standings__player=player).distinct()


def change_player_visibility(*, player: Player, by: User, **values: Unpack[VisibilityDetails]) -> Player:
    """Let visitors see a player, as they were read, so; what is not given, and all else, stays.

    Raises: NotAllowed; Overtaken when somebody else changed that meanwhile; ValidationError, such as "Bo is already a
    player."
    """
    if find_account_player(by) != player.itself:
        check_author_permission(by, Act.PLAYERS)
    with transaction.atomic():
        read, (player,) = player, lock_players(player)
        check_as_read(read, player, values)
        return store_player_details(player=player, **values)
