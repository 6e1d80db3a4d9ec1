"""An account that gave way to another one of the same person, when their two players were merged."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from .player import Player


class SetAsideAccount(models.Model):
    """It is switched off while the merge lasts; what went to the account that stays comes back when it is undone."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="set_aside")
    stays = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="set_aside")  # who was merged
    was_swapped = models.BooleanField(default=False)  # the account that stays was the merged player's
    email = models.EmailField(blank=True)  # that mail went to
    addresses = models.JSONField(default=list)  # that went to the account that stays
    roles = models.JSONField(default=list)  # keys of the ladders whose role went there
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.user}, set aside for {self.stays}"
