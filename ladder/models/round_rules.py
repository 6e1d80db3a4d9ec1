"""What a ladder says about rounds."""

from django.db import models

from ladder.models.challenge_rules import build_optional_number, build_range_constraint

MOST_ROUND_WEEKS = 12


class RoundRules(models.Model):
    """The columns of a ladder about rounds."""

    class Partners(models.TextChoices):
        CHANGE = "change", "Partners change"
        STAY = "stay", "Pairs stay together"

    round_weeks = build_optional_number(
        "weeks of a round",
        MOST_ROUND_WEEKS,
        "Every so many weeks the site says who plays whom, of those who are in. Leave empty for no rounds.",
    )

    round_partners = models.CharField(
        "rounds of doubles",
        max_length=10,
        choices=Partners,
        default=Partners.CHANGE,
        db_default=Partners.CHANGE,
        help_text="On a ladder of doubles alone. Pairs that stay together are two who name one another as partners.",
    )

    class Meta:
        abstract = True
        constraints = (
            build_range_constraint("round_weeks", 1, MOST_ROUND_WEEKS),
            models.CheckConstraint(
                condition=models.Q(round_partners__in=("change", "stay")), name="ladder_round_partners_is_known"
            ),
        )


ROUND_COLUMNS = tuple(field.name for field in RoundRules._meta.local_fields)
