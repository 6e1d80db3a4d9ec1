"""When players sat out."""

from django.db import models
from django.db.models import F, Q

from players.models.player import Player


class PlayerBreak(models.Model):
    """Days on which a player sat out: from `since` on, back on the day `until`. Written by `note_break` only.

    Of the one that runs `Player.sits_out_until` has the end as well. Days that are over never change.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="breaks")
    since = models.DateField()
    until = models.DateField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=("player", "since"), name="break_begins_once_a_day"),
            models.CheckConstraint(condition=Q(until__gt=F("since")), name="break_has_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.since} to {self.until}"
