"""Rounds: every few weeks the site says who plays whom; and how often each player wants to be in them."""

from django.db import models
from django.db.models import Q

from ladder.models.ladder import Ladder
from ladder.models.season import Season
from players.models import Player


class Round(models.Model):
    """A round of a season: its matches are fixtures, to be played by its last day."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    starts_on = models.DateField()
    ends_on = models.DateField()
    left_over = models.ManyToManyField(Player, related_name="+")  # who wanted to play and found nobody
    asked_at = models.DateTimeField(null=True)  # when players were asked about the round after this one

    class Meta:
        ordering = ("season", "-number")
        constraints = [
            models.UniqueConstraint(fields=("season", "number"), name="round_is_unique_in_its_season"),
            models.CheckConstraint(condition=Q(ends_on__gte=models.F("starts_on")), name="round_ends_after_it_starts"),
        ]

    def __str__(self) -> str:
        return f"Round {self.number}"


class RoundWish(models.Model):
    """How often a player wants to play in each round of a ladder; who never said is out."""

    class Wanted(models.IntegerChoices):
        OUT = 0, "Out"
        IN = 1, "In"
        TWICE = 2, "Twice"

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="round_wishes")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="round_wishes")
    wanted = models.PositiveSmallIntegerField(choices=Wanted)
    partner = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ("ladder", "player")
        verbose_name_plural = "round wishes"
        constraints = [
            models.UniqueConstraint(fields=("ladder", "player"), name="one_round_wish_per_ladder_and_player"),
            models.CheckConstraint(condition=Q(wanted__range=(0, 2)), name="round_wish_is_known"),
            models.CheckConstraint(
                condition=Q(partner=None) | ~Q(partner=models.F("player")), name="partner_is_somebody_else"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.get_wanted_display()}"
