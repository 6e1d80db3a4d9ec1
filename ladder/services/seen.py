"""How visitors see a player: their own to decide, or the owner's."""

from django.contrib.auth.models import User

from players import services as people
from players.models import Player

from .permissions import Act, allow, player_of


def be_seen(*, player: Player, by: User, nickname: str, hidden: bool) -> Player:
    """Let visitors see a player so; all else stays.

    Raises: NotAllowed; ValidationError, such as "Bo is already a player."
    """
    if player_of(by) != player.itself:
        allow(by, Act.PLAYERS)
    return people.be_seen(player=player, nickname=nickname, hidden=hidden)
