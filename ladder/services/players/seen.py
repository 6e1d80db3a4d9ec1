"""How visitors see a player: their own to decide, or the owner's."""

from typing import Unpack

from django.contrib.auth.models import User
from django.db import transaction

from ladder.selectors.roles import Act
from ladder.services.permissions import check_author_permission, find_account_player
from ladder.services.players.merging import lock_players
from ladder.services.stale import check_as_read
from players import services as people
from players.models import Player


def change_player_visibility(*, player: Player, by: User, **values: Unpack[people.VisibilityDetails]) -> Player:
    """Let visitors see a player, as they were read, so; what is not given, and all else, stays.

    Raises: NotAllowed; Overtaken when somebody else changed that meanwhile; ValidationError, such as "Bo is already a
    player."
    """
    if find_account_player(by) != player.itself:
        check_author_permission(by, Act.PLAYERS)
    with transaction.atomic():
        read, (player,) = player, lock_players(player)
        check_as_read(read, player, values)
        return people.store_player_details(player=player, **values)
