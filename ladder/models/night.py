"""A club night: who is there, and the courts on which they play; its games are fixtures."""

from datetime import datetime

from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from ladder.models.challenge_rules import build_range_validators
from ladder.models.round_rules import RoundRules
from ladder.models.season import Season
from players.models import Player

COURT_PLACES = (2, 4)
MOST_WEIGHT, USUAL_WEIGHT = 10, 5
MOST_POINTS, USUAL_POINTS = 100, 24
MOST_ROUND_MINUTES, USUAL_ROUND_MINUTES = 120, 15


def build_weight(label: str, about: str) -> models.PositiveSmallIntegerField:
    """Return the column of what the proposals of a night look at, from 0 for nothing to 10."""
    return models.PositiveSmallIntegerField(
        label,
        default=USUAL_WEIGHT,
        db_default=USUAL_WEIGHT,
        validators=build_range_validators(0, MOST_WEIGHT),
        help_text=about,
    )


class Night(models.Model):
    """A night of a season. It is closed by somebody, or by the clock some time after its end."""

    class Way(models.TextChoices):
        BOARD = "board", "The board proposes who plays next"
        PEGS = "pegs", "Peg board: the longest waiting chooses three of the next six"
        KING = "king", "King of the court: winners stay, at most two games"
        CLOCK = "clock", "Rounds by the clock: all courts begin and end together"
        AMERICANO = "americano", "Americano: everybody with everybody once, and a table of points"
        MEXICANO = "mexicano", "Mexicano: rounds by the table of points"

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="nights")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField("ends at")
    way = models.CharField("way of play", max_length=10, choices=Way, default=Way.BOARD)
    court_time = build_weight("court time", "Whoever waited long plays next.")
    even_games = build_weight("even games", "Both sides have the same chance.")
    variety = build_weight("variety", "Other partners and opponents than lately.")
    rest = build_weight("rest", "Whoever played two games in a row rests.")
    version = models.PositiveIntegerField(default=0, db_default=0, editable=False)  # grows with all that happens
    points_in_all = models.PositiveSmallIntegerField(
        "points of a game in all",
        default=USUAL_POINTS,
        db_default=USUAL_POINTS,
        validators=build_range_validators(0, MOST_POINTS),
        help_text="For Americano and Mexicano: 15 to 9 of 24. Enter 0 where a game is played to a number of points.",
    )
    partners = models.CharField(
        max_length=10,
        choices=RoundRules.Partners,
        default=RoundRules.Partners.CHANGE,
        db_default=RoundRules.Partners.CHANGE,
        help_text="For Americano and Mexicano. Pairs are two who both wish to be partners, or whom you put together.",
    )
    round_minutes = models.PositiveSmallIntegerField(
        "minutes of a round",
        default=USUAL_ROUND_MINUTES,
        db_default=USUAL_ROUND_MINUTES,
        validators=build_range_validators(0, MOST_ROUND_MINUTES),
        help_text="Then a buzzer sounds. Enter 0 for none.",
    )
    closed_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ("-starts_at", "-id")
        constraints = [
            models.UniqueConstraint(fields=("season",), condition=Q(closed_at=None), name="one_night_at_a_time"),
            models.CheckConstraint(condition=Q(ends_at__gt=F("starts_at")), name="night_ends_after_it_starts"),
            models.CheckConstraint(
                condition=Q(way__in=("board", "pegs", "king", "clock", "americano", "mexicano")),
                name="night_way_is_known",
            ),
            models.CheckConstraint(condition=Q(partners__in=("change", "stay")), name="night_partners_is_known"),
            models.CheckConstraint(
                condition=Q(
                    court_time__lte=MOST_WEIGHT,
                    even_games__lte=MOST_WEIGHT,
                    variety__lte=MOST_WEIGHT,
                    rest__lte=MOST_WEIGHT,
                ),
                name="night_weights_are_in_range",
            ),
        ]

    def __str__(self) -> str:
        return f"Night {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("ladder:night", args=[self.season.ladder.slug, self.pk])


POINT_WAYS = (Night.Way.AMERICANO, Night.Way.MEXICANO)
"""In which the points of a game make the table of the night."""


class Court(models.Model):
    """A court or table of a night, for two or for four; it may be kept for women's, men's or mixed games."""

    class Category(models.TextChoices):
        WOMEN = "women", "women"
        MEN = "men", "men"
        MIXED = "mixed", "mixed"

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="courts")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=20)
    places = models.PositiveSmallIntegerField(default=4)
    is_open = models.BooleanField(default=True)
    category = models.CharField(max_length=10, choices=Category, blank=True, default="", db_default="")

    class Meta:
        ordering = ("night", "position")
        constraints = [
            models.CheckConstraint(
                condition=Q(category__in=("", "women", "men", "mixed")), name="court_category_is_known"
            ),
            models.UniqueConstraint(fields=("night", "name"), name="court_name_is_unique_in_its_night"),
            models.CheckConstraint(condition=Q(places__in=COURT_PLACES), name="court_is_for_two_or_four"),
        ]

    def __str__(self) -> str:
        return self.name


class Visit(models.Model):
    """The time that somebody is at a night; who goes and comes back has two. Whoever rests is there and doesn't play.

    A rest without an end lasts until they say so.
    """

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="visits")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="visits")
    came_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)
    rests = models.JSONField(default=list, blank=True)  # pairs of moments, the last one may have no end
    partner = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")  # put together tonight

    class Meta:
        ordering = ("night", "came_at", "id")
        constraints = [
            models.UniqueConstraint(
                fields=("night", "player"), condition=Q(left_at=None), name="everybody_is_there_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} at {self.night}"

    @property
    def is_resting(self) -> bool:
        """Whether they rest now."""
        return bool(self.rests) and self.rests[-1][1] is None

    @property
    def changed_at(self) -> datetime:
        """When they last came, began or ended a rest, or went."""
        rests = [datetime.fromisoformat(moment) for rest in self.rests for moment in rest if moment]
        return max(self.came_at, self.left_at or self.came_at, *rests)


class PartnerWish(models.Model):
    """Whom a player wants as partner on club nights, or never; nobody else is told of it."""

    class Wanted(models.TextChoices):
        WITH = "with", "With them"
        APART = "apart", "Never with them"

    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="partner_wishes")
    partner = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    wanted = models.CharField(max_length=10, choices=Wanted)

    class Meta:
        ordering = ("by", "id")
        verbose_name_plural = "partner wishes"
        constraints = [
            models.UniqueConstraint(fields=("by", "partner"), name="one_wish_about_a_partner"),
            models.CheckConstraint(condition=Q(wanted__in=("with", "apart")), name="partner_wish_is_known"),
            models.CheckConstraint(condition=~Q(by=F("partner")), name="wish_is_about_somebody_else"),
        ]

    def __str__(self) -> str:
        return f"{self.by}: {self.get_wanted_display()}, {self.partner}"
