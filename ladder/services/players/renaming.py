"""Giving a player another name: the ladders they stand on say who did it and why."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from ladder.models import Event, Ladder
from ladder.selectors.roles import Act
from ladder.services.events import write_event
from ladder.services.permissions import check_author_permission
from ladder.services.players.merging import lock_players
from ladder.services.stale import check_as_read
from players import services as people
from players.models import Player


def change_player(*, player: Player, by: User | None, reason: str = "", **values: Any) -> Player:
    """Give a player, as they were read, this name and all else that `players.services.store_player_details` takes.

    Raises: NotAllowed; Overtaken when somebody else changed that meanwhile; ValidationError, such as "Bo is already a
    player."
    """
    check_author_permission(by, Act.PLAYERS)
    with transaction.atomic():
        read, (player,) = player, lock_players(player)
        check_as_read(read, player, values)
        old, key = player.name, player.key
        player = people.store_player_details(player=player, **values)
        if player.key != key:
            for ladder in find_player_ladders(player):
                write_event(Event.Verb.RENAME, ladder, by=by, reason=reason, old=old, new=player.name, player=player)
    return player


def find_player_ladders(player: Player) -> QuerySet[Ladder]:
    """Return the ladders on which a player stands."""
    return Ladder.objects.filter(seasons__boards__standings__player=player).distinct()
