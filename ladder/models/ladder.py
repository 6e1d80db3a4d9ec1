"""A ladder: a competition of the club, what its organisers can set, who has a role on it, and its venue code."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils import timezone

from ladder.models.box_rules import BoxRules
from ladder.models.break_rules import BreakRules
from ladder.models.challenge_rules import (
    MOST_AT_ONCE,
    NEEDS_NIGHTS,
    ChallengeRules,
    build_range_constraint,
    build_range_validators,
)
from ladder.models.match_lengths import MatchLengths
from ladder.models.night_rules import NightRules
from ladder.models.round_rules import RoundRules
from ladder.models.score_rules import ScoreRules
from ladder.models.team_rules import TeamRules
from ladder.ratings import INACTIVE_AFTER
from players.models.fields import RedactedSentenceField

WEEK_HOURS = 7 * 24
MOST_DAYS = 3650  # without a match
LADDER_ADDRESS_TAKEN = "Another ladder already has this address."
NO_HOURS = "Set the hours to confirm a report, or let results count at once."
RESERVED_SLUGS = {
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
    "metrics",
    "players",
    "readyz",
    "settings",
    "setup",
    "static",
    "systems",
    "theme",
}


class RatedLimits(models.Model):
    """The columns of a ladder that say how many rated matches count; further ones are kept as unrated."""

    pair_day_limit = models.PositiveSmallIntegerField(
        "rated matches of the same two players in a day",
        null=True,
        blank=True,
        validators=build_range_validators(1, MOST_AT_ONCE),
        help_text="Leave empty for no limit. With 3, the 4th match of the same two on one day is kept as unrated.",
    )
    pair_week_limit = models.PositiveSmallIntegerField(
        "rated matches of the same two players in a week",
        null=True,
        blank=True,
        validators=build_range_validators(1, MOST_AT_ONCE),
        help_text="Leave empty for no limit. A week is from Monday to Sunday.",
    )
    player_day_limit = models.PositiveSmallIntegerField(
        "rated matches of a player in a day",
        null=True,
        blank=True,
        validators=build_range_validators(1, MOST_AT_ONCE),
        help_text="Leave empty for no limit. All rated matches of the player count, whoever the opponents are.",
    )
    player_week_limit = models.PositiveSmallIntegerField(
        "rated matches of a player in a week",
        null=True,
        blank=True,
        validators=build_range_validators(1, MOST_AT_ONCE),
        help_text="Leave empty for no limit. A week is from Monday to Sunday.",
    )

    class Meta:
        abstract = True
        constraints = (
            build_range_constraint("pair_day_limit", 1, MOST_AT_ONCE),
            build_range_constraint("pair_week_limit", 1, MOST_AT_ONCE),
            build_range_constraint("player_day_limit", 1, MOST_AT_ONCE),
            build_range_constraint("player_week_limit", 1, MOST_AT_ONCE),
        )


def validate_slug(slug: str) -> None:
    """Refuse a word that the site's own addresses begin with."""
    if slug in RESERVED_SLUGS:
        raise ValidationError(f"“{slug}” is used by the site itself. Choose another address.")


