"""Ask a worker for something that takes long, do it so that it is done once, and look after those that were killed."""

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import IO, Any, NamedTuple

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import ValidationError
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import Max, Q, QuerySet
from django.tasks import Task, TaskResultStatus
from django.utils import timezone

from ladder import ledger
from ladder.access.permissions import Act, check_permission
from ladder.models import LargeTask, TaskFilePart
from ladder.ratings import RatingError
from players.models import Club, Player
from players.task_queue import FINISHED_TASKS_KEPT, has_queue, open_queue

log = logging.getLogger(__name__)
PART_BYTES = 1 << 20  # bytes of a file in one row
MOST_STARTS = 3  # how often a task is begun at most
WORKER_GRACE = timedelta(seconds=10)  # between taking a task from the queue and locking its row
CONTENT_KEPT = timedelta(days=1)  # after the end, for a file that was made or has to be checked again
WENT_WRONG = (
    "Something went wrong on the site. Nothing was changed. The log has the details for the person who runs the site."
)
TASK_GIVEN_UP = "The worker was stopped or kept waiting each time it tried. Nothing was changed, so ask for it again."


class TaskEnd(NamedTuple):
    """How a task ended: a sentence, where it leads, and whether its file is kept for a day."""

    said: str
    url: str = ""
    keeps_file: bool = False


def ask_worker(
    task: Task, *, kind: LargeTask.Kind, title: str, by: User | None, file: IO[bytes] | None = None, **given: Any
) -> LargeTask:
    """Store what a task needs, and queue it in the same transaction; `given` are its `ladder` and its `arguments`."""
    with transaction.atomic():
        asked = LargeTask(kind=kind, title=title[:200], by=by, **given)
        asked.queued_as = task.enqueue(str(asked.pk)).id
        asked.save(force_insert=True)
        if file:
            store_task_file(asked, file)
    return asked


def store_task_file(task: LargeTask, file: IO[bytes]) -> None:
    """Store a file part by part, from its beginning."""
    file.seek(0)
    number = 0
    while content := file.read(PART_BYTES):
        TaskFilePart.objects.create(task=task, number=number, content=content)
        number += 1


def do_large_task(key: str, work: Callable[[LargeTask], TaskEnd], *, reads_one_moment: bool = False) -> None:
    """Do a task and store how it ended, all in one transaction; a task that has ended or is being done is left alone.

    A refusal is stored as its end. Where the database kept the task waiting or went away, it is begun again later.
    What makes a file `reads_one_moment`, so that a result that comes in meanwhile is not in half of it.
    """
    try:
        zone, is_outermost = Club.current().zone, not connection.in_atomic_block
        with transaction.atomic(), timezone.override(zone):
            if reads_one_moment and is_outermost and connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            task = lock_task(key)
            if task:
                end_task(task, work(task), succeeded=True)
    except (ledger.Busy, OperationalError, InterfaceError) as error:
        log.warning("Task %s had to wait, and is begun again: %s", key, str(error).strip().partition("\n")[0])
    except (ValidationError, RatingError) as error:
        said = error.messages[0] if isinstance(error, ValidationError) else str(error)
        fail_task(key, said)
    except Exception:
        fail_task(key, WENT_WRONG)
        raise


def lock_task(key: str) -> LargeTask | None:
    """Lock a task until the end of the transaction, and return it; None if it has ended or somebody does it."""
    return LargeTask.objects.select_for_update(skip_locked=True).filter(pk=key, ended_at=None).first()


def check_asker(task: LargeTask, act: Act) -> None:
    """Refuse what was asked for by an account that may not do it any more, or is gone. Raises: NotAllowed."""
    check_permission(task.by or AnonymousUser(), act, task.ladder)


def fail_task(key: str, said: str) -> None:
    """Store why nothing was done."""
    with transaction.atomic():
        task = lock_task(key)
        if task:
            end_task(task, build_failure(task, said), succeeded=False)


def build_failure(task: LargeTask, said: str) -> TaskEnd:
    """Return the end of a task that has done nothing; a file to be imported is kept, to be checked again."""
    return TaskEnd(said, keeps_file=task.kind == LargeTask.Kind.IMPORT)


def end_task(task: LargeTask, end: TaskEnd, *, succeeded: bool) -> None:
    """Store how a task ended, and delete its file and arguments if nobody needs them."""
    columns = {"succeeded": succeeded, "said": end.said[:1000], "url": end.url, "ended_at": timezone.now()}
    done = LargeTask.objects.filter(pk=task.pk)
    done.update(**columns)
    if not end.keeps_file:
        delete_content(done)


def delete_content(tasks: QuerySet[LargeTask]) -> None:
    """Delete the files and the arguments of these tasks."""
    TaskFilePart.objects.filter(task__in=tasks.order_by()).delete()
    tasks.exclude(arguments={}).update(arguments={})


def delete_old_content() -> None:
    """Delete what tasks read or made a day after their end, and at once if somebody was erased since they were asked.

    It may name them, and nobody can tell: a file may be packed.
    """
    erased = Player.objects.aggregate(newest=Max("erased_at"))["newest"]
    old = Q(ended_at__lt=timezone.now() - CONTENT_KEPT)
    old |= Q(ended_at__isnull=False, asked_at__lte=erased) if erased else Q()
    delete_content(LargeTask.objects.filter(old))


def rescue_tasks() -> None:
    """Let tasks be done again whose worker was killed, and delete what is no longer needed; the clock asks for this.

    Whoever does a task holds the lock of its row. So a task that can be locked and is not waiting has nobody.
    """
    asked_before = timezone.now() - WORKER_GRACE
    for key in LargeTask.objects.filter(ended_at=None, asked_at__lt=asked_before).values_list("pk", flat=True):
        try:
            with transaction.atomic():
                task = lock_task(str(key))
                if task:
                    begin_again(task)
        except OperationalError:
            return  # somebody writes for long, such as a task on SQLite, or a restore
    if has_queue():
        note_ends_in_queue()
    delete_old_content()
    LargeTask.objects.filter(ended_at__lt=timezone.now() - FINISHED_TASKS_KEPT).delete()


def note_ends_in_queue() -> None:
    """Tell the queue of tasks whose worker was killed after their end was stored, and before it noted that."""
    ended = LargeTask.objects.filter(ended_at__lt=timezone.now() - WORKER_GRACE).values("queued_as")
    left = open_queue().filter(status=TaskResultStatus.RUNNING, pk__in=ended)
    left.update(status=TaskResultStatus.SUCCESSFUL, finished_at=timezone.now())


def begin_again(task: LargeTask) -> None:
    """Put a task that nobody does back into the queue, or give it up if it was begun too often or no queue is left."""
    if not has_queue():
        end_task(task, build_failure(task, TASK_GIVEN_UP), succeeded=False)
        return
    queued = open_queue().select_for_update(skip_locked=True).filter(pk=task.queued_as)
    begun_before = Q(started_at__lt=timezone.now() - WORKER_GRACE)
    found = queued.exclude(status=TaskResultStatus.READY).filter(begun_before).first()
    if found and len(found.worker_ids) < MOST_STARTS:
        put_back(found)
    elif found or not open_queue().filter(pk=task.queued_as).exists():
        end_task(task, build_failure(task, TASK_GIVEN_UP), succeeded=False)


def put_back(queued: Any) -> None:
    """Let the worker take a task from the queue once more."""
    queued.status, queued.finished_at = TaskResultStatus.READY, None
    queued.save(update_fields=["status", "finished_at"])
