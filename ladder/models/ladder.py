"""A ladder: a competition of the club, with what its organisers can set."""

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse

from ladder.ratings import INACTIVE_AFTER
from players.models.fields import SaidField

from .challenging import ChallengeRules

WEEK = 7 * 24  # hours
MOST_DAYS = 3650  # without a match
TAKEN = "Another ladder already has this address."
NO_HOURS = "Set the hours to confirm a report, or let results count at once."
RESERVED = {
    "accounts",
    "admin",
    "at-the-venue",  # of each ladder: it would hide pages of a season
    "backup",
    "challenges",
    "desk",
    "disputes",
    "healthz",
    "ladders",
    "matches",
    "players",
    "settings",
    "setup",
    "static",
    "systems",
    "theme",
}


def validate_slug(slug: str) -> None:
    """Keep the site's own addresses free."""
    if slug in RESERVED:
        raise ValidationError(f"“{slug}” is used by the site itself. Choose another address.")


class Ladder(ChallengeRules):
    """A competition of the club. `version` grows with every change to its ledger."""

    class Reporters(models.TextChoices):
        WINNER = "winner", "Only the winner"
        PLAYERS = "players", "Either player"
        ANY = "any", "Any member, also for two others"
        RECORDERS = "recorders", "Recorders only"

    slug = models.SlugField(max_length=50, unique=True, validators=[validate_slug], error_messages={"unique": TAKEN})
    name = models.CharField(max_length=80)
    reporters = models.CharField("who reports", max_length=10, choices=Reporters, default=Reporters.PLAYERS)
    fix_minutes = models.PositiveIntegerField(
        "minutes to fix or undo a report",
        null=True,
        blank=True,
        validators=[MaxValueValidator(WEEK * 60)],
        help_text="Leave empty to allow it until the end of the day. 0 switches it off.",
    )
    confirm_hours = models.PositiveSmallIntegerField(
        "hours to confirm a report",
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(WEEK)],
        help_text="Leave empty to ask nobody. Otherwise the opponent is asked, and no answer counts as a yes.",
    )
    counts_when_confirmed = models.BooleanField(
        "results count only once confirmed",
        default=False,
        help_text="Until then a result is pending: it is listed, but changes no rating.",
    )
    how_to_report = SaidField(
        "how to report",
        max_length=300,
        blank=True,
        help_text="Shown on the report form, with the standings and on printed sheets: which matches count, and how.",
    )
    inactive_after = models.PositiveSmallIntegerField(
        "days until a player loses their rank",
        null=True,
        blank=True,
        default=INACTIVE_AFTER,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_DAYS)],
        help_text="Counted from their last match. Leave empty for never: then everybody, retired or not, has a rank.",
    )
    version = models.PositiveBigIntegerField(default=0, editable=False)
    is_demonstration = models.BooleanField(default=False, editable=False)

    class Meta:
        ordering = ("name", "slug")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(fix_minutes__isnull=True) | models.Q(fix_minutes__lte=WEEK * 60),
                name="reports_are_fixed_within_a_week",
            ),
            models.CheckConstraint(
                condition=models.Q(confirm_hours__isnull=True) | models.Q(confirm_hours__range=(1, WEEK)),
                name="reports_are_confirmed_within_a_week",
            ),
            models.CheckConstraint(
                condition=models.Q(counts_when_confirmed=False) | models.Q(confirm_hours__isnull=False),
                name="what_waits_has_its_hours",
                violation_error_message=NO_HOURS,
            ),
            models.CheckConstraint(
                condition=models.Q(inactive_after__isnull=True) | models.Q(inactive_after__range=(1, MOST_DAYS)),
                name="ladder_inactive_after_in_range",
            ),
            *ChallengeRules.Meta.constraints,
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Refuse pending results that nothing would ever confirm."""
        super().clean()
        if self.counts_when_confirmed and self.confirm_hours is None:
            raise ValidationError({"confirm_hours": NO_HOURS})

    def get_absolute_url(self) -> str:
        return reverse("ladder:ladder", args=[self.slug])
