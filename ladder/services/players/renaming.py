"""Giving a player another name: the ladders they stand on say who did it and why."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from ladder.models import Event, Ladder
from players import services as people
from players.models import Player

from .. import events
from ..permissions import Act, allow
from ..stale import check_as_read
from .merging import locked


def edit(*, player: Player, by: User | None, reason: str = "", **values: Any) -> Player:
    """Give a player, as they were read, this name and all else that `players.services.edit` takes.

    Raises: NotAllowed; Overtaken when somebody else changed that meanwhile; ValidationError, such as "Bo is already a
    player."
    """
    allow(by, Act.PLAYERS)
    with transaction.atomic():
        read, (player,) = player, locked(player)
        check_as_read(read, player, values)
        old, key = player.name, player.key
        player = people.edit(player=player, **values)
        if player.key != key:
            for ladder in ladders_of(player):
                events.write(Event.Verb.RENAME, ladder, by=by, reason=reason, old=old, new=player.name, player=player)
    return player


def ladders_of(player: Player) -> QuerySet[Ladder]:
    """Return the ladders on which a player stands."""
    return Ladder.objects.filter(seasons__boards__standings__player=player).distinct()
