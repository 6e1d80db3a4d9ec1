"""A season: a dated part of a ladder, and how it starts from the one before."""

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models, transaction
from django.urls import reverse
from django.utils import timezone

from ladder.models.ladder import Ladder
from players.models import Player

SEASON_ADDRESS_TAKEN = "Another season of this ladder already has this address."
SEASON_BACKWARDS = "A season can't end before it starts."


class Season(models.Model):
    """A dated part of a ladder. Saving it settles its ledger and those of the seasons after it."""

    class Rule(models.TextChoices):
        FRESH = "fresh", "Everyone starts afresh"
        CARRY = "carry", "Ratings carry over"
        SHRINK = "shrink", "Ratings move towards the starting rating"

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="seasons")
    slug = models.SlugField(max_length=50)
    name = models.CharField(max_length=80)
    starts_on = models.DateField("first day", null=True, blank=True)
    ends_on = models.DateField("last day", null=True, blank=True)
    opens_from = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="next", verbose_name="season before"
    )
    opening_rule = models.CharField("ratings at the start", max_length=10, choices=Rule, default=Rule.FRESH)
    factor = models.FloatField(
        "share of the difference kept", default=0.5, validators=[MinValueValidator(0.0), MaxValueValidator(1.0)]
    )
    closed_at = models.DateTimeField(null=True, blank=True, editable=False)
    winner = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, editable=False, related_name="seasons_won"
    )

    reminded_of = models.DateField(null=True, editable=False)  # the last day that its players were told of

    class Meta:
        ordering = ("-id",)
        constraints = [
            models.UniqueConstraint(
                fields=("ladder", "slug"),
                name="season_slug_is_unique_in_its_ladder",
                violation_error_message=SEASON_ADDRESS_TAKEN,
            ),
            models.CheckConstraint(
                condition=models.Q(starts_on__isnull=True)
                | models.Q(ends_on__isnull=True)
                | models.Q(ends_on__gte=models.F("starts_on")),
                name="season_ends_after_it_starts",
                violation_error_message=SEASON_BACKWARDS,
            ),
            models.CheckConstraint(
                condition=models.Q(factor__gte=0.0, factor__lte=1.0), name="season_factor_is_a_share"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ladder}, {self.name}"

    @property
    def keep(self) -> float:
        """The share of the distance between a rating and the starting rating that carries over into this season."""
        return {self.Rule.FRESH: 0.0, self.Rule.CARRY: 1.0}.get(self.Rule(self.opening_rule), self.factor)

    @property
    def has_begun(self) -> bool:
        """Whether its first day has come, in the club's time zone."""
        return self.starts_on is None or self.starts_on <= timezone.localdate()

    @property
    def is_over(self) -> bool:
        """Whether its last day has passed; it may still be open."""
        return self.ends_on is not None and self.ends_on < timezone.localdate()

    @property
    def is_running(self) -> bool:
        """Whether it takes a match that is played today."""
        return self.closed_at is None and self.has_begun and not self.is_over

    def get_absolute_url(self) -> str:
        return reverse("ladder:standings", args=[self.ladder.slug, self.slug])

    def save(self, *args: Any, **kwargs: Any) -> None:
        from ladder import ledger  # deferred: whatever saves a season settles its ledger

        with transaction.atomic():
            ledger.lock(self.ladder_id)
            ledger.check_season(self)
            super().save(*args, **kwargs)
            ledger.settle(self)
