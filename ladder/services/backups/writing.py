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
from players import veil
from players.models import Club

from .. import ledger
from .manifest import FORMAT, MANIFEST, VERSION
from .tables import Model, name_of, rows, tables


@veil.behind(None)
def write(file: IO[bytes]) -> None:
    """Write the whole site as it is at one moment into a file; nothing is changed."""
    with at_one_moment(), zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        club = Club.stored()
        manifest = {
            "format": FORMAT,
            "version": VERSION,
            "made_at": timezone.now().isoformat(),
            "club": str(club),
            "time_zone": club.zone.key,
            "ladders": {one.slug: described(one) for one in Ladder.objects.order_by("pk")},
            "files": {name_of(model): add(archive, model) for model in tables()},
        }
        archive.writestr(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1) + "\n")


@contextmanager
def at_one_moment() -> Iterator[None]:
    """Let all reading see the same state; on SQLite the transaction keeps writers waiting."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def described(ladder: Ladder) -> dict[str, Any]:
    return {"name": ladder.name, "fingerprint": ledger.fingerprint(ladder)}


def add(archive: zipfile.ZipFile, model: Model) -> dict[str, Any]:
    """Add a table, a row a line; return what the manifest says of it."""
    digest, count, size = hashlib.sha256(), 0, 0
    with archive.open(name_of(model), "w") as file:
        for row in rows(model):
            line = json.dumps(row, ensure_ascii=False, allow_nan=False, default=str).encode() + b"\n"
            file.write(line)
            digest.update(line)
            count, size = count + 1, size + len(line)
    return {"rows": count, "bytes": size, "sha256": digest.hexdigest()}
