"""What is counted for Prometheus (`/metrics`); without the setting METRICS this module is never loaded (decision 0047).

Each worker counts in files of its own in the folder that `PROMETHEUS_MULTIPROC_DIR` names (config/serve.py makes it),
so that whichever worker is asked answers for all of them, and for those that have ended. What is in the database, such
as how many tasks wait, is read when it is asked for.
"""

import logging
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

from django.conf import settings
from django.db import DatabaseError, OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector

from ladder.ledger.timings import ledger_worked
from ladder.models import AutomaticBackups
from players.models import OutboxMessage
from players.notices.delivery import find_due_notices
from players.task_queue import load_queue_state

log = logging.getLogger(__name__)
TIME_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
LOCKING_STATEMENTS = ("BEGIN IMMEDIATE", "LOCK TABLE")
LOCKING_ROWS = " FOR UPDATE"
LOCK_NOT_AVAILABLE = "55P03"  # of PostgreSQL
NO_VIEW = "none"  # the view of a static file, or of an address that there isn't

counted = CollectorRegistry()
ANSWER_COUNT = Counter(
    "ladder_answers", "Answers by view, method and status.", ["view", "method", "status"], registry=counted
)
ANSWER_SECONDS = Histogram(
    "ladder_answer_seconds", "Time until a view has answered.", ["view"], registry=counted, buckets=TIME_BUCKETS
)
LEDGER_SECONDS = Histogram(
    "ladder_ledger_seconds",
    "Time of the ledger's work: plan, full_replay and sparse_replay in it, and apply.",
    ["step"],
    registry=counted,
    buckets=TIME_BUCKETS,
)
LOCK_SECONDS = Histogram(
    "ladder_lock_wait_seconds", "Time until a transaction had its lock.", registry=counted, buckets=TIME_BUCKETS
)
LOCK_FAILURES = Counter("ladder_lock_failures", "Statements that waited for a lock in vain.", registry=counted)
COUNTED_METHODS = {"GET", "HEAD", "POST"}


__all__ = ["CONTENT_TYPE_LATEST", "MetricsMiddleware", "collect_metrics", "count_answer", "measure_answer"]


class MetricsMiddleware:
    """Counts answers, with the time that they took; from now on also the ledger's work and the locks."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        ledger_worked.connect(note_ledger_work, dispatch_uid="metrics")
        connection_created.connect(watch_locks, dispatch_uid="metrics")

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        begun = time.perf_counter()
        response = self.get_response(request)
        view = request.resolver_match.view_name if request.resolver_match else NO_VIEW
        measure_answer(view, request.method or "", response.status_code, time.perf_counter() - begun)
        return response


def measure_answer(view: str, method: str, status: int, seconds: float) -> None:
    """Count the answer of a view, with the time that it took."""
    count_answer(view, method, status)
    ANSWER_SECONDS.labels(view).observe(seconds)


def count_answer(view: str, method: str, status: int) -> None:
    """Count an answer; methods that browsers don't use count as one."""
    ANSWER_COUNT.labels(view, method if method in COUNTED_METHODS else "other", str(status)).inc()


def note_ledger_work(step: str, seconds: float, **_: Any) -> None:
    LEDGER_SECONDS.labels(step).observe(seconds)


def watch_locks(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Measure from now on how long this connection waits for locks."""
    if measure_lock not in connection.execute_wrappers:
        connection.execute_wrappers.insert(0, measure_lock)  # whoever adds one for a while takes away the last


def measure_lock(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
    """Execute a statement, and note how long it took if it takes a lock, and whether it waited for one in vain."""
    begun = time.perf_counter()
    try:
        return execute(sql, *rest)
    except OperationalError as error:
        if has_waited_in_vain(error):
            LOCK_FAILURES.inc()
        raise
    finally:
        if LOCKING_ROWS in sql or sql.startswith(LOCKING_STATEMENTS):
            LOCK_SECONDS.observe(time.perf_counter() - begun)


def has_waited_in_vain(error: OperationalError) -> bool:
    """Return whether a statement failed because somebody else held a lock for too long."""
    name = getattr(error.__cause__, "sqlite_errorname", "")
    return name.startswith("SQLITE_BUSY") or getattr(error.__cause__, "sqlstate", "") == LOCK_NOT_AVAILABLE


class SiteCollector:
    """Reads from the database what waits and what failed, when it is asked; nothing if that is known to be away."""

    def __init__(self, *, is_database_away: bool) -> None:
        self.is_database_away = is_database_away

    def collect(self) -> Iterator[Metric]:
        """Yield the figures; if the database does not answer, that alone."""
        try:
            found = [] if self.is_database_away else list(load_site_figures())
        except DatabaseError as error:
            log.warning("The figures of the site can't be read: %s", str(error).strip().partition("\n")[0])
            found = []
        yield GaugeMetricFamily("ladder_database_up", "Whether the database answers.", value=bool(found))
        yield from found


def load_site_figures() -> Iterator[Metric]:
    """Yield how many tasks and mails wait or failed, and of when the last automatic backup is; five queries."""
    queue = load_queue_state()
    tasks = GaugeMetricFamily("ladder_tasks", "Tasks that wait, run, or failed in the last week.", labels=["state"])
    for state, number in (("waiting", queue.waiting), ("running", queue.running), ("failed", queue.failed)):
        tasks.add_metric([state], number)
    yield tasks
    yield GaugeMetricFamily("ladder_task_wait_seconds", "How long the first task has waited.", value=queue.waited)
    mails = GaugeMetricFamily(
        "ladder_mails", "Notices that wait for mail, and mails that nobody took.", labels=["state"]
    )
    kept = OutboxMessage.objects
    mails.add_metric(["waiting"], find_due_notices().count() + kept.exclude(due_at=None).count())
    mails.add_metric(["failed"], kept.filter(due_at=None).exclude(error="").count())
    yield mails
    if settings.BACKUPS:
        known = AutomaticBackups.stored()
        made_at = known.made_at.timestamp() if known.made_at else 0
        yield GaugeMetricFamily(
            "ladder_backup_timestamp_seconds", "Of when the last automatic backup is.", value=made_at
        )
        yield GaugeMetricFamily("ladder_backup_failed", "Whether the last try failed.", value=bool(known.problem))


def collect_metrics(*, is_database_away: bool = False) -> bytes:
    """Return the metrics of all workers and of the site in Prometheus's text format."""
    registry = build_registry(SiteCollector(is_database_away=is_database_away))
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(counted) + generate_latest(registry)
    MultiProcessCollector(registry)
    return generate_latest(registry)


def build_registry(collector: Any) -> CollectorRegistry:
    """Return a registry with this collector alone."""
    registry = CollectorRegistry()
    registry.register(collector)
    return registry
