"""What a ladder says about club nights."""

from django.db import models
from django.db.models import Q


class NightRules(models.Model):
    """The column of a ladder about club nights."""

    class Nights(models.TextChoices):
        NONE = "none", "We have none"
        RECORDERS = "recorders", "Recorders and organisers begin them"
        VENUE = "venue", "So does whoever enters the venue code"

    nights = models.CharField(
        "club nights",
        max_length=10,
        choices=Nights,
        default=Nights.NONE,
        db_default=Nights.NONE,
        help_text="On a night the site says who plays next on which court, of those who are here.",
    )

    class Meta:
        abstract = True
        constraints = (
            models.CheckConstraint(
                condition=Q(nights__in=("none", "recorders", "venue")), name="ladder_nights_is_known"
            ),
        )
