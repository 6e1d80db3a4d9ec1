"""A real worker is killed in the middle of an import; nothing of it is there, and it is done again."""

import os
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest
from django.conf import settings as site
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from ladder import ledger
from ladder.files.interpretation.sheet_choice import choose_sheets
from ladder.imports.forms import UploadForm
from ladder.imports.queries.uploads import read_upload
from ladder.imports.tasks import ask_for_import
from ladder.imports.views import preview_import
from ladder.ledger.ladder_lock import lock
from ladder.models import LargeTask, Match, TaskFilePart
from ladder.tasks.actions import WORKER_GRACE, rescue_tasks
from tests.browser.server import url_of
from tests.factories import make_ladder, season_of

PATIENCE = 30  # seconds
ROWS = 60


@contextmanager
def running_worker():
    """Run a worker of its own, and kill it at the end."""
    given = {"DJANGO_SETTINGS_MODULE": "tests.settings", "TASKS": "database"}
    started = subprocess.Popen(
        [sys.executable, "manage.py", "db_worker", "--no-startup-delay", "--interval", "0.02"],
        cwd=site.BASE_DIR,
        env=os.environ | given | {"DATABASE_URL": url_of(connection.settings_dict)},
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        started.kill()
        started.wait()


def ask(season):
    """Ask for the import of a file that was shown."""
    day, pairs = f"{timezone.localdate():%Y-%m-%d}", [(one % 20, one % 20 + 1 + one // 20) for one in range(ROWS)]
    lines = ["When\tWon by\tBeaten", *(f"{day}\tP{winner}\tP{loser}" for winner, loser in pairs)]
    form = UploadForm({"text": "\n".join(lines)})
    assert form.is_valid(), form.errors
    table = choose_sheets(form.cleaned_data["sheets"])
    reading = read_upload(season, table, None, {})
    values = {"token": preview_import(season, form, reading)["token"]}
    return ask_for_import(season, form, table, values, User.objects.create_superuser("olga"))


def wait_for(is_so):
    until = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.02)


def is_lock_awaited():
    """Return whether somebody waits for a lock, as the worker does for that of the ladder in the middle of its task."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return cursor.fetchone()[0] > 0


@pytest.mark.strict
@pytest.mark.skipif(connection.vendor == "sqlite", reason="only PostgreSQL tells who waits for a lock")
@pytest.mark.django_db(transaction=True)
def test_an_import_whose_worker_is_killed_is_done_again_as_a_whole(worker):
    season = season_of(make_ladder("points-exchange"))
    task = ask(season)
    with transaction.atomic():
        lock(season.ladder_id)
        with running_worker():
            wait_for(is_lock_awaited)
    assert Match.objects.count() == 0

    begun = timezone.now() - 2 * WORKER_GRACE
    DBTaskResult.objects.update(started_at=begun)
    LargeTask.objects.update(asked_at=begun)
    wait_for(lambda: rescue_tasks() or DBTaskResult.objects.get().status == "READY" or LargeTask.objects.get().ended_at)
    worker()

    task.refresh_from_db()
    assert (task.succeeded, task.said) == (True, f"{ROWS} matches imported.")
    assert (Match.objects.count(), season.imports.count(), TaskFilePart.objects.count()) == (ROWS, 1, 0)
    assert not ledger.verify(season.ladder)
