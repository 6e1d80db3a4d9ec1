"""What the owner of a new club has done of the first steps, where nothing else that is stored shows it."""

from django.db import models
from django.utils import timezone


class FirstStep(models.Model):
    """A step that was done, or the whole list put away. Steps that leave a trace of their own have no row here."""

    class Key(models.TextChoices):
        NAMES = "names", "Chose who sees names"
        POSTER = "poster", "Printed the poster"
        BACKUP = "backup", "Made a backup"
        HIDDEN = "hidden", "Put the list away"

    key = models.CharField(max_length=10, choices=Key, unique=True)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.get_key_display()
