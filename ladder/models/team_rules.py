"""How many players a side has in doubles and team matches, as a ladder sets it."""

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from ladder.formats import MOST_A_SIDE

IN_RANGE = [MinValueValidator(1), MaxValueValidator(MOST_A_SIDE)]
SIDES_BACKWARDS = "The most players on a side can't be fewer than the fewest."


class TeamRules(models.Model):
    """The columns of a ladder with the size of a side; two and two is doubles."""

    fewest_a_side = models.PositiveSmallIntegerField(
        "fewest players on a side",
        default=2,
        db_default=2,
        validators=IN_RANGE,
        help_text="A report with fewer is refused. 1 lets one play against two.",
    )
    most_a_side = models.PositiveSmallIntegerField(
        "most players on a side",
        default=2,
        db_default=2,
        validators=IN_RANGE,
        help_text="A report with more is refused. With two and two it is doubles.",
    )

    class Meta:
        abstract = True
        constraints = (
            models.CheckConstraint(
                condition=Q(fewest_a_side__gte=1, most_a_side__lte=MOST_A_SIDE, fewest_a_side__lte=F("most_a_side")),
                name="ladder_side_sizes_in_range",
                violation_error_message=SIDES_BACKWARDS,
            ),
        )

    @property
    def plays_doubles(self) -> bool:
        """Whether a side always has two players."""
        return (self.fewest_a_side, self.most_a_side) == (2, 2)

    def name_teams(self) -> str:
        """Return what matches of sides are called here: Doubles, or Teams."""
        return "Doubles" if self.plays_doubles else "Teams"

    def describe_side_size(self) -> str:
        """Return how many players a side has: "2 players", "1 to 3 players"."""
        if self.fewest_a_side == self.most_a_side:
            return f"{self.most_a_side} player{'' if self.most_a_side == 1 else 's'}"
        return f"{self.fewest_a_side} to {self.most_a_side} players"

    def clean(self) -> None:
        """Refuse a largest side that is smaller than the smallest."""
        super().clean()
        if self.fewest_a_side and self.most_a_side and self.fewest_a_side > self.most_a_side:
            raise ValidationError({"most_a_side": SIDES_BACKWARDS})
