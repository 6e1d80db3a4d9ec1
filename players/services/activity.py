"""Whether a player plays: retired, or sitting out until a day."""

from datetime import date

from django.db import transaction

from players.models import Player

from .naming import rename


def edit(*, player: Player, name: str, retired_on: date | None = None, sits_out_until: date | None = None) -> Player:
    """Give the player this name, and say whether they play; matches and ratings stay as they are.

    Raises: ValidationError, such as "Bo is already a player."
    """
    with transaction.atomic():
        player.retired_on, player.sits_out_until = retired_on, sits_out_until
        return rename(player=player, name=name)
