"""Make an automatic backup, checked in full before it counts, and remove the old ones."""

import logging
import subprocess
import sys
from datetime import datetime, timedelta
from typing import IO

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import DatabaseError
from django.db.models import Q
from django.utils import timezone

from ladder.backups.actions import write_backup
from ladder.backups.automatic.retention import choose_kept_backups
from ladder.backups.automatic.schedule import is_night_missing
from ladder.backups.automatic.stores import BackupStore, build_backup_name, list_backup_moments, open_store
from ladder.backups.queries.inspection import ANY_SIZE, open_backup
from ladder.club.actions import mark_step_done
from ladder.models import AutomaticBackups, FirstStep
from players.models import Club

log = logging.getLogger(__name__)
BACKUP_COMMAND = [sys.executable, "manage.py", "backup", "--due"]
running: list[subprocess.Popen[bytes]] = []  # the one that this process started last
LONGEST_BACKUP_RUN = timedelta(hours=1)  # after which a backup that is being made is taken for lost
RETRY_PAUSE = timedelta(minutes=15)  # between two tries of a night


class BackupBusy(ValidationError):
    """Another process makes a backup at the moment."""


def start_due_backup() -> None:
    """Start a process that makes the backup of the night, if it is missing; the first of several makes it."""
    if settings.BACKUPS and not (running and running[-1].poll() is None) and is_backup_due():
        running[:] = [subprocess.Popen(BACKUP_COMMAND, cwd=settings.BASE_DIR)]  # noqa: S603  # our own command


def is_backup_due() -> bool:
    """Return whether a backup is to be made now: that of the night is missing, and nobody has just tried."""
    now = timezone.now()
    found = AutomaticBackups.stored()
    if found.busy_until and now < found.busy_until <= now + LONGEST_BACKUP_RUN:
        return False
    if found.problem and found.tried_at and found.tried_at <= now < found.tried_at + RETRY_PAUSE:
        return False
    return is_night_missing(found.made_at, now, Club.current().zone)


def make_automatic_backup() -> AutomaticBackups:
    """Make a backup where `BACKUPS` says, remove the old ones, and return what the site now knows of them.

    Raises: BackupBusy; ValidationError with the reason, which is noted and logged; then no file of it is left.
    """
    now = timezone.now()
    claim_backup(now)
    try:
        store = open_store(settings.BACKUPS)
        name = build_backup_name(now)
        size = store.add(name, write_checked_backup)
    except (OSError, ValidationError, DatabaseError) as error:
        reason = describe_failure(error)
        note_run(problem=reason[:300])
        log.error("The automatic backup failed: %s", reason)
        raise ValidationError(f"No backup was made: {reason}") from error
    except BaseException:
        note_run(problem="It was interrupted.")
        raise
    mark_step_done(FirstStep.Key.BACKUP)
    note_run(made_at=now, file_name=name, size=size, problem="")
    log.info("The automatic backup is %s, %s bytes.", name, size)
    try:
        remove_old_backups(store, now)
    except OSError as error:
        reason = f"Old backups could not be removed: {describe_failure(error)}"
        note_run(problem=reason[:300])
        log.error(reason)
    return AutomaticBackups.stored()


def claim_backup(now: datetime) -> None:
    """Note that this process makes a backup, so that no other one does. Raises: BackupBusy."""
    AutomaticBackups.objects.get_or_create(pk=AutomaticBackups.ONLY)
    free = (
        Q(busy_until=None) | Q(busy_until__lte=now) | Q(busy_until__gt=now + LONGEST_BACKUP_RUN)
    )  # or the clock was moved
    if not AutomaticBackups.objects.filter(free, pk=AutomaticBackups.ONLY).update(
        busy_until=now + LONGEST_BACKUP_RUN, tried_at=now
    ):
        raise BackupBusy("Another process makes a backup at the moment.")


def note_run(**columns: object) -> None:
    """Note how it ended, and let others begin; a restore may have emptied the table meanwhile."""
    AutomaticBackups.objects.update_or_create(pk=AutomaticBackups.ONLY, defaults={"busy_until": None, **columns})


def write_checked_backup(file: IO[bytes]) -> None:
    """Write the whole site into a file, and check it as it is checked before it is restored.

    Raises: UnfitBackup, OSError, DatabaseError
    """
    write_backup(file)
    file.flush()
    file.seek(0)
    open_backup(file, most_bytes=ANY_SIZE)
    file.seek(0, 2)


def remove_old_backups(store: BackupStore, now: datetime) -> None:
    """Remove the backups that the rule doesn't keep. Raises: OSError."""
    made = list_backup_moments(store.list_names())
    kept = choose_kept_backups(made, now, Club.current().zone)
    for moment in sorted(made.keys() - kept):
        store.remove(made[moment])


def describe_failure(error: Exception) -> str:
    """Return the reason of a failure in one line."""
    if isinstance(error, ValidationError):
        return error.messages[0]
    said = getattr(error, "strerror", None) or str(error)
    if file := getattr(error, "filename", None):
        said = f"{file}: {said}"
    return f"{said.strip().partition('\n')[0].rstrip('.')}."
