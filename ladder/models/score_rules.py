"""Whether the matches of a ladder have scores, and by which rule, as a ladder sets it."""

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

from ladder.formats import RULE_PARTS, RatingError, parse_score_rule

LONGEST_RULE = 100


def validate_score_rule(text: str) -> None:
    """Refuse a text that is no rule for scores."""
    try:
        parse_score_rule(text)
    except RatingError as error:
        raise ValidationError(str(error)) from error


class ScoreRules(models.Model):
    """The columns of a ladder about the scores of its matches."""

    class Scores(models.TextChoices):
        NONE = "none", "Only who won"
        ALLOWED = "allowed", "Who won, and the score if somebody enters it"
        REQUIRED = "required", "The score of every match"

    scores = models.CharField(
        "scores",
        max_length=10,
        choices=Scores,
        default=Scores.NONE,
        db_default="none",
        help_text="Whether a report has the points of its games, such as 11-7 9-11 11-5; who won follows from them. "
        "With scores, a report can also say that somebody retired or did not come.",
    )
    score_rule = models.CharField(
        "how a match is scored",
        max_length=LONGEST_RULE,
        blank=True,
        default="",
        db_default="",
        validators=[validate_score_rule],
        help_text="A score that doesn't fit is refused, with the reason; leave empty to take any. Choose one of the "
        "list, or begin with “best of 5 games to 11” or “one score”, and add with commas what else holds: "
        f"{RULE_PARTS}.",
    )

    class Meta:
        abstract = True
        constraints = (
            models.CheckConstraint(
                condition=Q(scores__in=("none", "allowed", "required")), name="ladder_scores_are_known"
            ),
        )
