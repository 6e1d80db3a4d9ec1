"""A database that no longer answers, though its connections stand, as when its machine hangs: everybody is told."""

import http.client
import shutil
import socket
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest
from django.db import connection

from tests.browser.server import serving, url_of

pytestmark = [
    pytest.mark.strict,
    pytest.mark.skipif(connection.vendor == "sqlite", reason="a file does not hang"),
    pytest.mark.django_db(transaction=True),
]
TOKEN = "a-token-of-its-own"
SOCKET = ".s.PGSQL.5432"


class Relay:
    """Stands before the database and passes on what comes, unless it is frozen."""

    def __init__(self, folder):
        self.flows = threading.Event()
        self.flows.set()
        self.sockets = []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(Path(folder) / SOCKET))
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:  # it is closed
                return
            server = self.reach()
            self.sockets += [client, server]
            for here, there in ((client, server), (server, client)):
                threading.Thread(target=self.carry, args=(here, there), daemon=True).start()

    def reach(self):
        host, port = connection.settings_dict["HOST"], int(connection.settings_dict["PORT"] or 5432)
        if not host.startswith("/"):
            return socket.create_connection((host, port))
        there = socket.socket(socket.AF_UNIX)
        there.connect(f"{host}/.s.PGSQL.{port}")
        return there

    def carry(self, here, there):
        try:
            while data := here.recv(65536):
                self.flows.wait()
                there.sendall(data)
            there.shutdown(socket.SHUT_WR)
        except OSError:
            return

    def close(self):
        for one in (self.listener, *self.sockets):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


@pytest.fixture
def relay():
    """A relay in a folder with a short name, because that of a socket is limited."""
    folder = tempfile.mkdtemp(prefix="relay-", dir="/tmp")
    relay = Relay(folder)
    relay.folder = folder
    yield relay
    relay.flows.set()
    relay.close()
    shutil.rmtree(folder)


def ask(url, path, method="GET", body=None, **headers):
    asked = http.client.HTTPConnection(url.removeprefix("http://"), timeout=60)
    cookies = {"Cookie": "csrftoken=" + "a" * 32 + "; sessionid=" + "b" * 32}
    asked.request(method, path, body, cookies | {"Content-Type": "application/x-www-form-urlencoded"} | headers)
    answer = asked.getresponse()
    text = answer.read().decode()
    asked.close()
    return answer.status, text


def test_a_database_that_hangs_is_told_within_seconds(relay, tmp_path):
    form = "csrfmiddlewaretoken=" + "a" * 32
    asked = [("/", "GET", None), ("/desk", "POST", form), ("/accounts/login/", "POST", form)]
    away = url_of(connection.settings_dict | {"HOST": relay.folder, "PORT": ""})
    with serving(away, tmp_path, METRICS=TOKEN) as url:
        assert ask(url, "/")[0] == 200
        relay.flows.clear()
        answers = {}
        threads = [threading.Thread(target=lambda one=one: answers.update({one: ask(url, *one)})) for one in asked * 4]
        for thread in threads:
            thread.start()
        assert ask(url, "/healthz") == (503, "The database does not answer\n")
        status, figures = ask(url, "/metrics", Authorization=f"Bearer {TOKEN}")
        assert (status, "\nladder_database_up 0.0\n" in figures) == (200, True)
        for thread in threads:
            thread.join()
        assert [status for status, _ in answers.values()] == [503] * 3
        assert all("The database does not answer" in text for _, text in answers.values())
        relay.flows.set()
        until = time.monotonic() + 60
        while ask(url, "/")[0] != 200 and time.monotonic() < until:
            time.sleep(0.1)
        assert ask(url, "/")[0] == 200
