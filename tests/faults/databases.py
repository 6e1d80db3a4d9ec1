"""The two databases, and what can be done to each from outside."""

import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
from psycopg.sql import SQL, Identifier

from config import sqlite
from tests import postgres

HOLDING = """
import sqlite3, sys
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


class SqliteFile:
    """A file in a folder."""

    name = "SQLite"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "club.sqlite3"
        self.url = f"sqlite:///{self.path}"
        self.empty_url = f"sqlite:///{folder / 'empty.sqlite3'}"

    def start(self) -> None:
        """Do nothing: a file is always there."""

    def stop(self) -> None:
        """Close the file, which this process keeps open."""
        for one in sqlite.kept.values():
            one.connection.close()
        sqlite.kept.clear()

    @contextmanager
    def hold_lock(self) -> Iterator[None]:
        """Keep everybody else from writing, as another program does that has the file open."""
        command = [sys.executable, "-c", HOLDING, str(self.path)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
            assert holder.stdout
            holder.stdout.readline()
            yield
            holder.communicate()


class PostgresServer:
    """A server of our own in a folder, reached by a socket."""

    name = "PostgreSQL"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.folder.chmod(0o711)
        self.url = f"postgres://postgres@/{folder}/club"
        self.empty_url = f"postgres://postgres@/{folder}/empty"
        postgres.create_cluster(folder)
        self.start()
        with self.connect("postgres") as connection:
            for name in ("club", "empty"):
                connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))

    def connect(self, name: str = "club") -> psycopg.Connection:
        return psycopg.connect(host=str(self.folder), dbname=name, user="postgres", autocommit=True)

    def start(self) -> None:
        """Start the server and wait until it takes connections."""
        (self.folder / "log").unlink(missing_ok=True)
        self.process = postgres.start_cluster(self.folder, postgres.DURABLE)

    def stop(self) -> None:
        """End the server at once, as a loss of power would."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()

    def cut_connections(self) -> int:
        """End all connections of the site, and return how many there were."""
        others = "FROM pg_stat_activity WHERE datname = 'club' AND pid <> pg_backend_pid()"
        with self.connect() as connection:
            row = connection.execute(f"SELECT count(pg_terminate_backend(pid)) {others}").fetchone()
        return int(row[0]) if row else 0

    @contextmanager
    def hold_lock(self) -> Iterator[None]:
        """Keep everybody else from storing matches, as somebody does at the database's own console."""
        with closing(self.connect()) as connection, connection.transaction():
            connection.execute("LOCK TABLE ladder_match IN EXCLUSIVE MODE")
            yield


Database = SqliteFile | PostgresServer


@contextmanager
def mount_small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """Make a file system of that size, which only root may.

    Raises: PermissionError
    """
    folder.mkdir()
    image = find_image(folder)
    with image.open("wb") as file:
        file.truncate(megabytes << 20)
    try:
        run_as_root("mkfs.ext4", "-q", "-F", "-m", "0", image)
        mount_image(folder)
        yield folder
    finally:
        for _ in range(50):
            if subprocess.run(["umount", folder], capture_output=True).returncode == 0:
                break
            time.sleep(0.1)
        image.unlink()


def find_image(folder: Path) -> Path:
    """Return the file that a small disk is made of."""
    return folder.with_suffix(".image")


def mount_image(folder: Path) -> None:
    """Mount a small disk; the system makes it read-only at its first error, as most servers do."""
    run_as_root("mount", "-o", "loop,errors=remount-ro", find_image(folder), folder)


def run_as_root(*command: str | Path) -> None:
    """Run a command. Raises: PermissionError, when it is missing or refused."""
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (FileNotFoundError, subprocess.CalledProcessError) as error:
        raise PermissionError("only root may mount a small disk") from error


def break_disk(folder: Path) -> None:
    """Let the system find an error on a small disk, so that it becomes read-only under whoever uses it."""
    found = subprocess.run(["findmnt", "-no", "SOURCE", folder], capture_output=True, text=True, check=True)
    Path("/sys/fs/ext4", Path(found.stdout.strip()).name, "trigger_fs_error").write_text("1")


def repair_disk(folder: Path) -> None:
    """Check a small disk that nobody uses any more, and mount it again."""
    run_as_root("umount", folder)
    subprocess.run(["e2fsck", "-fy", find_image(folder)], capture_output=True)  # it says by its code what it has mended
    mount_image(folder)


def fill_disk(folder: Path) -> Path:
    """Write a file until nothing more fits, and return it."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"0" * min(65536, max(shutil.disk_usage(folder).free, 1)))
        except OSError:
            return ballast
