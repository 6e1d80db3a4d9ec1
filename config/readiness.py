"""Whether the site is ready for requests: `/readyz` asks it for a proxy, `manage.py doctor` for whoever runs the site.

Without its database, or before that is migrated, a process can't answer, so a proxy should ask another one. A cache or
a worker that is away stops no page, and taking every machine out would: that is said, and the answer stays 200.
"""

import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple

from django.apps import apps
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.health import find_site_fault
from players.task_queue import has_worker, load_queue_state

WELL = "ok"
LONGEST_WAIT = 600.0  # seconds that a task may wait before its worker is taken to be away


class Finding(NamedTuple):
    """What was found of one part: its name, a sentence if something is wrong, and whether pages need the part."""

    part: str
    fault: str
    is_needed: bool = True

    def __str__(self) -> str:
        return f"{self.part}: {self.fault or WELL}"


class Migrations:
    """What this process knows of the database's migrations: once they are applied, they stay so."""

    are_applied = False


@never_cache
@require_safe
def show_readiness(request: HttpRequest) -> HttpResponse:
    """Answer 200 if this process can answer requests, else 503, with a line for each part."""
    found = list(check_readiness())
    is_ready = not any(one.fault and one.is_needed for one in found)
    text = "".join(f"{one}\n" for one in found)
    return HttpResponse(text, status=200 if is_ready else 503, content_type="text/plain")


def check_readiness() -> Iterator[Finding]:
    """Yield what is found of each part; the others are not asked if the database does not answer."""
    fault = find_site_fault()
    yield Finding("database", fault)
    if fault:
        return
    checks: list[tuple[str, Callable[[], str], bool]] = [("migrations", find_missing_migrations, True)]
    checks.append(("cache", find_cache_fault, False))
    if has_worker():
        checks.append(("worker", find_worker_fault, False))
    for part, find_fault, is_needed in checks:
        try:
            yield Finding(part, find_fault(), is_needed)
        except DatabaseError as error:
            yield Finding(part, f"The database refuses: {str(error).strip().partition('\n')[0]}.", is_needed)


def find_missing_migrations() -> str:
    """Return a sentence if the database lacks migrations of this version. They are not imported, only their names."""
    if not Migrations.are_applied:
        missing = list_migrations() - MigrationRecorder(connection).applied_migrations().keys()
        if missing:
            app, name = min(missing)
            return f"The database is not migrated: {app}.{name} is missing."
        Migrations.are_applied = True
    return ""


def list_migrations() -> set[tuple[str, str]]:
    """Return the app and the name of every migration of this version."""
    found = set()
    for app in apps.get_app_configs():
        module, _ = MigrationLoader.migrations_module(app.label)
        if module and app.models_module:
            try:
                package = import_module(module)
            except ModuleNotFoundError:
                continue  # an app that never had one
            found |= {(app.label, one.name) for one in iter_modules(package.__path__) if one.name[0] not in "_~"}
    return found


def find_cache_fault() -> str:
    """Return a sentence if the cache that all processes share does not answer."""
    cache.get("ready")
    is_resting = getattr(cache, "rests_until", 0.0) > time.monotonic()  # config.caches.SharedCache
    return "Redis does not answer; tries are counted in the database." if is_resting else ""


def find_worker_fault() -> str:
    """Return a sentence if tasks wait so long that no worker can be there."""
    waited = load_queue_state().waited
    return f"A task has waited for {waited / 60:.0f} minutes; is the worker running?" if waited > LONGEST_WAIT else ""
