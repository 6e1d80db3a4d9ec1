"""Who follows whom."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from players.models.player import Player


class Follow(models.Model):
    """An account follows a player; nobody but that account is told."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="follows")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="followers")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=("user", "player"), name="player_is_followed_once")]

    def __str__(self) -> str:
        return f"{self.user} follows {self.player}"
