"""A box: a group of a season in which everybody plays everybody, and who is in it."""

from django.db import models
from django.db.models import Q

from ladder.models.season import Season
from players.models import Player

BOX_LETTERS = "ABCDEF"


class Box(models.Model):
    """A box of a season. The best play at level 1; boxes side by side at a level have letters."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="boxes")
    level = models.PositiveSmallIntegerField()
    letter = models.CharField(max_length=1, blank=True, default="")

    class Meta:
        ordering = ("season", "level", "letter")
        verbose_name_plural = "boxes"
        constraints = [
            models.UniqueConstraint(fields=("season", "level", "letter"), name="box_is_unique_in_its_season"),
            models.CheckConstraint(condition=Q(level__gte=1), name="box_level_is_counted_from_1"),
            models.CheckConstraint(condition=Q(letter__in=("", *BOX_LETTERS)), name="box_letter_is_known"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name of the box: "Box 2", or "Box 2A" where others are beside it."""
        return f"Box {self.label}"

    @property
    def label(self) -> str:
        """The same without the word: "2A"."""
        return f"{self.level}{self.letter}"


class BoxPlace(models.Model):
    """A player in a box, and in no other of the season."""

    class Withdrawal(models.TextChoices):
        STAND = "stand", "What they played stands; the rest is not played"
        STRUCK = "struck", "None of their matches counts in the box"
        FORFEIT = "forfeit", "What they played stands; the rest counts as lost"

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="box_places")
    box = models.ForeignKey(Box, on_delete=models.CASCADE, related_name="places")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="box_places")
    position = models.PositiveSmallIntegerField()  # the starting order of the box, from 1
    withdrew_at = models.DateTimeField(null=True)
    withdrawal = models.CharField(max_length=10, blank=True, default="", choices=Withdrawal)

    class Meta:
        ordering = ("box", "position")
        constraints = [
            models.UniqueConstraint(fields=("season", "player"), name="player_is_in_one_box_of_a_season"),
            models.CheckConstraint(
                condition=Q(withdrew_at=None, withdrawal="")
                | Q(withdrew_at__isnull=False, withdrawal__in=("stand", "struck", "forfeit")),
                name="box_withdrawal_is_dated",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.box}"
