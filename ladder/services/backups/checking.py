"""Opening a backup: checked in full before anything is done with it."""

import hashlib
import json
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import IO, Any, NamedTuple

from django.core.exceptions import ValidationError

from .manifest import MANIFEST, NOT_OURS, Manifest, Unfit, read, refuse
from .tables import Column, Model, columns, name_of, readers, tables

MOST_BYTES = 1 << 29  # unpacked: half a gigabyte, some 300,000 matches
MOST_OF_A_LIST = 1 << 20
NO_ZIP = "This isn't a ZIP file, or only a part of one."
BROKEN = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, ValueError, IndexError)
WRONG = (ValueError, TypeError, KeyError, AttributeError, ValidationError, RecursionError, OverflowError)
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class Backup(NamedTuple):
    """A backup whose every row was read once."""

    archive: zipfile.ZipFile
    manifest: Manifest

    def count(self, model: Model) -> int:
        """Return how many rows of a table are in it; a table that is newer than the file has none."""
        listed = self.manifest.files.get(name_of(model))
        return listed.rows if listed else 0

    def rows(self, model: Model) -> Iterator[tuple[Any, ...]]:
        """Return the rows of a table, in the order of its columns here.

        Reading them raises: Unfit with the file and the line.
        """
        listed = name_of(model) in self.manifest.files
        reading = readers(model)  # now: while rows are copied the database answers nothing else
        return self.read(name_of(model), reading) if listed else iter(())

    def picked(self, model: Model, *names: str) -> Iterator[tuple[Any, ...]]:
        """Return these columns, two or more, of the rows of a table."""
        places = {column.attname: place for place, column in enumerate(columns(model))}
        return map(itemgetter(*(places[name] for name in names)), self.rows(model))

    def read(self, name: str, reading: Sequence[Column]) -> Iterator[tuple[Any, ...]]:
        known = {column.name for column in reading}
        with self.archive.open(name) as lines:
            for number, line in enumerate(lines, 1):
                try:
                    row = json.loads(line, parse_constant=refuse)
                    if not row.keys() <= known:
                        raise ValueError(f"{min(row.keys() - known)[:60]} is unknown here")
                    yield tuple(
                        [
                            column.decode(row[column.name]) if column.name in row else column.missing()
                            for column in reading
                        ]
                    )
                except WRONG as error:
                    raise Unfit(f"{name}, line {number}: {reason(error)}.") from error


def reason(error: Exception) -> str:
    """Return what is wrong with a row, in a few words."""
    said = " ".join(error.messages) if isinstance(error, ValidationError) else str(error)
    return said.strip(" .")[:200] or type(error).__name__


def opened(file: IO[bytes]) -> Backup:
    """Return the backup in a file, after every name, size, digest and row in it was checked.

    Raises: Unfit with the reason, such as "players.player.jsonl isn't as the list says: it is damaged."
    """
    try:
        archive = zipfile.ZipFile(file)
    except BROKEN as error:
        raise Unfit(NO_ZIP) from error
    try:
        backup = Backup(archive, manifest_of(archive))
        check_names(backup)
        for name in backup.manifest.files:
            check_content(backup, name)
    except BROKEN as error:
        raise Unfit("The file is damaged.") from error
    for model in tables():
        for _ in backup.rows(model):
            pass
    return backup


def manifest_of(archive: zipfile.ZipFile) -> Manifest:
    """Return the list of what is in it."""
    found = [info for info in archive.infolist() if info.filename == MANIFEST]
    if not found:
        raise Unfit(NOT_OURS)
    if len(found) > 1 or found[0].file_size > MOST_OF_A_LIST or found[0].compress_type not in PACKED:
        raise Unfit("The list of what is in this backup is damaged.")
    return read(archive.read(found[0]))


def check_names(backup: Backup) -> None:
    """Refuse files that are twice, not in the list, not of this site, packed otherwise, or too large."""
    infos = backup.archive.infolist()
    names = sorted(info.filename for info in infos)
    if names != sorted([MANIFEST, *backup.manifest.files]):
        raise Unfit("The files in it aren't those of its list.")
    unknown = backup.manifest.files.keys() - {name_of(model) for model in tables()}
    if unknown:
        raise Unfit(f"This site doesn't know {min(unknown)[:80]}. The backup is of a newer one; upgrade first.")
    if sum(info.file_size for info in infos) > MOST_BYTES:
        raise Unfit(f"It would unpack to more than {MOST_BYTES >> 20} MB.")
    if any(info.compress_type not in PACKED or info.flag_bits & 1 for info in infos):
        raise Unfit("It is packed or encrypted in a way that this site doesn't read.")


def check_content(backup: Backup, name: str) -> None:
    """Compare a file with what the list says of it; no more is unpacked than the list says."""
    listed, digest, count = backup.manifest.files[name], hashlib.sha256(), 0
    if backup.archive.getinfo(name).file_size == listed.bytes:
        with backup.archive.open(name) as lines:
            for line in lines:
                digest.update(line)
                count += 1
    if (digest.hexdigest(), count) != (listed.sha256, listed.rows):
        raise Unfit(f"{name} isn't as the list says: it is damaged.")
