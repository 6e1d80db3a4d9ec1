"""What the site knows of its automatic backups."""

from typing import Self

from django.db import models


class AutomaticBackups(models.Model):
    """The last automatic backup, and who is making one now; one row at most. A restore empties it."""

    ONLY = 1

    busy_until = models.DateTimeField(null=True)  # nobody else begins before; a killed process holds it no longer
    tried_at = models.DateTimeField(null=True)
    made_at = models.DateTimeField(null=True)  # the moment that the newest whole backup is of
    file_name = models.CharField(max_length=80, blank=True)
    size = models.PositiveBigIntegerField(default=0)  # bytes
    problem = models.CharField(max_length=300, blank=True)  # why the last try failed; empty if it did not

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="automatic_backups_are_one_row")]

    @classmethod
    def stored(cls) -> Self:
        """Return what is known, or that nothing is."""
        return cls.objects.filter(pk=cls.ONLY).first() or cls()

    def __str__(self) -> str:
        return self.file_name or "No automatic backup yet"
