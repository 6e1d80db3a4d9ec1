"""How long tasks are kept: their pages for a week, what they read or made for a day."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from ladder.models import LargeTask, TaskFilePart
from ladder.tasks.actions import TaskEnd, end_task, rescue_tasks
from players.task_queue import tidy_queue

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def make_task(since_end):
    ended = timezone.now() - since_end
    task = LargeTask.objects.create(kind="export", title="File", arguments={"a": 1}, queued_as=uuid4(), ended_at=ended)
    TaskFilePart.objects.create(task=task, number=0, content=b"x")
    return task


@pytest.mark.parametrize(("since_end", "is_kept"), [(timedelta(1) - MINUTE, True), (timedelta(1) + MINUTE, False)])
def test_what_a_task_made_is_kept_for_a_day(since_end, is_kept):
    task = make_task(since_end)
    rescue_tasks()
    task.refresh_from_db()
    assert (task.parts.exists(), bool(task.arguments)) == (is_kept, is_kept)


@pytest.mark.parametrize(("since_end", "is_kept"), [(timedelta(7) - MINUTE, True), (timedelta(7) + MINUTE, False)])
def test_a_task_is_kept_for_a_week_here_and_in_the_queue(since_end, is_kept):
    make_task(since_end)
    DBTaskResult.objects.create(
        task_path="x", args_kwargs={}, backend_name="default", exception_class_path="", traceback="",
        finished_at=timezone.now() - since_end,
    )  # fmt: skip
    rescue_tasks()
    tidy_queue()
    assert (LargeTask.objects.exists(), DBTaskResult.objects.exists()) == (is_kept, is_kept)


@pytest.mark.parametrize("keeps_file", [True, False])
def test_what_nobody_needs_any_more_goes_with_the_end(keeps_file):
    task = make_task(timedelta())
    end_task(task, TaskEnd("Done.", keeps_file=keeps_file), succeeded=True)
    task.refresh_from_db()
    assert (task.parts.exists(), bool(task.arguments)) == (keeps_file, keeps_file)
