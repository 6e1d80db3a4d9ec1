"""What a ladder says about breaks: how long, how often, and what becomes of challenges."""

from django.db import models
from django.db.models import Q

from ladder.models.challenge_rules import MOST_AT_ONCE, YEAR_DAYS, build_range_constraint, build_range_validators


class BreakRules(models.Model):
    """The columns of a ladder about breaks that members take by themselves."""

    class BreakChallenges(models.TextChoices):
        KEPT = "kept", "They stay, with so many days more"
        OFF = "off", "They are called off"

    break_days = models.PositiveSmallIntegerField(
        "days of a break",
        null=True,
        blank=True,
        default=0,
        db_default=0,
        validators=build_range_validators(0, YEAR_DAYS),
        help_text="How long members can sit out when they say so themselves. 0 for only through an organiser; leave "
        "empty for any time.",
    )
    most_breaks = models.PositiveSmallIntegerField(
        "breaks in a season",
        null=True,
        blank=True,
        validators=build_range_validators(1, MOST_AT_ONCE),
        help_text="How many breaks a member can begin in a season. Leave empty for any number.",
    )
    break_challenges = models.CharField(
        "challenges of somebody who sits out",
        max_length=10,
        choices=BreakChallenges,
        default=BreakChallenges.KEPT,
        db_default=BreakChallenges.KEPT,
        help_text="That run when the break begins.",
    )

    class Meta:
        abstract = True
        constraints = (
            build_range_constraint("break_days", 0, YEAR_DAYS),
            build_range_constraint("most_breaks", 1, MOST_AT_ONCE),
            models.CheckConstraint(
                condition=Q(break_challenges__in=("kept", "off")), name="ladder_break_challenges_is_known"
            ),
        )
