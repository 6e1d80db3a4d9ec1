"""What every test may ask for."""

import gc
import math
import os
from importlib import import_module

import hypothesis
import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import transaction
from django.utils import timezone
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult

from config.private_files import find_data_folder
from ladder.pages.recent_versions import forget_recent_values
from players.models import Club
from players.models.club import remember_club
from tests.lists import read_list

(BESIDE, _), (DRILL, LONGER), (_, TWICE) = map(read_list, ("beside.txt", "drill.txt", "once.txt"))
MARKED_BY_LISTS = {"beside": BESIDE, "drill": DRILL, "longer": LONGER, "twice": TWICE}
DATABASE_FIXTURES = {"db", "transactional_db"}

patience = {"deadline": None, "suppress_health_check": [hypothesis.HealthCheck.too_slow]}
hypothesis.settings.register_profile("patient", **patience)
hypothesis.settings.load_profile("patient")  # no property fails because the machine is busy


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `python -m tests` runs in a process of its own, what on SQLite only, and what it leaves to the drill.

    The first is so that SQLite's tests take as long as PostgreSQL's. The next ask no database, or say how pages are.
    Of the drill some have a short form, too, which `python -m tests` runs. In a module those that start from what is
    stored once come last, so that no other finds it.
    """
    for item in items:
        for mark, paths in MARKED_BY_LISTS.items():
            if item.nodeid.startswith(paths):
                item.add_marker(mark)
        if item.path.stem.endswith("_pages"):
            item.add_marker("pages")
        if item.get_closest_marker("django_db") is None and DATABASE_FIXTURES.isdisjoint(item.fixturenames):  # type: ignore[attr-defined]
            item.add_marker("once")
    order = {path: number for number, path in enumerate(dict.fromkeys(item.path for item in items))}
    items.sort(key=lambda item: (order[item.path], "store_once" in item.fixturenames))  # type: ignore[attr-defined]


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Let the collector of garbage look seldom, and never at what stays to the end: a tenth less time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """Remove what stays beside SQLite's file, which this process keeps open to its end (config/sqlite.py)."""
    for path in find_data_folder().glob(f"test-{os.getpid()}.sqlite3*"):
        path.unlink()


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """No test fails because the machine is busy: a lock is waited for as long as it takes."""
    monkeypatch.setattr(import_module("ladder.ledger.ladder_lock"), "LOCK_TIMEOUT", "60s")
    monkeypatch.setattr(import_module("ladder.standings.queries.cache"), "LONGEST_CACHE_WAIT", 60.0)


@pytest.fixture(autouse=True)
def club_as_it_comes():
    """No test remembers another one's club and versions, or spends a query on the club before it is saved."""
    remember_club(Club(pk=Club.ONLY), math.inf)
    forget_recent_values()
    yield
    timezone.deactivate()


@pytest.fixture(scope="module")
def store_once(django_db_setup, django_db_blocker):
    """A function that calls another one, whose rows each test that asks for it finds, as if nobody had touched them.

    What that one returns is for reading: a test that changes it takes a copy.
    """
    with django_db_blocker.unblock():
        block = transaction.atomic()  # around that of each test
        block.__enter__()
        remember_club(Club(pk=Club.ONLY), math.inf)

    def store(make):
        with django_db_blocker.unblock():
            return make()

    yield store
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        block.__exit__(None, None, None)


class StandingClock:
    """A clock that stands still until it is moved."""

    def __init__(self, at: float = 1_000.0) -> None:
        self.at = at

    def monotonic(self) -> float:
        return self.at


@pytest.fixture
def clock(monkeypatch):
    """The clock by which what visitors see grows old."""
    standing = StandingClock()
    for name in ("ladder.pages.recent_versions", "config.visitor_polls"):
        monkeypatch.setattr(import_module(name), "time", standing)
    return standing


@pytest.fixture
def elsewhere(monkeypatch):
    """Let another process store what follows: this one only has what it reads."""

    def begin():
        monkeypatch.setattr(import_module("ladder.ledger.settlement"), "forget_recent_values", lambda: None)

    return begin


@pytest.fixture
def organiser(db):
    return User.objects.create_user("organiser", "organiser@club.example", "let me in", is_staff=True)


@pytest.fixture
def staff(client, organiser):
    client.force_login(organiser)
    return client


@pytest.fixture
def organises(client, ladder):
    """The browser of Olga, who organises the ladder of the test, and no other one."""
    olga = User.objects.create_user("olga")
    olga.ladder_roles.create(ladder=ladder, role="organiser")
    client.force_login(olga)
    return client


@pytest.fixture
def worker(settings):
    """Tasks wait in the database; this does all that wait, inside the transaction of the test."""
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}
    given = {"queue_names": ["default"], "excluded_queue_names": [], "backend_name": "default", "worker_id": "test"}

    def work():
        hand = Worker(**given, interval=0, batch=True, startup_delay=False, max_tasks=None)
        while found := DBTaskResult.objects.ready().first():
            found.claim("test")
            hand.run_task(found)

    return work


@pytest.fixture
def memory(settings):
    """Rows are kept, as on the site."""
    pages = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "pages"}
    objects = {"BACKEND": "config.caches.MemoryCache"}
    made = {"pages": pages} | {name: objects | {"LOCATION": name} for name in ("rows", "past", "shared", "nights")}
    settings.CACHES = {**settings.CACHES, **made}
    for name in made:
        caches[name].clear()
    yield
    for name in made:
        caches[name].clear()
