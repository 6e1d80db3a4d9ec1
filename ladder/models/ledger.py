"""The ledger: rating changes, standings and adjustments. All but adjustments can be rebuilt from the matches."""

from django.db import models
from django.db.models import Q

from ladder.models.board import Board, CountState, RatingState
from ladder.models.event import Event
from ladder.models.match import Match, MatchRevision, Participant
from ladder.ratings import Rating
from players.models import Player


class StateChange(models.Model):
    """A player's whole state before and after one match."""

    before_points = models.FloatField()
    before_experience = models.PositiveIntegerField()
    before_memory = models.JSONField(null=True)
    before_as_of = models.DateField(null=True)
    after_points = models.FloatField()
    after_experience = models.PositiveIntegerField()
    after_memory = models.JSONField(null=True)
    after_as_of = models.DateField(null=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.before_points} to {self.after_points}"

    @property
    def before(self) -> Rating:
        return Rating(self.before_points, self.before_experience, self.before_memory, self.before_as_of)

    @property
    def after(self) -> Rating:
        return Rating(self.after_points, self.after_experience, self.after_memory, self.after_as_of)

    @property
    def change(self) -> float:
        """What the match was worth, unrounded."""
        return self.after_points - self.before_points


class RatingChange(StateChange):
    """What a match did to the rating of a player in it. Written by `ladder.ledger` only.

    Its only index begins with the participant: a player's changes are found by their participations, and a season's
    by its matches.
    """

    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="changes", db_index=False)
    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="changes", db_index=False)
    at_start = models.JSONField(null=True)  # when the match began, or before the calendar moved them

    class Meta:
        ordering = ("board", "participant")
        constraints = [models.UniqueConstraint(fields=("participant", "board"), name="one_change_per_participant")]


class RatingShift(StateChange):
    """What a match did to the rating of a player who did not play in it. Written by `ladder.ledger` only.

    Only a `TableSystem` shifts players. A merged player is stored as the one they count as, as in a standing.
    """

    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="shifts")
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="shifts", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="shifts")

    class Meta:
        ordering = ("board", "match", "player")
        constraints = [
            models.UniqueConstraint(fields=("match", "board", "player"), name="one_shift_per_match_board_and_player")
        ]


class Standing(RatingState, CountState):
    """Where a player stands on a board after the last match. Written by `ladder.ledger` only.

    `active_at` is when the last match was, or before it when the player joined: with it one index has all that ranks
    among very many players need.
    """

    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="standings", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="standings")
    last_match = models.ForeignKey(Match, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    last_change = models.FloatField(null=True)
    active_at = models.DateTimeField(null=True)
    form = models.CharField(max_length=5, blank=True, default="")  # "WWDL": how the last matches ended, newest last
    written = models.JSONField(null=True)  # the rating after the last match, where the calendar has moved it since

    class Meta:
        ordering = ("board", "player")
        constraints = [models.UniqueConstraint(fields=("board", "player"), name="one_standing_per_player_and_board")]
        indexes = [models.Index(fields=("board", "points", "player", "active_at"), name="standings_in_order")]

    def __str__(self) -> str:
        return f"{self.player}: {self.points}"


class Adjustment(models.Model):
    """What a change to the past did to a standing, with its cause; it tells a player why their rating moved."""

    revision = models.ForeignKey(MatchRevision, on_delete=models.PROTECT, null=True, related_name="adjustments")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, null=True, related_name="adjustments", db_index=False)
    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="adjustments")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="adjustments")
    before = models.FloatField(null=True)
    after = models.FloatField(null=True)

    class Meta:
        ordering = ("revision", "event", "board", "player")
        constraints = [
            models.CheckConstraint(
                condition=Q(revision__isnull=True, event__isnull=False) | Q(revision__isnull=False, event__isnull=True),
                name="adjustment_has_one_cause",
            ),
        ]
        indexes = [models.Index(fields=("event",), condition=Q(event__isnull=False), name="moved_by_events")]

    def __str__(self) -> str:
        return f"{self.player}: {self.before} to {self.after}"

    @property
    def cause(self) -> MatchRevision | Event:
        """The version of a match, or the event, that moved the standing."""
        return self.revision or self.event  # type: ignore[return-value]  # it has one of them
