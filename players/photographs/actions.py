"""Store the photograph of a player, and remove it."""

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction

from players.models import Photograph, Player
from players.photographs.pictures import digest_picture

OWN_ONLY = "Only the player themselves can add a photograph."


def store_photograph(*, player: Player, content: bytes, by: User) -> None:
    """Store the picture of an account's own player in the place of the one before.

    Raises: PermissionDenied, "Only the player themselves can add a photograph."
    """
    if not owns_player(by, player):
        raise PermissionDenied(OWN_ONLY)
    with transaction.atomic():
        Photograph.objects.update_or_create(player=player, defaults={"content": content})
        Player.objects.filter(pk=player.pk).update(photograph_key=digest_picture(content))


def delete_photographs(players: list[Player]) -> None:
    """Remove the photographs of these players, of those who have one."""
    keys = [one.pk for one in players]
    with transaction.atomic():
        Photograph.objects.filter(player__in=keys).delete()
        Player.objects.filter(pk__in=keys).update(photograph_key="")


def owns_player(user: User, player: Player) -> bool:
    """Return whether an account plays as this player."""
    mine: Player | None = getattr(user, "player", None)
    return mine is not None and mine.itself == player
