"""What a ladder lets its members challenge each other to: how far, how soon again, by when, how many at once."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

YEAR = 365  # days
MOST = 100  # open challenges
FAR = 100_000  # places or rating points


def within(low: int, high: int) -> list[MinValueValidator | MaxValueValidator]:
    return [MinValueValidator(low), MaxValueValidator(high)]


def ranged(name: str, low: int, high: int) -> models.CheckConstraint:
    """Return the constraint of a field that lies in this range where it is given."""
    condition = Q(**{f"{name}__isnull": True}) | Q(**{f"{name}__range": (low, high)})
    return models.CheckConstraint(condition=condition, name=f"ladder_{name}_in_range")


class ChallengeRules(models.Model):
    """The columns of a ladder that say so."""

    class Measure(models.TextChoices):
        PLACES = "places", "Places above one's own"
        RATING = "rating", "Rating, up or down"

    challenge_reach = models.PositiveIntegerField(
        "range of a challenge",
        null=True,
        blank=True,
        validators=within(1, FAR),
        help_text="Blank: anyone. A rating system's own range holds besides (W-9).",
    )
    challenge_measure = models.CharField(
        "the range is in", max_length=10, choices=Measure, default=Measure.PLACES, help_text="Of the main board."
    )
    rematch_days = models.PositiveSmallIntegerField(
        "days until a rematch",
        null=True,
        blank=True,
        validators=within(1, YEAR),
        help_text="Blank: two players may challenge each other again at once.",
    )
    answer_days = models.PositiveSmallIntegerField(
        "days to answer a challenge", default=7, validators=within(1, YEAR), help_text="Then it has run out."
    )
    play_days = models.PositiveSmallIntegerField(
        "days to play an accepted challenge",
        default=14,
        validators=within(1, YEAR),
        help_text="Then either player may close it as a walkover.",
    )
    most_challenges = models.PositiveSmallIntegerField(
        "open challenges per player",
        null=True,
        blank=True,
        validators=within(1, MOST),
        help_text="Blank: as many as they like. Counted are those they made and those they accepted.",
    )

    class Meta:
        abstract = True
        constraints = (
            ranged("challenge_reach", 1, FAR),
            ranged("rematch_days", 1, YEAR),
            ranged("answer_days", 1, YEAR),
            ranged("play_days", 1, YEAR),
            ranged("most_challenges", 1, MOST),
            models.CheckConstraint(
                condition=Q(challenge_measure__in=("places", "rating")), name="ladder_challenge_measure_is_known"
            ),
        )
