"""The queue of tasks: what waits for the worker, and what failed.

With the setting TASKS=database, a task is a row that a worker (`manage.py db_worker`) takes; without it there is no
queue, and whoever asks for something does it. Rows of finished tasks are deleted after a week. The rows are those of
django-tasks-db, which a site that never has a worker need not install.
"""

from datetime import timedelta
from typing import Any, NamedTuple

from django.apps import apps
from django.db.models import Count, Min, Q
from django.tasks import Task, TaskResultStatus, default_task_backend
from django.utils import timezone

FINISHED_TASKS_KEPT = timedelta(days=7)  # here and on their pages; what they read or made is kept for a day
LONGEST_MAIL_TASK = timedelta(hours=1)
MAIL_FIRST = 50  # the priority of mail; other tasks take longer
WAITING_TASKS = Q(status=TaskResultStatus.READY)


class QueueState(NamedTuple):
    """How many tasks wait, are being done and have failed, and for how many seconds the first one has waited."""

    waiting: int
    running: int
    failed: int
    waited: float


def has_worker() -> bool:
    """Return whether a worker does the tasks, and not whoever asks for them."""
    return bool(default_task_backend.supports_get_result)


def has_queue() -> bool:
    """Return whether there is a place for tasks that wait, used or not."""
    return apps.is_installed("django_tasks_db")


def open_queue() -> Any:
    """Return the manager of the rows of the queue, where there is one."""
    from django_tasks_db.models import DBTaskResult

    return DBTaskResult.objects


def is_waiting(task: Task) -> bool:
    """Return whether this task waits already, and so will see what was stored until now."""
    return bool(open_queue().filter(WAITING_TASKS, task_path=task.module_path).exists())


def load_queue_state() -> QueueState:
    """Return the state of the queue, in one query; failed tasks are those of the last week."""
    if not has_queue():
        return QueueState(0, 0, 0, 0.0)
    now = timezone.now()
    known: dict[str, Any] = (
        open_queue()
        .order_by()
        .aggregate(
            waiting=Count("pk", filter=WAITING_TASKS),
            running=Count("pk", filter=Q(status=TaskResultStatus.RUNNING)),
            failed=Count("pk", filter=Q(status=TaskResultStatus.FAILED, finished_at__gte=now - FINISHED_TASKS_KEPT)),
            since=Min("enqueued_at", filter=WAITING_TASKS),
        )
    )
    since = known.pop("since")
    return QueueState(**known, waited=(now - since).total_seconds() if since else 0.0)


def tidy_queue() -> None:
    """Delete the rows of tasks that ended long ago; what sent mail for an hour was killed, and others went on."""
    if not has_queue():
        return
    now = timezone.now()
    lost = open_queue().filter(
        status=TaskResultStatus.RUNNING, priority=MAIL_FIRST, started_at__lt=now - LONGEST_MAIL_TASK
    )
    lost.update(status=TaskResultStatus.FAILED, finished_at=now)
    open_queue().filter(finished_at__lt=timezone.now() - FINISHED_TASKS_KEPT).delete()
