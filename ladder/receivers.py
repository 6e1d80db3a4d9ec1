"""What the ladder does when a player or the club's settings change."""

from typing import Any

from django.db.models.signals import post_save, pre_save
from django.dispatch import receiver

from ladder import ledger
from ladder.models import Ladder, Standing
from players.models import Club, Player


@receiver(pre_save, sender=Player)
def show_new_name(instance: Player, **kwargs: Any) -> None:
    """Let open pages load their standings again: the name is in them, and orders equal ratings.

    This locks the ladders before the player, in the same order as recording a match does.
    """
    if instance.pk:
        ladders = Standing.objects.filter(player=instance).values("board__season__ladder")
        ledger.raise_versions(Ladder.objects.filter(pk__in=ladders))


@receiver(post_save, sender=Club)
def show_names_anew(**kwargs: Any) -> None:
    """Let open pages of every ladder load their standings again: how names are shown may have changed."""
    ledger.raise_versions(Ladder.objects.all())
