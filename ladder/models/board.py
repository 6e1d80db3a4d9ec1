"""A board of a season, the starting ratings on it, and the columns of a player's state."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models, transaction

from ladder.models.season import Season
from ladder.ratings import (
    TEAMS_ONLY,
    BoardRules,
    Counts,
    Rating,
    RatingError,
    RatingSystem,
    create_system,
    list_system_choices,
)
from players.models import Player

FOR_TEAMS = "-teams"


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
        """The columns as a `Rating`."""
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
        """The columns as `Counts`."""
        return Counts(self.played, self.won, self.drawn, self.lost, self.died)

    @counts.setter
    def counts(self, counts: Counts) -> None:
        for name, value in counts._asdict().items():
            setattr(self, name, value)


def is_for_teams(options: Mapping[str, Any]) -> bool:
    """Return whether a board with these options counts teams alone."""
    return options.get("takes") == TEAMS_ONLY


def build_board_key(system: str, options: Mapping[str, Any]) -> str:
    """Return the word of a board in addresses, which no other board of its season has."""
    return f"{system}{FOR_TEAMS}" if is_for_teams(options) else system


def pick_board(boards: Iterable["Board"], key: str) -> "Board | None":
    """Return the board with this word in addresses; if none has it, one with this system."""
    known = list(boards)
    alike = [board for board in known if board.system == key]
    return next((board for board in known if board.key == key), alike[0] if alike else None)


class Board(models.Model):
    """One rating system over a season's matches. The first by position is the season's main table."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="boards")
    system = models.CharField(max_length=40, choices=list_system_choices)
    options = models.JSONField(default=dict, blank=True)
    position = models.PositiveSmallIntegerField(default=0)
    is_for_teams = models.BooleanField(default=False, db_default=False, editable=False)  # as its options say
    settled_on = models.DateField(null=True, editable=False)  # the morning up to which a calendar moved its standings

    class Meta:
        ordering = ("position", "id")
        constraints = [
            models.UniqueConstraint(fields=("season", "system", "is_for_teams"), name="board_has_its_own_system"),
        ]

    def __str__(self) -> str:
        return f"{self.season}: {self.label}"

    @property
    def key(self) -> str:
        """Its word in addresses: that of its system, and of a board for teams alone with “-teams” behind it."""
        return build_board_key(self.system, self.options or {})

    @property
    def label(self) -> str:
        """The name of its system; a board for teams alone says so."""
        return f"{self.get_system_display()}{', teams' if self.is_for_teams else ''}"

    @property
    def rating_system(self) -> RatingSystem:
        """The system with this board's options."""
        return create_system(self.system, self.options)

    @property
    def rules(self) -> BoardRules:
        """The system with what a board adds to it: what a match is worth here."""
        return BoardRules(self.rating_system)

    def clean(self) -> None:
        """Refuse an option that the system doesn't have, or out of its range; keep the others in their types."""
        try:
            given = dict((self.options or {}).items())
            system = create_system(self.system, given)
            self.options = {name: getattr(system, name) for name in given}
            self.is_for_teams = is_for_teams(self.options)
        except RatingError as error:
            raise ValidationError({"options": str(error)}) from error
        except (AttributeError, TypeError) as error:
            raise ValidationError({"options": 'Write the options as {"name": value}.'}) from error

    def save(self, *args: Any, **kwargs: Any) -> None:
        from ladder import ledger  # deferred: whatever saves a board settles its ledger

        self.clean()
        with transaction.atomic():
            ledger.lock(self.season.ladder_id)
            super().save(*args, **kwargs)
            ledger.settle(self.season)


class Opening(RatingState, CountState):
    """A player's state at a season's start on one board, and where it came from."""

    class Source(models.TextChoices):
        CARRIED = "carried", "Season before"
        GIVEN = "given", "Organiser or player file"

    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="openings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="openings")
    source = models.CharField(max_length=10, choices=Source, default=Source.GIVEN)

    class Meta:
        verbose_name = "starting rating"
        ordering = ("board", "player")
        constraints = [models.UniqueConstraint(fields=("board", "player"), name="one_opening_per_player_and_board")]

    def __str__(self) -> str:
        return f"{self.player} starts with {self.points}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        from ladder import ledger  # deferred: whatever saves an opening settles its ledger

        with transaction.atomic():
            ledger.lock(self.board.season.ladder_id)
            super().save(*args, **kwargs)
            ledger.settle(self.board.season)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        from ladder import ledger  # deferred: whatever takes an opening away settles its ledger

        with transaction.atomic():
            ledger.lock(self.board.season.ladder_id)
            gone = super().delete(*args, **kwargs)
            ledger.settle(self.board.season)
        return gone
