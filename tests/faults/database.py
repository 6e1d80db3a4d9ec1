"""The faults on one of the two databases, in a process of its own."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.faults.databases import Database, PostgresServer, SqliteFile, mount_small_disk

DISK = 400  # MB


@contextmanager
def make_database(folder: Path, kind: str) -> Iterator[Database]:
    """Make a database, on a small disk of its own where that is allowed."""
    disk = folder / "disk"
    with suppress(PermissionError), mount_small_disk(disk, DISK):
        yield from start_database(disk, kind)
        return
    yield from start_database(disk, kind)


def start_database(disk: Path, kind: str) -> Iterator[Database]:
    data = disk / "data"
    disk.chmod(0o711)
    data.mkdir()
    database = SqliteFile(data) if kind == "sqlite" else PostgresServer(data)
    try:
        yield database
    finally:
        database.stop()


def main(kind: str, matches: int, count: int, names: list[str]) -> int:
    folder = Path(tempfile.mkdtemp(prefix="faults-", dir="/tmp"))
    folder.chmod(0o711)
    with make_database(folder, kind) as database:
        os.environ |= {"DATABASE_URL": database.url, "DJANGO_SETTINGS_MODULE": "tests.faults.settings"}
        import django

        django.setup()
        from django.core.management import call_command

        from tests.faults.scenarios import SCENARIOS, run_scenarios

        call_command("migrate", verbosity=0)
        server = folder / "server"
        server.mkdir()
        failed = run_scenarios(names or list(SCENARIOS), database, server, matches, count)
    if not failed:  # else its log is worth a look
        shutil.rmtree(folder)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]))
