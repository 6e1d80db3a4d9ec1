"""What a ladder says about challenges: whom, how often, by when, and what happens if not."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

YEAR_DAYS = 365
MOST_AT_ONCE = 100  # open challenges, or rated matches
FARTHEST_REACH = 100_000  # places or rating points


def build_range_validators(low: int, high: int) -> list[MinValueValidator | MaxValueValidator]:
    return [MinValueValidator(low), MaxValueValidator(high)]


def build_range_constraint(name: str, low: int, high: int) -> models.CheckConstraint:
    """Return the constraint that a column is empty or in this range."""
    condition = Q(**{f"{name}__isnull": True}) | Q(**{f"{name}__range": (low, high)})
    return models.CheckConstraint(condition=condition, name=f"ladder_{name}_in_range")


class ChallengeRules(models.Model):
    """The columns of a ladder with its rules on challenges."""

    class Measure(models.TextChoices):
        PLACES = "places", "Places up the standings"
        RATING = "rating", "Rating points, up or down"

    class Unanswered(models.TextChoices):
        FREE = "free", "Nothing happens"
        LOST = "lost", "It counts as lost"

    class Unplayed(models.TextChoices):
        CLAIM = "claim", "Either player can close it as a walkover"
        LOST = "lost", "It counts as lost by whoever was challenged"
        OFF = "off", "It is called off"

    challenge_reach = models.PositiveIntegerField(
        "challenge range",
        null=True,
        blank=True,
        validators=build_range_validators(1, FARTHEST_REACH),
        help_text="How far from the challenger somebody may be. Leave empty to allow anyone. "
        "A limit of the rating system still applies.",
    )
    challenge_measure = models.CharField(
        "range measured in",
        max_length=10,
        choices=Measure,
        default=Measure.PLACES,
        help_text="On the main board. Places count upwards only, points both ways.",
    )
    rematch_days = models.PositiveSmallIntegerField(
        "days until a rematch",
        null=True,
        blank=True,
        validators=build_range_validators(1, YEAR_DAYS),
        help_text="Until then the same two can't challenge each other again. Leave empty to allow it at once.",
    )
    answer_days = models.PositiveSmallIntegerField(
        "days to answer a challenge",
        default=7,
        validators=build_range_validators(1, YEAR_DAYS),
        help_text="Without an answer by then, the challenge is over.",
    )
    if_unanswered = models.CharField(
        "without an answer in time, or declined",
        max_length=10,
        choices=Unanswered,
        default=Unanswered.FREE,
        db_default=Unanswered.FREE,
        help_text="Lost is a walkover for the challenger, which moves players where the rating system counts "
        "walkovers. Challenges that were made before a change keep what they were made under.",
    )
    play_days = models.PositiveSmallIntegerField(
        "days to play an accepted challenge",
        default=14,
        validators=build_range_validators(1, YEAR_DAYS),
    )
    if_unplayed = models.CharField(
        "if it is not played by then",
        max_length=10,
        choices=Unplayed,
        default=Unplayed.CLAIM,
        db_default=Unplayed.CLAIM,
        help_text="The site sees to it when the days of grace are over. Challenges that were made before a change keep "
        "what they were made under.",
    )
    grace_days = models.PositiveSmallIntegerField(
        "days of grace",
        null=True,
        blank=True,
        validators=build_range_validators(0, YEAR_DAYS),
        help_text="For so long a challenge that is late can still be played and reported. Leave empty for as many as "
        "there were to play.",
    )
    postpone_days = models.PositiveSmallIntegerField(
        "days for one new date",
        null=True,
        blank=True,
        validators=build_range_validators(1, YEAR_DAYS),
        help_text="Once, either player can move the last day to play by so many. Leave empty where it stays.",
    )
    most_challenges = models.PositiveSmallIntegerField(
        "open challenges per player",
        null=True,
        blank=True,
        validators=build_range_validators(1, MOST_AT_ONCE),
        help_text="Nobody can have more at a time: made and accepted ones both count. Leave empty for no limit.",
    )

    @property
    def days_of_grace(self) -> int:
        """For how many days after the last day to play a challenge can still be played."""
        return self.play_days if self.grace_days is None else self.grace_days

    class Meta:
        abstract = True
        constraints = (
            build_range_constraint("challenge_reach", 1, FARTHEST_REACH),
            build_range_constraint("rematch_days", 1, YEAR_DAYS),
            build_range_constraint("answer_days", 1, YEAR_DAYS),
            build_range_constraint("play_days", 1, YEAR_DAYS),
            build_range_constraint("grace_days", 0, YEAR_DAYS),
            build_range_constraint("postpone_days", 1, YEAR_DAYS),
            build_range_constraint("most_challenges", 1, MOST_AT_ONCE),
            models.CheckConstraint(
                condition=Q(challenge_measure__in=("places", "rating")), name="ladder_challenge_measure_is_known"
            ),
            models.CheckConstraint(
                condition=Q(if_unanswered__in=("free", "lost")), name="ladder_if_unanswered_is_known"
            ),
            models.CheckConstraint(
                condition=Q(if_unplayed__in=("claim", "lost", "off")), name="ladder_if_unplayed_is_known"
            ),
        )
