"""Opening a backup: checked in full before anything is done with it."""

import hashlib
import struct
import zipfile
import zlib
from typing import IO

from .contents import check_rows
from .manifest import MANIFEST, NOT_OURS, Manifest, Unfit, read
from .reading import Backup, read_lines
from .tables import name_of, tables

MOST_BYTES = 1 << 29  # unpacked: half a gigabyte, some 300,000 matches
MOST_OF_A_LIST = 1 << 20
NO_ZIP = "This isn't a complete ZIP file."
BROKEN = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, ValueError, IndexError)
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def opened(file: IO[bytes]) -> Backup:
    """Return the backup in a file, after every name, size, digest and row in it was checked.

    Raises: Unfit with the reason, such as "The backup would unpack to more than 512 MB."
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
    check_rows(backup)
    return backup


def manifest_of(archive: zipfile.ZipFile) -> Manifest:
    """Return the list of what is in it."""
    found = [info for info in archive.infolist() if info.filename == MANIFEST]
    if not found:
        raise Unfit(NOT_OURS)
    if len(found) > 1 or found[0].file_size > MOST_OF_A_LIST or found[0].compress_type not in PACKED:
        raise Unfit("The backup's list of contents is damaged.")
    return read(archive.read(found[0]))


def check_names(backup: Backup) -> None:
    """Refuse files that are twice, not in the list, not of this site, packed otherwise, or too large."""
    infos = backup.archive.infolist()
    names = sorted(info.filename for info in infos)
    if names != sorted([MANIFEST, *backup.manifest.files]):
        raise Unfit("The backup's files don't match its list of contents.")
    unknown = backup.manifest.files.keys() - {name_of(model) for model in tables()}
    if unknown:
        raise Unfit(f"This site doesn't know {min(unknown)[:80]}. The backup is of a newer one; upgrade first.")
    if sum(info.file_size for info in infos) > MOST_BYTES:
        raise Unfit(f"The backup would unpack to more than {MOST_BYTES >> 20} MB.")
    if any(info.compress_type not in PACKED or info.flag_bits & 1 for info in infos):
        raise Unfit("The backup is packed or encrypted in a way that this site can't read.")


def check_content(backup: Backup, name: str) -> None:
    """Compare a file with what the list says of it; no more is unpacked than the list says."""
    listed, digest, count = backup.manifest.files[name], hashlib.sha256(), 0
    if backup.archive.getinfo(name).file_size == listed.bytes:
        for line in read_lines(backup.archive, name):
            digest.update(line)
            count += 1
    if (digest.hexdigest(), count) != (listed.sha256, listed.rows):
        raise Unfit(f"{name} doesn't match the list of contents: the backup is damaged.")
