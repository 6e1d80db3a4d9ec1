"""A player's whole state on a board in columns: what a `Rating` and `Counts` are in the database."""

from django.db import models

from ladder.ratings import Counts, Rating


class RatingState(models.Model):
    """The columns of one `Rating`."""

    points = models.FloatField()
    experience = models.PositiveIntegerField(default=0)
    memory = models.JSONField(null=True, blank=True)
    as_of = models.DateField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def rating(self) -> Rating:
        """The state as the core knows it."""
        return Rating(self.points, self.experience, self.memory, self.as_of)

    @rating.setter
    def rating(self, rating: Rating) -> None:
        self.points, self.experience, self.memory, self.as_of = rating


class CountState(models.Model):
    """The columns of `Counts` (W-11)."""

    played = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    died = models.PositiveIntegerField(default=0)

    class Meta:
        abstract = True

    @property
    def counts(self) -> Counts:
        """The counts as the core knows them."""
        return Counts(self.played, self.won, self.drawn, self.lost, self.died)

    @counts.setter
    def counts(self, counts: Counts) -> None:
        for name, value in counts._asdict().items():
            setattr(self, name, value)
