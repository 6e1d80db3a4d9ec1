"""What was brought in at once: by whom, when, from which file, and whom it made a player."""

from django.conf import settings
from django.db import models

from players.models import Player
from players.models.fields import AccountField, SaidField

from .event import Event
from .season import Season


class Import(models.Model):
    """Matches that came into a season together, so that they can be taken back together; they point here."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="imports")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    by_name = AccountField(max_length=150, blank=True)
    at = models.DateTimeField()
    file = SaidField(max_length=200, blank=True)  # its name; none where it named a person who was erased
    players = models.ManyToManyField(Player, related_name="+")  # whom it made, or brought back
    taken_back = models.ForeignKey(Event, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"Import {self.pk}"
