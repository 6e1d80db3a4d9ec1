"""One server over one SQLite file, and no worker that outlives its server."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from config.serve import SERVER_ARGUMENTS
from config.server import find_pause
from config.sqlite import lock_database
from tests.browser.server import free_port, url_of

pytestmark = pytest.mark.once
HOLD = """
import pathlib, sys
from config.sqlite import lock_database
lock_database(pathlib.Path(sys.argv[1]))
print("held", flush=True)
input()
"""


@pytest.fixture
def other(tmp_path):
    """A process that holds the lock of a file."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path / "db.sqlite3")],
        cwd=settings.BASE_DIR,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with process:
        assert process.stdout.readline() == b"held\n"
        yield process
        process.kill()


def test_a_second_server_over_the_same_file_does_not_start(other, tmp_path):
    path = tmp_path / "db.sqlite3"
    with pytest.raises(ImproperlyConfigured) as refused:
        lock_database(path, patience=0)
    assert str(refused.value) == f"Another server already runs on {path}: stop it first. Nothing was started."


def test_a_server_waits_for_one_that_ends(other, tmp_path):
    other.kill()
    os.close(lock_database(tmp_path / "db.sqlite3", patience=60))


@pytest.fixture
def workers(tmp_path):
    """The main process of a server and the numbers of its workers."""
    surroundings = os.environ | {"DATABASE_URL": url_of(connection.settings_dict)}
    surroundings |= {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    with open(tmp_path / "log", "w+b") as log:
        process = subprocess.Popen(
            [
                sys.executable,
                *SERVER_ARGUMENTS,
                "--log-level",
                "info",
                "--port",
                str(free_port()),
                "config.worker:application",
            ],
            cwd=settings.BASE_DIR,
            env=surroundings,
            stdout=log,
            stderr=log,
        )
        numbers = wait_for_workers(process, tmp_path, 2)
        yield process, numbers
        process.kill()
        process.wait()


def wait_for_workers(process, folder, count):
    """Wait until a server has started so many workers, and return their numbers in order."""
    numbers = []
    while process.poll() is None and len(numbers) < count:
        numbers = re.findall(r"Spawning worker-\d+ with PID: (\d+)", (folder / "log").read_text())
        time.sleep(0.05)
    return [int(number) for number in numbers]


def is_there(number):
    """Whether this process runs; one that has ended may wait for somebody to ask how."""
    said = subprocess.run(["ps", "-o", "stat=", "-p", str(number)], capture_output=True, text=True).stdout.strip()
    return bool(said) and not said.startswith("Z")


@pytest.mark.django_db(transaction=True)
def test_workers_end_with_their_server(workers):
    process, numbers = workers
    assert [is_there(number) for number in numbers] == [True, True]
    process.send_signal(signal.SIGKILL)
    process.wait()
    until = time.monotonic() + 60
    while any(map(is_there, numbers)) and time.monotonic() < until:
        time.sleep(0.1)
    assert [is_there(number) for number in numbers] == [False, False]


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_is_killed_again_and_again_is_started_again_and_the_other_stays(workers, tmp_path):
    process, (one, other) = workers
    for count in (3, 4, 5):
        os.kill(one, signal.SIGKILL)
        one = wait_for_workers(process, tmp_path, count)[-1]
    assert (process.poll(), is_there(one), is_there(other)) == (None, True, True)
    waits = re.findall(r"Starting worker-[12] again in (\d+) s", (tmp_path / "log").read_text())
    assert waits == ["1", "2"]


@pytest.mark.django_db(transaction=True)
def test_a_server_that_waits_with_a_worker_stops_at_once_when_told(workers, tmp_path):
    process, (one, other) = workers
    for count in (3, 4, 5):
        os.kill(one, signal.SIGKILL)
        one = wait_for_workers(process, tmp_path, count)[-1]
    os.kill(one, signal.SIGKILL)
    until = time.monotonic() + 30
    while "again in 4 s" not in (tmp_path / "log").read_text() and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    assert process.wait(3) == 0
    assert not is_there(other)


@pytest.mark.parametrize(("ends", "pause"), [(1, 0), (2, 1), (3, 2), (4, 4), (7, 32), (8, 60), (5000, 60)])
def test_each_end_of_a_worker_in_a_row_is_followed_by_a_longer_pause(ends, pause):
    assert find_pause(ends) == pause
