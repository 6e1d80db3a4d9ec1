"""The real server, started as `make run` starts it, on a database of one's own."""

import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from config.serve import SERVER_ARGUMENTS
from tests import postgres

HOST = "127.0.0.1"


@contextmanager
def serving(database: str, folder: Path, *, may_err: bool = False, **more: str) -> Iterator[str]:
    """The address of a running server with its log in the folder; `more` goes to its environment.

    Its static files are in STATIC_FOLDER, which all tests of a run share, else in the folder, too.
    Raises: RuntimeError with the log, when it does not start or, unless it may, logs an error.
    """
    port, log = free_port(), folder / "server.log"
    surroundings = {
        "STATIC_FOLDER": str(folder / "static"),
        **os.environ,
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "tests.browser.settings",
        **more,
    }
    collect_static_files(surroundings)
    command = [sys.executable, *SERVER_ARGUMENTS, "--host", HOST, "--port", str(port), "config.worker:application"]
    with open(log, "wb") as file:
        process = subprocess.Popen(
            command,
            env=surroundings,
            stdout=file,
            stderr=file,
            preexec_fn=postgres.dies_with_parent(signal.SIGTERM),
        )
    try:
        wait_until_ready(process, f"http://{HOST}:{port}", log)
        yield f"http://{HOST}:{port}"
    finally:
        process.terminate()
        process.wait(60)
    if not may_err and " ERROR " in log.read_text():
        raise RuntimeError(f"The server met an error.\n{log.read_text()}")


def collect_static_files(surroundings: dict[str, str]) -> None:
    """Collect what these settings' servers share, unless it is there; only one process at a time does."""
    folder = Path(surroundings["STATIC_FOLDER"])
    collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
    with open(f"{folder}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "staticfiles.json").exists():
            subprocess.run(collect, env=surroundings, check=True)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind((HOST, 0))
        return int(listener.getsockname()[1])


def wait_until_ready(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    for _ in range(600):
        try:
            with urllib.request.urlopen(f"{url}/healthz", timeout=5):
                return
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.05)
    raise RuntimeError(f"The server did not start.\n{log.read_text()}")


def url_of(settings: dict[str, Any]) -> str:
    """The DATABASE_URL of a database that Django is connected to."""
    name, host = str(settings["NAME"]), settings["HOST"]
    if settings["ENGINE"].endswith("sqlite3"):
        return f"sqlite:///{name}"
    account = quote(settings["USER"]) + (f":{quote(settings['PASSWORD'])}" if settings["PASSWORD"] else "")
    where = f"{account}@" if host.startswith("/") else f"{account}@{host}:{settings['PORT'] or 5432}"
    return f"postgres://{where}/{host if host.startswith('/') else ''}{'/' if host.startswith('/') else ''}{name}"
