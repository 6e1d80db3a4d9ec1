"""The code with which anybody at the venue reports to a ladder, without an account."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from .ladder import Ladder


class VenueCode(models.Model):
    """The one code of a ladder; a new one ends what the one before opened."""

    ladder = models.OneToOneField(Ladder, on_delete=models.CASCADE, related_name="venue_code")
    digest = models.CharField(max_length=64)  # of the code, which nobody can read here
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"Venue code of {self.ladder}"
