"""What is kept of a player besides the name: whether they play, and how visitors see them."""

from datetime import date
from typing import TypedDict, Unpack

from players.models import Player
from players.services.naming import store_player_name


class VisibilityDetails(TypedDict, total=False):
    """How visitors see a player, as far as it is to change."""

    nickname: str
    hidden: bool


class PlayerDetails(VisibilityDetails, total=False):
    """What is kept of a player, as far as it is to change."""

    name: str
    retired_on: date | None
    sits_out_until: date | None


def store_player_details(*, player: Player, **values: Unpack[PlayerDetails]) -> Player:
    """Keep these details of a player; the others, matches and ratings stay as they are.

    Raises: ValidationError, such as "Bo is already a player."
    """
    if "nickname" in values:
        values["nickname"] = " ".join(values["nickname"].split())
    for name, value in values.items():
        setattr(player, name, value)
    return store_player_name(player=player, name=player.name)
