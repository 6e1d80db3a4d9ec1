"""How visitors see a player: their own to decide, or the owner's."""

from typing import Unpack

from django.contrib.auth.models import User
from django.db import transaction

from players import services as people
from players.models import Player

from .permissions import Act, allow, player_of
from .players import locked


def be_seen(*, player: Player, by: User, **values: Unpack[people.Seen]) -> Player:
    """Let visitors see a player so; what is not given, and all else, stays.

    Raises: NotAllowed; ValidationError, such as "Bo is already a player."
    """
    if player_of(by) != player.itself:
        allow(by, Act.PLAYERS)
    with transaction.atomic():
        (player,) = locked(player)
        return people.edit(player=player, **values)
