"""A ladder, its seasons, their boards, and what players bring into a season."""

from functools import cached_property
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models, transaction
from django.urls import reverse

from ladder.ratings import RatingError, RatingSystem, choices, create
from players.models import Player

from .challenging import ChallengeRules
from .state import CountState, RatingState

WEEK = 7 * 24  # hours
NO_HOURS = "Say how many hours there are to confirm a report, or let results count at once."
RESERVED = {
    "accounts",
    "admin",
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
        raise ValidationError(f"“{slug}” is an address of the site itself. Choose another.")


class Ladder(ChallengeRules):
    """A competition of the club. `version` grows with every change to its ledger."""

    class Reporters(models.TextChoices):
        WINNER = "winner", "Only the winner (B-12)"
        PLAYERS = "players", "Either player"
        ANY = "any", "Any member, also for two others"
        RECORDERS = "recorders", "Recorders only"

    slug = models.SlugField(max_length=50, unique=True, validators=[validate_slug])
    name = models.CharField(max_length=80)
    reporters = models.CharField("who reports", max_length=10, choices=Reporters, default=Reporters.PLAYERS)
    fix_minutes = models.PositiveIntegerField(
        "minutes to fix one's own report",
        null=True,
        blank=True,
        validators=[MaxValueValidator(WEEK * 60)],
        help_text="Blank: until the end of the club's day. 0: reports can't be fixed or undone.",
    )
    confirm_hours = models.PositiveSmallIntegerField(
        "hours to confirm a report",
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(WEEK)],
        help_text="Blank: nobody is asked (B-12). Else the opponent is, and silence confirms.",
    )
    counts_when_confirmed = models.BooleanField(
        "results count only when confirmed",
        default=False,
        help_text="Until the opponent, an organiser or silence confirms it, a result is pending.",
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


class Season(models.Model):
    """A dated part of a ladder. Saving it settles its ledger and those of the seasons after it."""

    class Rule(models.TextChoices):
        FRESH = "fresh", "Everyone starts afresh"
        CARRY = "carry", "Ratings are carried over"
        SHRINK = "shrink", "Ratings are drawn towards the start value"

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="seasons")
    slug = models.SlugField(max_length=50)
    name = models.CharField(max_length=80)
    starts_on = models.DateField("first day", null=True, blank=True)
    ends_on = models.DateField("last day", null=True, blank=True)
    opens_from = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="next", verbose_name="season before"
    )
    opening_rule = models.CharField("opening", max_length=10, choices=Rule, default=Rule.FRESH)
    factor = models.FloatField(
        "share kept when shrinking", default=0.5, validators=[MinValueValidator(0.0), MaxValueValidator(1.0)]
    )
    closed_at = models.DateTimeField(null=True, blank=True, editable=False)
    winner = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, editable=False, related_name="seasons_won"
    )

    class Meta:
        ordering = ("-id",)
        constraints = [
            models.UniqueConstraint(fields=("ladder", "slug"), name="season_slug_is_unique_in_its_ladder"),
            models.CheckConstraint(
                condition=models.Q(starts_on__isnull=True)
                | models.Q(ends_on__isnull=True)
                | models.Q(ends_on__gte=models.F("starts_on")),
                name="season_ends_after_it_starts",
                violation_error_message="A season can't end before it starts.",
            ),
            models.CheckConstraint(
                condition=models.Q(factor__gte=0.0, factor__lte=1.0), name="season_factor_is_a_share"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ladder}, {self.name}"

    @property
    def keep(self) -> float:
        """The share of a rating's distance from the start value that is brought into this season."""
        return {self.Rule.FRESH: 0.0, self.Rule.CARRY: 1.0}.get(self.Rule(self.opening_rule), self.factor)

    def get_absolute_url(self) -> str:
        return reverse("ladder:standings", args=[self.ladder.slug, self.slug])

    def save(self, *args: Any, **kwargs: Any) -> None:
        from ladder.services import ledger  # deferred: whatever saves a season settles its ledger

        with transaction.atomic():
            ledger.lock(self.ladder_id)
            ledger.check_season(self)
            super().save(*args, **kwargs)
            ledger.settle(self)


class Board(models.Model):
    """One rating system over a season's matches. The first by position is the season's main table."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="boards")
    system = models.CharField(max_length=40, choices=choices)
    options = models.JSONField(default=dict, blank=True)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("position", "id")
        constraints = [
            models.UniqueConstraint(fields=("season", "system"), name="board_has_its_own_system"),
        ]

    def __str__(self) -> str:
        return f"{self.season}: {self.get_system_display()}"

    @cached_property
    def rating_system(self) -> RatingSystem:
        """The system with this board's options."""
        return create(self.system, self.options)

    def clean(self) -> None:
        """Refuse an option that the system doesn't have, or out of its range; keep the others in their types."""
        try:
            given = dict((self.options or {}).items())
            system = create(self.system, given)
            self.options = {name: getattr(system, name) for name in given}
        except RatingError as error:
            raise ValidationError({"options": str(error)}) from error
        except (AttributeError, TypeError) as error:
            raise ValidationError({"options": 'Write the options as {"name": value}.'}) from error

    def save(self, *args: Any, **kwargs: Any) -> None:
        from ladder.services import ledger  # deferred: whatever saves a board settles its ledger

        self.clean()
        self.__dict__.pop("rating_system", None)
        with transaction.atomic():
            ledger.lock(self.season.ladder_id)
            super().save(*args, **kwargs)
            ledger.settle(self.season)


class Opening(RatingState, CountState):
    """A player's state at a season's start on one board, and where it came from."""

    class Source(models.TextChoices):
        CARRIED = "carried", "The season before"
        GIVEN = "given", "An organiser or a player file"

    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="openings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="openings")
    source = models.CharField(max_length=10, choices=Source, default=Source.GIVEN)

    class Meta:
        ordering = ("board", "player")
        constraints = [models.UniqueConstraint(fields=("board", "player"), name="one_opening_per_player_and_board")]

    def __str__(self) -> str:
        return f"{self.player} opens with {self.points}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        from ladder.services import ledger  # deferred: whatever saves an opening settles its ledger

        with transaction.atomic():
            ledger.lock(self.board.season.ladder_id)
            super().save(*args, **kwargs)
            ledger.settle(self.board.season)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        from ladder.services import ledger  # deferred: whatever takes an opening away settles its ledger

        with transaction.atomic():
            ledger.lock(self.board.season.ladder_id)
            gone = super().delete(*args, **kwargs)
            ledger.settle(self.board.season)
        return gone
