"""A match, who took part, and every version that it has had."""

from typing import Any, NoReturn

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.urls import reverse

from ladder.formats.games import LONGEST_SCORE
from ladder.models.event import Import
from ladder.models.season import Season
from players.models import Player
from players.models.fields import RedactedAccountField, RedactedSentenceField


class Match(models.Model):
    """A match. Saving one settles the ledger; a match is voided, never deleted."""

    class Status(models.TextChoices):
        COUNTED = "counted", "Counted"
        VOID = "void", "Void"
        PENDING = "pending", "Pending"  # it counts once it is confirmed

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="matches")
    kind = models.CharField(max_length=20)
    played_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    facts = models.JSONField(default=dict, blank=True)
    games = models.CharField(max_length=LONGEST_SCORE, blank=True, default="", db_default="", editable=False)
    ending = models.CharField(max_length=10, blank=True, default="", db_default="", editable=False)  # retired, stopped
    status = models.CharField(max_length=10, choices=Status, default=Status.COUNTED)
    sequence = models.PositiveBigIntegerField(editable=False)  # the order of entry, within equal times
    revision = models.PositiveIntegerField(default=0, editable=False)
    form_key = models.UUIDField(null=True, blank=True, unique=True, editable=False)
    source_key = models.CharField(max_length=64, null=True, blank=True, editable=False)  # noqa: DJ001 - NULLs are not equal
    imported_in = models.ForeignKey(
        Import, on_delete=models.PROTECT, null=True, editable=False, related_name="matches", db_index=False
    )
    reported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="reports"
    )
    at_venue = models.BooleanField("entered at the venue", default=False, db_default=False, editable=False)
    recorded_at = models.DateTimeField(auto_now_add=True)
    confirm_by = models.DateTimeField(null=True, blank=True, editable=False)  # from then on it counts as confirmed

    class Meta:
        ordering = ("played_at", "sequence")
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=("season", "sequence"), name="match_sequence_is_unique_in_its_season"),
            models.UniqueConstraint(fields=("season", "source_key"), name="match_is_imported_once"),
            models.CheckConstraint(
                condition=Q(status__in=("counted", "void", "pending")), name="match_status_is_known"
            ),
            models.CheckConstraint(
                condition=Q(started_at__isnull=True) | Q(started_at__lte=models.F("played_at")),
                name="match_ends_after_it_began",
                violation_error_message="A match can't end before it began.",
            ),
        ]
        indexes = [
            models.Index(fields=("season", "played_at", "sequence"), name="match_order"),
            models.Index(fields=("imported_in",), condition=Q(imported_in__isnull=False), name="imported_matches"),
            models.Index(fields=("confirm_by",), condition=Q(status="pending"), name="pending_matches"),
        ]

    def __str__(self) -> str:
        return f"Match {self.pk}"

    @property
    def is_void(self) -> bool:
        return self.status == self.Status.VOID

    @property
    def is_pending(self) -> bool:
        return self.status == self.Status.PENDING

    @property
    def counts(self) -> bool:
        return self.status == self.Status.COUNTED

    @property
    def has_score(self) -> bool:
        """Whether the points of its games are stored, or that somebody retired."""
        return bool(self.games or self.ending)

    def get_absolute_url(self) -> str:
        return reverse("ladder:match", args=[self.pk])

    def save(self, *args: Any, **kwargs: Any) -> None:
        from ladder import ledger  # deferred: whatever saves a match settles its ledger

        ledger.save_match(self, lambda: super(Match, self).save(*args, **kwargs))

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise ValidationError("Matches can't be deleted. Void the match instead.")


class Participant(models.Model):
    """A player in a match; stored together with the match only."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="participants")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="participations", db_index=False)
    seat = models.PositiveSmallIntegerField()
    score = models.FloatField(null=True)  # 1, 0.5 or 0; none for tournament places below the first
    exit = models.CharField(max_length=12, blank=True, default="")
    round = models.PositiveSmallIntegerField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    side = models.PositiveSmallIntegerField(default=0)  # those of one number played together; 0: everyone alone

    class Meta:
        ordering = ("match", "seat")
        constraints = [
            models.UniqueConstraint(fields=("match", "seat"), name="participant_has_a_seat"),
            models.CheckConstraint(
                condition=Q(score__isnull=True) | Q(score__in=(0.0, 0.5, 1.0)), name="participant_score_is_known"
            ),
        ]
        indexes = [models.Index(fields=("player", "match"), name="played_by")]

    def __str__(self) -> str:
        return f"{self.player} in match {self.match_id}"

    def save(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise ValidationError("Participants are written with their match: use matches.record or matches.correct.")

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise ValidationError("Participants are written with their match: use matches.correct or matches.void.")


class MatchRevision(models.Model):
    """A version of a match. From the versions alone the standings can be built as they were known on any day."""

    class Verb(models.TextChoices):
        RECORD = "record", "reported"
        IMPORT = "import", "imported"
        CORRECT = "correct", "corrected"
        VOID = "void", "voided"
        RESTORE = "restore", "restored"
        DISPUTE = "dispute", "disputed"
        UPHOLD = "uphold", "kept"
        CONFIRM = "confirm", "confirmed"

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    verb = models.CharField(max_length=10, choices=Verb)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    by_name = RedactedAccountField(max_length=150, blank=True)
    at = models.DateTimeField()
    reason = RedactedSentenceField(max_length=300, blank=True)
    version = models.JSONField()  # the whole match as it then was
    proposed = models.JSONField(null=True, blank=True)  # of a dispute: the whole match as it should be

    class Meta:
        verbose_name = "match version"
        ordering = ("match", "number")
        constraints = [models.UniqueConstraint(fields=("match", "number"), name="revision_number_is_unique")]
        indexes = [
            models.Index(fields=("match", "number"), condition=Q(verb="dispute"), name="disputes"),
            models.Index(fields=("at",), condition=~Q(verb="import"), name="said_by_moment"),
        ]

    def __str__(self) -> str:
        return f"{self.match}, version {self.number}"

    @classmethod
    def open_disputes(cls) -> models.QuerySet["MatchRevision"]:
        """Return the disputes that no organiser has answered."""
        return cls.objects.filter(verb=cls.Verb.DISPUTE, number=models.F("match__revision"))

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk:
            raise ValidationError("A revision is never rewritten.")
        super().save(*args, **kwargs)
