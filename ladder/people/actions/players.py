"""Add, invite, link and rename players, and decide how visitors see them."""

from collections.abc import Iterable
from typing import Any, Unpack

from django.contrib.auth.models import User
from django.db import transaction

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
    """Take the locks of all ladders, and return these players as they are now.

    With `linked=False` their rows are locked as well, so that none gets an account meanwhile.
    """
    lock_all_ladders()
    rows = Player.objects.select_related("merged_into")
    if not linked:
        rows = rows.select_for_update(of=("self",), no_key=True)
    fresh = rows.in_bulk([player.pk for player in players])
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
    """Delete an invitation, so that its code no longer works. Raises: NotAllowed."""
    check_author_permission(by, Act.INVITE)
    delete_invitation(invitation=invitation)


def link_claimed_player(*, claim: Claim, by: User | None) -> Player:
    """Link an account to the player that it claims to be, and note who did so.

    Raises: NotAllowed; ValidationError, "Bo already has an account."
    """
    check_author_permission(by, Act.INVITE)
    player = approve_claim(claim=claim)
    note_in_admin_log(player, by, f"Linked to the account {claim.user}.")
    return player


def refuse_claim(*, claim: Claim, by: User | None) -> None:
    """Answer that an account is not the player that it claims to be. Raises: NotAllowed."""
    check_author_permission(by, Act.INVITE)
    decline_claim(claim=claim)


def add_players_by_name(*, names: Iterable[str], by: User | None) -> None:
    """Add players with these names, unless they are there already. Raises: NotAllowed."""
    check_author_permission(by, Act.INVITE)
    find_or_create_players(names)


def change_player(*, player: Player, by: User | None, reason: str = "", **values: Any) -> Player:
    """Store another name or other details of a player, as `store_player_details` takes them.

    `player` is as it was when the form was read. Another name is an event on each of their ladders.
    Raises: NotAllowed; Overtaken when somebody else changed the same meanwhile; ValidationError, such as "Bo is already
    a player."
    """
    check_author_permission(by, Act.PLAYERS)
    with transaction.atomic():
        read, (player,) = player, lock_players(player)
        check_as_read(read, player, values)
        old, key = player.name, player.key
        player = store_player_details(player=player, **values)
        if player.key != key:
            for ladder in Ladder.objects.filter(seasons__boards__standings__player=player).distinct():
                write_event(Event.Verb.RENAME, ladder, by=by, reason=reason, old=old, new=player.name, player=player)
    return player


def change_player_visibility(*, player: Player, by: User, **values: Unpack[VisibilityDetails]) -> Player:
    """Store how visitors see a player: for oneself, or for anybody by an owner.

    `player` is as it was when the form was read.
    Raises: NotAllowed; Overtaken when somebody else changed the same meanwhile; ValidationError, such as "Bo is already
    a player."
    """
    if find_account_player(by) != player.itself:
        check_author_permission(by, Act.PLAYERS)
    with transaction.atomic():
        read, (player,) = player, lock_players(player)
        check_as_read(read, player, values)
        return store_player_details(player=player, **values)
