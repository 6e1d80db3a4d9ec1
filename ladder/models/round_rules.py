"""What a ladder says about rounds."""

from django.db import models

from ladder.models.challenge_rules import build_optional_number, build_range_constraint

MOST_ROUND_WEEKS = 12


class RoundRules(models.Model):
    """The column of a ladder about rounds."""

    round_weeks = build_optional_number(
        "weeks of a round",
        MOST_ROUND_WEEKS,
        "Every so many weeks the site says who plays whom, of those who are in. Leave empty for no rounds.",
    )

    class Meta:
        abstract = True
        constraints = (build_range_constraint("round_weeks", 1, MOST_ROUND_WEEKS),)
