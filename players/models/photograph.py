"""The photograph of a player."""

from django.db import models

from players.models.player import Player
from players.photographs.pictures import check_picture


class Photograph(models.Model):
    """The picture that a player has uploaded, as a small WebP file; `Player.photograph_key` says that it is there."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="photograph")
    content = models.BinaryField(validators=[check_picture])
    added_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"Photograph of {self.player}"
