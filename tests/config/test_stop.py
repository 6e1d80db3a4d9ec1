"""The server stops at the first Ctrl-C, with nothing left behind."""

import os
import pty
import signal
import socket
import subprocess
import sys
import time

import pytest
from django.conf import settings

START = """
import fcntl, termios
import django
import config.serve
django.setup()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # this terminal is the one that Ctrl-C comes from
config.serve.become_server("127.0.0.1", {port})
"""


@pytest.fixture
def served(unused_port):
    """The site served from a terminal of its own: the process, and the terminal to type into."""
    terminal, screen = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", START.format(port=unused_port)],
        cwd=settings.BASE_DIR,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
        stdin=screen,
        stdout=screen,
        stderr=screen,
        start_new_session=True,
    )
    wait_for(unused_port)
    yield process, terminal
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    os.close(terminal)
    os.close(screen)


def wait_for(port):
    for _ in range(200):
        with socket.socket() as client:
            if client.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)


def test_ctrl_c_stops_the_server(served):
    process, terminal = served
    os.write(terminal, b"\x03")
    assert process.wait(60) == 0


LOADING = """
import os, signal
signal.signal(signal.SIGTERM, lambda *_: None)  # as the server's main process has it when it forks
import config.worker
os.kill(os.getpid(), signal.SIGTERM)
"""


def test_a_worker_that_still_loads_stops_when_told():
    surroundings = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    ended = subprocess.run([sys.executable, "-c", LOADING], cwd=settings.BASE_DIR, env=surroundings, timeout=60)
    assert ended.returncode == -signal.SIGTERM
