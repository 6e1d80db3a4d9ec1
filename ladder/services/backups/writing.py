"""Writing a backup: one readable file for each table, and a list of them with their digests."""

import hashlib
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from django.db import connection, transaction
from django.utils import timezone

from ladder.models import Ladder
from ladder.services import ledger
from ladder.services.backups.manifest import FORMAT, MANIFEST, VERSION
from ladder.services.backups.tables import Model, build_file_name, list_backup_tables, read_table_rows
from players.models import Club
from players.veil import wear_veil


@wear_veil(None)
def write_backup(file: IO[bytes]) -> None:
    """Write the whole site as it is at one moment into a file; nothing is changed."""
    with read_one_moment(), zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        club = Club.stored()
        manifest = {
            "format": FORMAT,
            "version": VERSION,
            "made_at": timezone.now().isoformat(),
            "club": str(club),
            "time_zone": club.zone.key,
            "ladders": {one.slug: build_ladder_entry(one) for one in Ladder.objects.order_by("pk")},
            "files": {build_file_name(model): add_table(archive, model) for model in list_backup_tables()},
        }
        archive.writestr(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1) + "\n")


@contextmanager
def read_one_moment() -> Iterator[None]:
    """Let all reading see the same state; on SQLite the transaction keeps writers waiting."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def build_ladder_entry(ladder: Ladder) -> dict[str, Any]:
    return {"name": ladder.name, "fingerprint": ledger.fingerprint(ladder)}


def add_table(archive: zipfile.ZipFile, model: Model) -> dict[str, Any]:
    """Add a table, a row a line; return what the manifest says of it."""
    digest, count, size = hashlib.sha256(), 0, 0
    with archive.open(build_file_name(model), "w") as file:
        for row in read_table_rows(model):
            line = json.dumps(row, ensure_ascii=False, allow_nan=False, default=str).encode() + b"\n"
            file.write(line)
            digest.update(line)
            count, size = count + 1, size + len(line)
    return {"rows": count, "bytes": size, "sha256": digest.hexdigest()}
