"""Several people at the same moment: a thread each, with a connection to the database of its own."""

import threading

from django.db import connection, connections
from django.test import Client

SEATS = threading.Semaphore(8)  # as many requests at once as the server answers: two workers of four threads


def together(jobs):
    """Run the jobs at the same moment, a thread each, and return what each returned or raised."""
    barrier, outcomes = threading.Barrier(len(jobs)), [None] * len(jobs)

    def run(number, job):
        barrier.wait()
        try:
            outcomes[number] = job()
        except Exception as error:
            outcomes[number] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


WAITING = "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid)))"


def hold(done):
    """Return when somebody waits for what this transaction holds, or is done without waiting (PostgreSQL)."""
    waited_for = False
    while not waited_for and not done.wait(0.01):
        with connection.cursor() as cursor:
            (waited_for,) = cursor.execute(WAITING).fetchone()


class Visitor(Client):
    """Somebody who is signed in, on a server that answers every request on a fresh connection."""

    def __init__(self, user):
        super().__init__(raise_request_exception=False)
        self.force_login(user)

    def request(self, **request):
        with SEATS:
            try:
                return super().request(**request)
            finally:
                connections.close_all()  # the test client leaves it open
