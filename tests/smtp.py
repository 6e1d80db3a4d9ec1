"""A mail server that keeps every message as the bytes that came over the wire."""

import socketserver
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread


class Talk(socketserver.StreamRequestHandler):
    """One connection: just enough of SMTP (RFC 5321) for a client without extensions."""

    server: "Sink"

    def handle(self) -> None:
        self.say("220 sink")
        for line in self.rfile:
            word = line[:4].upper().strip()
            if word == b"DATA":
                self.say("354 go ahead")
                self.server.taken.append(self.body())
            self.say("221 bye" if word == b"QUIT" else "250 ok")

    def body(self) -> bytes:
        """Return the message up to the lone full stop."""
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        return b"".join(lines)

    def say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


class Sink(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self) -> None:
        self.taken: list[bytes] = []
        super().__init__(("127.0.0.1", 0), Talk)

    @property
    def mailer(self) -> dict[str, object]:
        """What the settings say of a site that sends its mail here."""
        options = {"host": "127.0.0.1", "port": self.server_address[1], "timeout": 30}
        return {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": options}


@contextmanager
def listening() -> Iterator[Sink]:
    """Listen while the block runs."""
    with Sink() as sink:
        Thread(target=sink.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        yield sink
        sink.shutdown()
