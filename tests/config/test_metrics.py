"""What Prometheus reads: who may, what is counted, and that both workers' figures are in it."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from django.conf import settings as site
from django.db import OperationalError, connection
from django.urls import resolve
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from config.asgi import HttpResponse, Site
from config.counters import MetricsMiddleware, collect_metrics, measure_lock, note_ledger_work, watch_locks
from ladder.backups.automatic.runs import make_automatic_backup
from ladder.ledger.timings import ledger_worked
from ladder.matches.actions.corrections import void_match
from players.models import Notice, OutboxMessage
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db
TOKEN = "a-token-of-its-own"


@pytest.fixture
def counting():
    """As on a site with the setting; afterwards nothing listens any more."""
    middleware = MetricsMiddleware(lambda request: HttpResponse(status=503))
    watch_locks(connection)
    yield middleware
    connection.execute_wrappers.remove(measure_lock)
    ledger_worked.disconnect(note_ledger_work, dispatch_uid="metrics")


def read(text=None):
    """Return the figures by name and labels."""
    families = text_string_to_metric_families(text or collect_metrics().decode())
    return {(one.name, *sorted(one.labels.values())): one.value for family in families for one in family.samples}


def test_only_who_has_the_token_finds_the_page(client, settings):
    def ask(**headers):
        return client.get("/metrics", headers=headers)

    assert ask().status_code == 404
    assert ask(authorization="Bearer ").status_code == 404  # not even without a token
    settings.METRICS = TOKEN
    assert [ask().status_code, ask(authorization=TOKEN).status_code] == [404, 404]
    assert ask(authorization=f"Bearer {TOKEN}x").status_code == 404
    answer = ask(authorization=f"Bearer {TOKEN}")
    assert (answer.status_code, answer["Content-Type"].partition(";")[0]) == (200, "text/plain")
    assert "no-store" in answer["Cache-Control"]
    assert read(answer.text)["ladder_database_up",] == 1


def test_answers_are_counted_by_view_method_and_status(rf, counting):
    requests = [rf.get("/matches/7/"), rf.generic("BREW", "/matches/8/"), rf.get("/no/such/page")]
    requests[0].resolver_match = requests[1].resolver_match = resolve("/matches/7/")
    before = read()
    for request in requests:
        counting(request)
    now = read()
    grown = {name: value - before.get(name, 0) for name, value in now.items() if name[0] == "ladder_answers_total"}
    assert {name: value for name, value in grown.items() if value} == {
        ("ladder_answers_total", "503", "GET", "ladder:match"): 1,
        ("ladder_answers_total", "503", "ladder:match", "other"): 1,
        ("ladder_answers_total", "503", "GET", "none"): 1,
    }
    counted = ("ladder_answer_seconds_count", "ladder:match")
    assert now[counted] - before.get(counted, 0) == 2


def test_what_is_refused_before_django_sees_it_is_counted_too(settings):
    settings.METRICS = TOKEN

    async def drop(message):
        pass

    scope = {"type": "http", "method": "POST", "path": "/", "headers": [(b"content-length", b"999999999999")]}
    before = read()
    asyncio.run(Site()(scope, None, drop))
    name = ("ladder_answers_total", "413", "POST", "refused")
    assert read()[name] - before.get(name, 0) == 1


def test_the_ledgers_work_and_its_locks_are_measured(counting):
    season = season_of(make_ladder())
    steps = [("ladder_ledger_seconds_count", step) for step in ("plan", "apply", "replay")]
    names = [*steps, ("ladder_lock_wait_seconds_count",), ("ladder_lock_failures_total",)]
    before = read()
    match = play(season, "Ada", "Bo")
    void_match(match=match, by=None, reason="No.", revision=1)
    now = read()
    grown = [now[name] - before.get(name, 0) for name in names]
    assert grown[:3] == [2, 2, 2]
    assert grown[3] >= (2 if connection.vendor == "postgresql" else 0)  # the test itself is SQLite's transaction
    assert grown[4] == 0


@pytest.fixture
def locked_out(tmp_path):
    """What Django makes of SQLite's error when another program holds the lock."""
    path = tmp_path / "file"
    with closing(sqlite3.connect(path)) as one, closing(sqlite3.connect(path, timeout=0)) as other:
        one.execute("BEGIN IMMEDIATE")
        with pytest.raises(sqlite3.OperationalError) as caught:
            other.execute("BEGIN IMMEDIATE")
    error = OperationalError(str(caught.value))
    error.__cause__ = caught.value
    return error


def test_a_lock_that_was_waited_for_in_vain_is_counted_whatever_asked_for_it(locked_out):
    raising = [locked_out, locked_out, locked_out, OperationalError("no such table")]
    statements = ["BEGIN IMMEDIATE", 'SELECT "x" FROM "y" FOR UPDATE', 'UPDATE "y"', "SELECT 1"]
    names = [("ladder_lock_failures_total",), ("ladder_lock_wait_seconds_count",)]
    before = read()
    for error, sql in zip(raising, statements, strict=True):

        def refuse(*arguments, error=error):
            raise error

        with pytest.raises(OperationalError):
            measure_lock(refuse, sql)
    now = read()
    assert [now[name] - before[name] for name in names] == [3, 2]


def test_what_waits_and_what_failed_is_read_when_asked(settings, tmp_path):
    settings.BACKUPS = str(tmp_path / "backups")
    assert read()["ladder_backup_timestamp_seconds",] == 0
    begun = timezone.now().timestamp()
    make_automatic_backup()
    Notice.objects.create(player=make_player("Ada"), kind="result", text="New.", url="/", mail_due=True)
    for error, due_at in (("", None), ("refused", None), ("later", timezone.now())):
        OutboxMessage.objects.create(to="ada@club.example", subject="x", body="y", error=error, due_at=due_at)
    found = read()
    assert [found["ladder_mails", state] for state in ("waiting", "failed")] == [2, 1]
    assert [found["ladder_tasks", state] for state in ("waiting", "running", "failed")] == [0, 0, 0]
    assert found["ladder_backup_timestamp_seconds",] >= begun
    assert (found["ladder_backup_failed",], found["ladder_database_up",]) == (0, 1)


def test_a_database_that_is_away_is_a_figure_too():
    def refuse(*arguments):
        raise OperationalError("gone")

    with connection.execute_wrapper(refuse):
        found = read()
    assert found["ladder_database_up",] == 0
    assert ("ladder_mails", "waiting") not in found


WORKERS = """
import os, sys, django; django.setup()
import config.urls
assert "prometheus_client" not in sys.modules  # a site without the setting loads nothing of it
from config.counters import ANSWER_COUNT, collect_metrics
for answers in (3, 4):
    if not (worker := os.fork()):
        ANSWER_COUNT.labels("x", "GET", "200").inc(answers)
        os._exit(0)
    os.waitpid(worker, 0)
print(collect_metrics().decode())
"""


@pytest.mark.once
def test_the_figures_of_all_workers_are_added_even_of_those_that_have_ended(tmp_path):
    surroundings = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'none.sqlite3'}",
        "PROMETHEUS_MULTIPROC_DIR": str(tmp_path),
    }
    asked = subprocess.run(
        [sys.executable, "-c", WORKERS], env=surroundings, cwd=site.BASE_DIR, capture_output=True, text=True
    )
    assert asked.returncode == 0, asked.stderr
    assert read(asked.stdout)["ladder_answers_total", "200", "GET", "x"] == 7
