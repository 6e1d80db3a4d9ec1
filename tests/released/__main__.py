"""Keep what this version stores: `python -m tests.released`, once, before the version is given out.

It makes the club on SQLite, writes its backup, restores that on PostgreSQL, and copies both databases.
"""

import gzip
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from config.version import VERSION
from tests import postgres

FOLDER = Path(__file__).parent


def main() -> None:
    """Write the files of this version; on PostgreSQL only the copy of its database."""
    from django.db import connection  # once Django is set up

    from tests.simulator.rounds import use_scratch_database

    folder = FOLDER / VERSION
    folder.mkdir(exist_ok=True)
    with use_scratch_database(migrated=True):
        if connection.vendor == "postgresql":
            restore_club(folder)
            write_packed(folder / "postgresql.sql.gz", dump_postgresql())
            return
        keep_new_club(folder)
        write_packed(folder / "sqlite.sqlite3.gz", copy_sqlite())
    with postgres.server() as url:
        subprocess.run([sys.executable, "-m", "tests.released"], env=os.environ | {"DATABASE_URL": url}, check=True)


def keep_new_club(folder: Path) -> None:
    """Make the club, and write its backup and what must come out of it."""
    from ladder.backups.actions import write_backup
    from tests.released.club import describe_club, make_kept_club

    make_kept_club()
    with (folder / "backup.zip").open("wb") as file:
        write_backup(file)
    (folder / "expected.json").write_text(json.dumps(describe_club(), indent=1, ensure_ascii=False) + "\n", "utf-8")


def restore_club(folder: Path) -> None:
    """Restore the backup."""
    from ladder.backups.actions import restore_backup
    from ladder.backups.queries.inspection import open_backup

    with (folder / "backup.zip").open("rb") as file:
        restore_backup(backup=open_backup(file))


def copy_sqlite() -> bytes:
    """Return the file of the database, as a copy made while it is in use."""
    from django.db import connection

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.sqlite3"
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(copy)])
        return copy.read_bytes()


def dump_postgresql() -> bytes:
    """Return the database as statements, without what only psql understands."""
    from django.db import connection

    given = connection.get_connection_params()
    with tempfile.TemporaryDirectory() as folder:
        command = [postgres.programs(Path(folder)) / "pg_dump", "--inserts", "--no-owner"]
        command += ["--host", given["host"], "--username", given["user"], given["dbname"]]
        dumped = subprocess.run(command, capture_output=True, check=True).stdout
    return b"".join(line for line in dumped.splitlines(keepends=True) if not line.startswith(b"\\"))


def write_packed(path: Path, content: bytes) -> None:
    """Write these bytes compressed, and the same file for the same bytes."""
    path.write_bytes(gzip.compress(content, mtime=0))
    print(f"{path.name}: {path.stat().st_size:,} bytes", flush=True)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    main()
