"""What a ladder lets its members challenge each other to: how far, how soon again, by when, how many at once."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

YEAR = 365  # days
MOST = 100  # open challenges
FAR = 100_000  # places or rating points


def build_range_validators(low: int, high: int) -> list[MinValueValidator | MaxValueValidator]:
    return [MinValueValidator(low), MaxValueValidator(high)]


def build_range_constraint(name: str, low: int, high: int) -> models.CheckConstraint:
    """Return the constraint of a field that lies in this range where it is given."""
    condition = Q(**{f"{name}__isnull": True}) | Q(**{f"{name}__range": (low, high)})
    return models.CheckConstraint(condition=condition, name=f"ladder_{name}_in_range")


class ChallengeRules(models.Model):
    """The columns of a ladder that say so."""

    class Measure(models.TextChoices):
        PLACES = "places", "Places up the standings"
        RATING = "rating", "Rating points, up or down"

    challenge_reach = models.PositiveIntegerField(
        "challenge range",
        null=True,
        blank=True,
        validators=build_range_validators(1, FAR),
        help_text="Leave empty to allow anyone. A limit of the rating system still applies.",
    )
    challenge_measure = models.CharField(
        "range measured in", max_length=10, choices=Measure, default=Measure.PLACES, help_text="On the main board."
    )
    rematch_days = models.PositiveSmallIntegerField(
        "days until a rematch",
        null=True,
        blank=True,
        validators=build_range_validators(1, YEAR),
        help_text="Leave empty to allow a rematch at once.",
    )
    answer_days = models.PositiveSmallIntegerField(
        "days to answer a challenge",
        default=7,
        validators=build_range_validators(1, YEAR),
        help_text="Then the challenge expires.",
    )
    play_days = models.PositiveSmallIntegerField(
        "days to play an accepted challenge",
        default=14,
        validators=build_range_validators(1, YEAR),
        help_text="After that either player can close it as a walkover.",
    )
    most_challenges = models.PositiveSmallIntegerField(
        "open challenges per player",
        null=True,
        blank=True,
        validators=build_range_validators(1, MOST),
        help_text="Leave empty for no limit. Challenges made and challenges accepted both count.",
    )

    class Meta:
        abstract = True
        constraints = (
            build_range_constraint("challenge_reach", 1, FAR),
            build_range_constraint("rematch_days", 1, YEAR),
            build_range_constraint("answer_days", 1, YEAR),
            build_range_constraint("play_days", 1, YEAR),
            build_range_constraint("most_challenges", 1, MOST),
            models.CheckConstraint(
                condition=Q(challenge_measure__in=("places", "rating")), name="ladder_challenge_measure_is_known"
            ),
        )
