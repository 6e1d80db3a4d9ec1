"""How old the last automatic backup is, in words for the desk."""

from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format

from ladder.formats import format_count
from ladder.models import AutomaticBackups

WORRYING_AGE = timedelta(hours=30)  # a night and some tries


class BackupState(NamedTuple):
    """What is known of the automatic backups: a sentence, what went wrong last if anything, and whether to worry."""

    sentence: str
    problem: str
    is_late: bool

    @property
    def is_worrying(self) -> bool:
        """Whether the owner should look after it."""
        return self.is_late or bool(self.problem)


def load_backup_state() -> BackupState | None:
    """Return what is known of the automatic backups, in one query; None where the site makes none."""
    if not settings.BACKUPS:
        return None
    found = AutomaticBackups.stored()
    if found.made_at is None:
        return BackupState("No automatic backup has been made yet.", found.problem, bool(found.problem))
    age = timezone.now() - found.made_at
    when = date_format(timezone.localtime(found.made_at), "j F Y, H:i")
    sentence = f"The last automatic backup was made {format_backup_age(age)} ago, on {when}."
    return BackupState(sentence, found.problem, age > WORRYING_AGE)


def format_backup_age(age: timedelta) -> str:
    """Return how old something is, in minutes, hours or days."""
    minutes = max(int(age.total_seconds() // 60), 0)
    number, unit = minutes, "minute"
    if minutes >= 2 * 24 * 60:
        number, unit = minutes // (24 * 60), "day"
    elif minutes >= 2 * 60:
        number, unit = minutes // 60, "hour"
    return format_count(number, unit)
