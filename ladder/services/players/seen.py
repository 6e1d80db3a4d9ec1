"""How visitors see a player: their own to decide, or the owner's."""

from typing import Unpack

from django.contrib.auth.models import User
from django.db import transaction

from players import services as people
from players.models import Player

from ..permissions import Act, allow, player_of
from ..stale import check_as_read
from .merging import locked


def be_seen(*, player: Player, by: User, **values: Unpack[people.Seen]) -> Player:
    """Let visitors see a player, as they were read, so; what is not given, and all else, stays.

    Raises: NotAllowed; Overtaken when somebody else changed that meanwhile; ValidationError, such as "Bo is already a
    player."
    """
    if player_of(by) != player.itself:
        allow(by, Act.PLAYERS)
    with transaction.atomic():
        read, (player,) = player, locked(player)
        check_as_read(read, player, values)
        return people.edit(player=player, **values)
