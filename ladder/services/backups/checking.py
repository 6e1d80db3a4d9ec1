"""Opening a backup: checked in full before anything is done with it."""

import hashlib
import struct
import zipfile
import zlib
from typing import IO

from ladder.services.backups.contents import check_all_rows
from ladder.services.backups.manifest import MANIFEST, NOT_OURS, Manifest, UnfitBackup, parse_manifest
from ladder.services.backups.reading import Backup, read_archive_lines
from ladder.services.backups.tables import build_file_name, list_backup_tables

MOST_UNPACKED_BYTES = 1 << 29  # unpacked: half a gigabyte, some 300,000 matches
MOST_MANIFEST_BYTES = 1 << 20
NO_ZIP = "This isn't a complete ZIP file."
ZIP_ERRORS = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, ValueError, IndexError)
KNOWN_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def open_backup(file: IO[bytes]) -> Backup:
    """Return the backup in a file, after every name, size, digest and row in it was checked.

    Raises: Unfit with the reason, such as "The backup would unpack to more than 512 MB."
    """
    try:
        archive = zipfile.ZipFile(file)
    except ZIP_ERRORS as error:
        raise UnfitBackup(NO_ZIP) from error
    try:
        backup = Backup(archive, read_manifest(archive))
        check_file_names(backup)
        for name in backup.manifest.files:
            check_file_content(backup, name)
    except ZIP_ERRORS as error:
        raise UnfitBackup("The file is damaged.") from error
    check_all_rows(backup)
    return backup


def read_manifest(archive: zipfile.ZipFile) -> Manifest:
    """Return the list of what is in it."""
    found = [info for info in archive.infolist() if info.filename == MANIFEST]
    if not found:
        raise UnfitBackup(NOT_OURS)
    if len(found) > 1 or found[0].file_size > MOST_MANIFEST_BYTES or found[0].compress_type not in KNOWN_PACKINGS:
        raise UnfitBackup("The backup's list of contents is damaged.")
    return parse_manifest(archive.read(found[0]))


def check_file_names(backup: Backup) -> None:
    """Refuse files that are twice, not in the list, not of this site, packed otherwise, or too large."""
    infos = backup.archive.infolist()
    names = sorted(info.filename for info in infos)
    if names != sorted([MANIFEST, *backup.manifest.files]):
        raise UnfitBackup("The backup's files don't match its list of contents.")
    unknown = backup.manifest.files.keys() - {build_file_name(model) for model in list_backup_tables()}
    if unknown:
        raise UnfitBackup(f"This site doesn't know {min(unknown)[:80]}. The backup is of a newer one; upgrade first.")
    if sum(info.file_size for info in infos) > MOST_UNPACKED_BYTES:
        raise UnfitBackup(f"The backup would unpack to more than {MOST_UNPACKED_BYTES >> 20} MB.")
    if any(info.compress_type not in KNOWN_PACKINGS or info.flag_bits & 1 for info in infos):
        raise UnfitBackup("The backup is packed or encrypted in a way that this site can't read.")


def check_file_content(backup: Backup, name: str) -> None:
    """Compare a file with what the list says of it; no more is unpacked than the list says."""
    listed, digest, count = backup.manifest.files[name], hashlib.sha256(), 0
    if backup.archive.getinfo(name).file_size == listed.bytes:
        for line in read_archive_lines(backup.archive, name):
            digest.update(line)
            count += 1
    if (digest.hexdigest(), count) != (listed.sha256, listed.rows):
        raise UnfitBackup(f"{name} doesn't match the list of contents: the backup is damaged.")
