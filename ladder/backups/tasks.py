"""Restore a backup, or make one, by a worker.

A restore deletes the rows of all tasks, its own as well, since they are about the site as it was. Its own is stored
again in the same transaction, without the account that asked, which may be gone.
"""

from tempfile import TemporaryFile
from typing import IO

from django.contrib.auth.models import User
from django.tasks import task
from django.urls import reverse

from ladder.access.permissions import Act
from ladder.backups.actions import restore_backup, write_backup
from ladder.backups.queries.inspection import open_backup
from ladder.models import LargeTask
from ladder.tasks.actions import TaskEnd, ask_worker, check_asker, do_large_task, store_task_file
from ladder.tasks.queries import copy_task_file

BACKUP_RESTORED = "The backup was restored. Sign in with an account from it."
BACKUP_READY = "The backup is ready. It is kept here for a day."


def ask_for_restore(file: IO[bytes], by: User | None) -> LargeTask:
    """Leave a backup that was looked at to a worker, which restores it."""
    return ask_worker(restore_stored_file, kind=LargeTask.Kind.RESTORE, title="Restore of a backup", by=by, file=file)


def ask_for_backup(by: User | None) -> LargeTask:
    """Let a worker make a backup."""
    return ask_worker(make_backup, kind=LargeTask.Kind.BACKUP, title="Backup of the site", by=by)


@task
def restore_stored_file(key: str) -> None:
    """Restore the file of a task."""
    do_large_task(key, restore_task_file)


def restore_task_file(task: LargeTask) -> TaskEnd:
    """Check the file of a task anew, and restore it. Raises: NotAllowed, Busy, UnfitBackup."""
    check_asker(task, Act.BACKUP)
    with TemporaryFile() as file:
        copy_task_file(task, file)
        restore_backup(backup=open_backup(file), by=task.by)
    task.by = None
    task.save(force_insert=True)
    return TaskEnd(BACKUP_RESTORED, reverse("account_login"))


@task
def make_backup(key: str) -> None:
    """Make the backup of a task."""
    do_large_task(key, write_task_backup, reads_one_moment=True)


def write_task_backup(task: LargeTask) -> TaskEnd:
    """Write the whole site into the file of a task. Raises: NotAllowed."""
    check_asker(task, Act.BACKUP)
    with TemporaryFile() as file:
        write_backup(file)
        store_task_file(task, file)
    return TaskEnd(BACKUP_READY, reverse("ladder:backup_made", args=[task.pk]), keeps_file=True)