class Ladder(
    ChallengeRules, BreakRules, BoxRules, RoundRules, NightRules, TeamRules, RatedLimits, ScoreRules, MatchLengths
):
    """A competition of the club. `version` grows with every change to its ledger.

    `past_version` is the version of the last change that was more than a match after all others.
    """

    class Reporters(models.TextChoices):
        WINNER = "winner", "Only the winner"
        PLAYERS = "players", "Either player"
        ANY = "any", "Any member, also for two others"
        RECORDERS = "recorders", "Recorders only"

    slug = models.SlugField(
        max_length=50, unique=True, validators=[validate_slug], error_messages={"unique": LADDER_ADDRESS_TAKEN}
    )
    name = models.CharField(max_length=80)
    game = models.CharField(
        max_length=40,
        blank=True,
        default="",
        help_text="Decides which rating systems are suggested. A change here changes nothing else.",
    )
    reporters = models.CharField(
        "who reports",
        max_length=10,
        choices=Reporters,
        default=Reporters.PLAYERS,
        help_text="Who may enter the result of a match.",
    )
    fix_minutes = models.PositiveIntegerField(
        "how long members may fix their own report, in minutes",
        null=True,
        blank=True,
        validators=[MaxValueValidator(WEEK_HOURS * 60)],
        help_text="Without asking an organiser. Leave empty to allow it until the end of the day; 0 means not at all.",
    )
    confirm_hours = models.PositiveSmallIntegerField(
        "hours to confirm a report",
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(WEEK_HOURS)],
        help_text="Leave empty to ask nobody. Otherwise the opponent is asked, and no answer counts as a yes.",
    )
    counts_when_confirmed = models.BooleanField(
        "results count only once confirmed",
        default=False,
        help_text="Until then a result is pending: it is listed, but changes no rating.",
    )
    how_to_report = RedactedSentenceField(
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
    takes_handicaps = models.BooleanField(
        "handicaps",
        default=False,
        db_default=False,
        help_text="The players of a match may agree on points for one of them. They count as rating in the chance, "
        "so an even match is worth the same to both.",
    )
    version = models.PositiveBigIntegerField(default=0, editable=False)
    past_version = models.PositiveBigIntegerField(default=0, db_default=0, editable=False)
    is_demonstration = models.BooleanField(default=False, editable=False)

    class Meta:
        ordering = ("name", "slug")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(fix_minutes__isnull=True) | models.Q(fix_minutes__lte=WEEK_HOURS * 60),
                name="reports_are_fixed_within_a_week",
            ),
            models.CheckConstraint(
                condition=models.Q(confirm_hours__isnull=True) | models.Q(confirm_hours__range=(1, WEEK_HOURS)),
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
            *BreakRules.Meta.constraints,
            *BoxRules.Meta.constraints,
            *RoundRules.Meta.constraints,
            *NightRules.Meta.constraints,
            *RatedLimits.Meta.constraints,
            *TeamRules.Meta.constraints,
            *ScoreRules.Meta.constraints,
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Refuse pending results without a time after which they are confirmed, and who is here without nights."""
        super().clean()
        if self.challenge_among == self.Among.HERE and self.nights == self.Nights.NONE:
            raise ValidationError({"challenge_among": NEEDS_NIGHTS})
        if self.counts_when_confirmed and self.confirm_hours is None:
            raise ValidationError({"confirm_hours": NO_HOURS})

    def get_absolute_url(self) -> str:
        return reverse("ladder:ladder", args=[self.slug])

    @property
    def members_report(self) -> bool:
        """Whether members report matches here, and so also people at the venue."""
        return self.reporters != self.Reporters.RECORDERS


class Role(models.Model):
    """The role of an account on a ladder, at most one; an organiser may do everything that a recorder may."""

    class Kind(models.TextChoices):
        ORGANISER = "organiser", "Organiser"
        RECORDER = "recorder", "Recorder"

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ladder_roles", verbose_name="account"
    )
    role = models.CharField(max_length=10, choices=Kind)

    class Meta:
        ordering = ("ladder", "role", "user")
        constraints = [
            models.UniqueConstraint(fields=("ladder", "user"), name="one_role_per_ladder_and_account"),
            models.CheckConstraint(condition=models.Q(role__in=("organiser", "recorder")), name="role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.get_role_display().lower()} of {self.ladder}"


class VenueCode(models.Model):
    """The venue code of a ladder; once there is a new one, the old one and what was opened with it no longer work."""

    ladder = models.OneToOneField(Ladder, on_delete=models.CASCADE, related_name="venue_code")
    digest = models.CharField(max_length=64)  # of the code, which is not stored
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"Venue code of {self.ladder}"
