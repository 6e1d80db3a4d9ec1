"""What a worker does because it takes long: with what it needs, and how it ended."""

import uuid

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone

from ladder.models.ladder import Ladder


class LargeTask(models.Model):
    """An import, a restore or a file to be made; `ended_at` is stored with what it did, in one transaction."""

    class Kind(models.TextChoices):
        IMPORT = "import", "Import"
        RESTORE = "restore", "Restore"
        BACKUP = "backup", "Backup"
        EXPORT = "export", "Export"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=8, choices=Kind)
    title = models.CharField(max_length=200)
    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, null=True, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    arguments = models.JSONField(default=dict)
    queued_as = models.UUIDField()  # its row in the queue of the worker
    asked_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)
    succeeded = models.BooleanField(default=False)
    said = models.CharField(max_length=1000, blank=True)  # the sentence that tells how it ended
    url = models.CharField(max_length=200, blank=True)  # where it leads

    class Meta:
        ordering = ("-asked_at",)
        indexes = [models.Index(fields=("asked_at",), condition=models.Q(ended_at=None), name="tasks_to_do")]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("ladder:task", args=[self.pk])


class TaskFilePart(models.Model):
    """A part of the file that a task reads or has made; whole files are too large for one row."""

    task = models.ForeignKey(LargeTask, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        ordering = ("number",)
        constraints = [models.UniqueConstraint(fields=("task", "number"), name="one_part_of_a_number")]

    def __str__(self) -> str:
        return f"Part {self.number} of {self.task_id}"
