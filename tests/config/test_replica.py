"""Which database answers which request; `python -m tests.cluster` asks a real replica."""

import socket
import threading

import pytest
from django.db import DatabaseError, connection, connections, router, transaction
from django.http import HttpResponse
from django.test import RequestFactory

from config import replica
from config.replica import (
    Replica,
    ReplicaMiddleware,
    ReplicaRouter,
    begin_reading,
    find_replica_fault,
    read_from_replica,
    reader,
)
from ladder.models import Ladder

pytestmark = pytest.mark.django_db(transaction=True)
POSTGRESQL_ONLY = pytest.mark.skipif(connection.vendor == "sqlite", reason="a file has no replicas")


@pytest.fixture
def second(monkeypatch):
    """The same database under the name of a replica, which counts as up to date."""
    second = connections["replica"] = connection.copy("replica")
    monkeypatch.setattr(router, "routers", [ReplicaRouter()])
    monkeypatch.setattr(replica, "begin_reading", lambda: "replica")
    monkeypatch.setattr(Replica, "rests_until", 0.0)
    yield second
    second.close()
    if second.vendor == "postgresql":
        second.close_pool()
    del connections["replica"]


def ask(view, method="GET", path="/"):
    return ReplicaMiddleware(view)(RequestFactory().generic(method, path)).text


def name_database(request):
    return HttpResponse(Ladder.objects.all().db)


def test_only_a_request_that_changes_nothing_reads_from_the_replica(second):
    assert [ask(name_database, method) for method in ("GET", "HEAD", "POST")] == ["replica", "replica", "default"]
    assert ask(name_database, path="/readyz") == "default"  # a proxy waits for it
    assert Ladder.objects.all().db == "default"  # outside of a request


def test_who_writes_reads_from_the_primary_from_then_on(second):
    def write(request):
        Ladder.objects.filter(pk=0).delete()
        return name_database(request)

    assert ask(write) == "default"


def test_what_is_locked_is_read_where_it_is_locked(second):
    def lock(request):
        before = Ladder.objects.all().db
        with transaction.atomic():
            Ladder.objects.select_for_update().first()
            return HttpResponse(f"{before} {Ladder.objects.all().db}")

    assert ask(lock) == "replica default"


def test_a_thread_that_a_request_starts_reads_from_the_primary(second):
    def start_thread(request):
        found = [Ladder.objects.all().db]
        thread = threading.Thread(target=lambda: found.append(Ladder.objects.all().db))
        thread.start()
        thread.join()
        return HttpResponse(" ".join(found))

    assert ask(start_thread) == "replica default"


def test_a_page_that_fails_on_the_replica_is_made_again_from_the_primary(second):
    asked = []

    def fail(request):
        asked.append(Ladder.objects.all().db)
        try:
            with connections[asked[-1]].cursor() as cursor:
                cursor.execute("SELECT 1" if asked[-1] == "default" else "SELECT nothing")
        except DatabaseError:
            return HttpResponse("The database does not answer", status=503)
        return HttpResponse("the page")

    assert (ask(fail), asked) == ("the page", ["replica", "default"])
    assert reader.may_ask_replica is False


@POSTGRESQL_ONLY
def test_a_server_that_is_no_replica_is_not_asked(second):
    with read_from_replica():
        assert begin_reading() == "default"
    assert Replica.rests_until == 0.0
    assert find_replica_fault() == "REPLICA_URL names a server that is no replica; the primary answers."


@POSTGRESQL_ONLY
def test_a_replica_that_is_away_rests(second):
    with socket.socket() as taken:  # nobody listens there
        taken.bind(("127.0.0.1", 0))
        second.settings_dict |= {"HOST": "127.0.0.1", "PORT": taken.getsockname()[1]}
        second.settings_dict["OPTIONS"] = second.settings_dict["OPTIONS"] | {
            "pool": {"min_size": 0, "max_size": 1, "timeout": 0.1}
        }
        with read_from_replica():
            assert begin_reading() == "default"
        assert find_replica_fault() == "It does not answer; the primary answers."
    assert Replica.rests_until > 0.0
