"""How far tasks are, for their page and for the desk, and what is in their files."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import count
from typing import IO, Any, NamedTuple

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.tasks import TaskResultStatus
from django.utils import timezone

from ladder.access.permissions import Act, is_allowed, list_ladders_where
from ladder.formats import format_count
from ladder.models import LargeTask
from players.task_queue import QueueState, has_queue, has_worker, load_queue_state, open_queue

LATE_AFTER = timedelta(minutes=1)  # a worker that runs takes a task within a second
TASKS_SHOWN = 8  # tasks on the desk
SHOWN_FOR = timedelta(days=2)


class TaskState(NamedTuple):
    """How far a task is: whether it ended, and a sentence."""

    is_over: bool
    sentence: str


def may_see_task(user: Any, task: LargeTask) -> bool:
    """Return whether an account may see a task: whoever asked for it, and who looks after what it changes."""
    if not user.is_active:
        return False
    return task.by_id == user.pk or is_allowed(user, Act.IMPORT if task.ladder_id else Act.BACKUP, task.ladder)


def describe_state(task: LargeTask) -> TaskState:
    """Return how far a task is; two queries while it waits, one while it is being done, none after its end."""
    if task.ended_at:
        return TaskState(True, task.said)
    if not has_queue():
        return TaskState(False, "Waiting for a worker.")
    queued = open_queue().filter(pk=task.queued_as).first()
    if queued and queued.status == TaskResultStatus.RUNNING and queued.started_at:
        return TaskState(False, f"In progress for {format_seconds(queued.started_at)}.")
    if queued and queued.worker_ids:
        return TaskState(False, "It was interrupted before anything was changed, and is begun again soon.")
    before = open_queue().ready().filter(enqueued_at__lt=task.asked_at).exclude(pk=task.queued_as).count()
    line = f"{format_count(before, 'other is', 'others are')} first." if before else "It is next."
    if task.asked_at < timezone.now() - LATE_AFTER:
        line += f" It waits for {format_seconds(task.asked_at)}. If this goes on, tell the person who runs the site."
    return TaskState(False, f"Waiting for a worker. {line}")


def format_seconds(since: datetime) -> str:
    """Return how long ago something was, as in "12 seconds" or "3 minutes"."""
    seconds = max(int((timezone.now() - since).total_seconds()), 0)
    return format_count(seconds, "second") if seconds < 120 else format_count(seconds // 60, "minute")


def read_task_file(task: LargeTask) -> Iterator[bytes]:
    """Yield the parts of a task's file in order, one query for each."""
    for number in count():
        part = task.parts.filter(number=number).first()
        if part is None:
            return
        yield bytes(part.content)


def copy_task_file(task: LargeTask, file: IO[bytes]) -> None:
    """Write a task's file into another one, which is then at its beginning."""
    for content in read_task_file(task):
        file.write(content)
    file.seek(0)


class TaskDesk(NamedTuple):
    """The tasks that concern an organiser, and for the owner the state of the queue if it is worrying."""

    tasks: list[LargeTask]
    queue: QueueState | None


def load_task_desk(user: User) -> TaskDesk | None:
    """Return the tasks that go on or have ended lately; None where no worker does them. Two queries for the owner."""
    if not has_worker():
        return None
    owns = is_allowed(user, Act.BACKUP)
    state = load_queue_state() if owns else None
    return TaskDesk(list(list_task_rows(user)), state if state and state.waited > LATE_AFTER.total_seconds() else None)


def list_task_rows(user: User) -> QuerySet[LargeTask]:
    """Return the newest tasks that somebody may see on the desk."""
    seen = Q(by=user) | (Q(ladder__in=list_ladders_where(user, Act.IMPORT)) & ~Q(kind=LargeTask.Kind.EXPORT))
    if is_allowed(user, Act.BACKUP):
        seen |= Q(ladder=None)
    lately = Q(ended_at=None) | Q(ended_at__gte=timezone.now() - SHOWN_FOR)
    return LargeTask.objects.filter(seen, lately).select_related("by", "ladder")[:TASKS_SHOWN]
