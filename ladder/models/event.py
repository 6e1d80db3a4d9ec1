"""What happened besides matches: changes to a ladder, imports, and the first steps of a club."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone

from ladder.models.ladder import Ladder
from ladder.models.season import Season
from players.models import Player
from players.models.fields import RedactedAccountField, RedactedSentenceField


class Event(models.Model):
    """A change to a ladder besides its matches: to a player, a season or a board, with what was and what is."""

    class Verb(models.TextChoices):
        MERGE = "merge", "merged"
        UNMERGE = "unmerge", "undid the merge of"
        RENAME = "rename", "renamed"
        OPTIONS = "options", "changed the options of"
        SYSTEM = "system", "changed the rating system of"
        ADD_BOARD = "add-board", "added a board to"
        REMOVE_BOARD = "remove-board", "removed a board from"
        OPENING = "opening", "changed the starting ratings of"
        OPEN = "open", "opened"
        EDIT = "edit", "changed"
        CLOSE = "close", "closed"
        REOPEN = "reopen", "reopened"
        ZONE = "zone", "changed the time zone of"
        IMPORT = "import", "imported into"
        TAKE_BACK = "take-back", "undid an import into"
        VOID_REPORTS = "void-reports", "voided reports in"
        BOXES = "boxes", "made the boxes of"
        WITHDRAW = "withdraw", "took out of a box"

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="events")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, null=True, related_name="events")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="events")
    into = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")  # of a merge
    verb = models.CharField(max_length=12, choices=Verb)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    by_name = RedactedAccountField(max_length=150, blank=True)
    at = models.DateTimeField()
    reason = RedactedSentenceField(max_length=300, blank=True)
    old = RedactedSentenceField(max_length=300, blank=True)
    new = RedactedSentenceField(max_length=300, blank=True)
    matches = models.PositiveIntegerField(default=0)  # how many were rated anew
    after = models.PositiveBigIntegerField()  # the newest match version at that time: gives the place in the log

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.ladder}: {self.get_verb_display()}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk:
            raise ValidationError("An event is never rewritten.")
        super().save(*args, **kwargs)


class Import(models.Model):
    """An import into a season; its matches point here, so that it can be undone as one."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="imports")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    by_name = RedactedAccountField(max_length=150, blank=True)
    at = models.DateTimeField()
    file = RedactedSentenceField(max_length=200, blank=True)  # its name; empty if it named a person who was erased
    players = models.ManyToManyField(Player, related_name="+")  # those it created or brought back from retirement
    taken_back = models.ForeignKey(Event, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"Import {self.pk}"


class FirstStep(models.Model):
    """A first step of the club that is done, or the list of them put away; most steps can be seen from other rows."""

    class Key(models.TextChoices):
        NAMES = "names", "Chose who sees names"
        POSTER = "poster", "Printed the poster"
        BACKUP = "backup", "Made a backup"
        HIDDEN = "hidden", "Put the list away"

    key = models.CharField(max_length=10, choices=Key, unique=True)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.get_key_display()
