"""Every version that a match has had."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

from players.models.fields import AccountField, SaidField

from .match import Match


class MatchRevision(models.Model):
    """One version of a match: from the revisions alone any past view can be folded."""

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
    by_name = AccountField(max_length=150, blank=True)
    at = models.DateTimeField()
    reason = SaidField(max_length=300, blank=True)
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

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk:
            raise ValidationError("A revision is never rewritten.")
        super().save(*args, **kwargs)
