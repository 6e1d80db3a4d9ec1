"""A network that fails: between a browser and the site, requests are lost, slow, doubled, or come too late."""

import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from urllib.parse import parse_qsl, urlsplit

from tests.browser.server import HOST

FATES = ("straight", "slow", "doubled", "overtaken", "request lost", "answer lost", "late")
ONCE = ("straight", "slow", "doubled", "request lost")  # what has no key is not delivered after its sender gave it up
LONGEST_DELAY = 0.4  # seconds
KEPT_HEADERS = {"connection", "transfer-encoding", "content-length"}


class Relay(BaseHTTPRequestHandler):
    """Passes one request on, or does not."""

    server: "Network"

    def pass_on(self) -> None:
        """Read a request, and let it have its fate."""
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        fate = self.server.choose_fate(self.command, self.path)
        if fate == "slow":
            time.sleep(LONGEST_DELAY)
        elif fate == "overtaken":
            self.server.wait_to_be_overtaken()
        if fate == "late":
            self.connection.close()
            time.sleep(LONGEST_DELAY / 2)
        if fate == "doubled":
            threading.Thread(target=self.ask_site, args=(body,), daemon=True).start()
        answer = None if fate == "request lost" else self.ask_site(body)
        if self.command == "POST":
            sent = dict(parse_qsl(body.decode()))
            said = " ".join(f"{name}={sent[name]}" for name in ("game", "won", "waited") if name in sent)
            self.server.journal.append(f"{self.path} {said}: {fate}, answer {answer and answer[0]}")
        if answer and fate not in ("answer lost", "late") and not self.server.is_cut:
            self.send_answer(*answer)
        else:
            self.close_connection = True

    do_GET = do_POST = pass_on  # noqa: N815  # as the server calls them

    def ask_site(self, body: bytes) -> tuple[int, list[tuple[str, str]], bytes] | None:
        """Return what the site answers; None if it does not."""
        connection = http.client.HTTPConnection(HOST, self.server.find_port(), timeout=60)
        try:
            connection.request(self.command, self.path, body or None, dict(self.headers))
            answer = connection.getresponse()
            return answer.status, answer.getheaders(), answer.read()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def send_answer(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in KEPT_HEADERS:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Network(ThreadingHTTPServer):
    """The network of one device. While it is cut nothing passes; while it is rough, its luck says what happens."""

    daemon_threads = True
    passed = threading.Condition()  # a form has passed, on whichever network

    def __init__(self, find_site: "FindSite", luck: Random) -> None:
        super().__init__((HOST, 0), Relay)
        self.find_site, self.luck, self.is_cut, self.is_rough = find_site, luck, False, True
        self.journal: list[str] = []  # of forms, for whoever looks for a fault

    @property
    def url(self) -> str:
        """The address of the site on this network."""
        return f"http://{HOST}:{self.server_address[1]}"

    def find_port(self) -> int:
        """Return the port on which the site answers now."""
        return urlsplit(self.find_site()).port or 0

    def choose_fate(self, method: str, path: str) -> str:
        """Return what happens to a request."""
        if self.is_cut:
            return "request lost"
        if method != "POST":
            return "slow" if self.is_rough and self.luck.random() < 0.1 else "straight"
        with self.passed:
            self.passed.notify_all()
        return self.luck.choice(FATES if path.endswith("/won") else ONCE) if self.is_rough else "straight"

    def wait_to_be_overtaken(self) -> None:
        """Let another form go first, if one comes soon."""
        with self.passed:
            self.passed.wait(LONGEST_DELAY)

    def handle_error(self, *_: object) -> None:
        """Say nothing: a browser may have gone."""


class FindSite:
    """Tells where the site is; it may be started again elsewhere."""

    def __init__(self, url: str) -> None:
        self.url = url

    def __call__(self) -> str:
        return self.url


@contextmanager
def open_network(find_site: FindSite, luck: Random) -> Iterator[Network]:
    """Yield a network of one device, whose luck says what happens on it."""
    with Network(find_site, luck) as network:
        threading.Thread(target=network.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        yield network
        network.shutdown()
