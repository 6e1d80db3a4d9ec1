"""What is kept of a player besides the name: whether they play, and how visitors see them."""

from datetime import date

from django.db import transaction

from players.models import Player

from .naming import rename


def edit(
    *,
    player: Player,
    name: str,
    retired_on: date | None = None,
    sits_out_until: date | None = None,
    nickname: str = "",
    hidden: bool = False,
) -> Player:
    """Give the player this name, and keep all else that is given; matches and ratings stay as they are.

    Raises: ValidationError, such as "Bo is already a player."
    """
    with transaction.atomic():
        player.retired_on, player.sits_out_until = retired_on, sits_out_until
        player.nickname, player.hidden = " ".join(nickname.split()), hidden
        return rename(player=player, name=name)


def be_seen(*, player: Player, nickname: str, hidden: bool) -> Player:
    """Let visitors see a player so; all else stays.

    Raises: ValidationError, such as "Bo is already a player."
    """
    return edit(
        player=player,
        name=player.name,
        retired_on=player.retired_on,
        sits_out_until=player.sits_out_until,
        nickname=nickname,
        hidden=hidden,
    )
