"""Open a backup, checked in full before anything is done with it, and compare it with what the site has now."""

import hashlib
import struct
import zipfile
import zlib
from datetime import datetime
from typing import IO, NamedTuple

from django.contrib.auth.models import User

from ladder import ledger
from ladder.backups.queries.archive import (
    MANIFEST_NAME,
    NO_CLUB_BACKUP,
    Backup,
    Manifest,
    UnfitBackup,
    parse_manifest,
    read_archive_lines,
)
from ladder.backups.queries.row_checks import check_all_rows
from ladder.backups.queries.tables import Model, list_backup_tables
from ladder.models import Fixture, Ladder, Match, Season
from players.accounts.actions.accounts import OWNER_FLAGS
from players.models import Player

MOST_UNPACKED_BYTES = 1 << 29  # unpacked: half a gigabyte, some 300,000 matches
ANY_SIZE = 1 << 50
MOST_MANIFEST_BYTES = 1 << 20
NO_ZIP = "This isn't a complete ZIP file."
ZIP_ERRORS = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, ValueError, IndexError)
KNOWN_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

COUNTED_MODELS: tuple[Model, ...] = (Ladder, Season, Player, Match, Fixture, User)  # what people know of a site
NO_OWNER_IN_FILE = (
    "No account in this file owns the club, so nobody could change its settings or give roles. "
    "Once it is restored, make an owner on the server with manage.py create_organiser NAME."
)


def open_backup(file: IO[bytes], most_bytes: int | None = None) -> Backup:
    """Return the backup in a file, once every name, size, digest and row in it was checked.

    It may unpack to so many bytes; without a number to as many as a file that was sent by a browser.
    Raises: UnfitBackup with the reason, such as "The backup would unpack to more than 512 MB."
    """
    try:
        archive = zipfile.ZipFile(file)
    except ZIP_ERRORS as error:
        raise UnfitBackup(NO_ZIP) from error
    try:
        backup = Backup(archive, read_manifest(archive))
        check_file_names(backup, most_bytes or MOST_UNPACKED_BYTES)
        for name in backup.manifest.files:
            check_file_content(backup, name)
    except ZIP_ERRORS as error:
        raise UnfitBackup("The file is damaged.") from error
    check_all_rows(backup)
    return backup


def read_manifest(archive: zipfile.ZipFile) -> Manifest:
    """Return the manifest of an archive."""
    found = [info for info in archive.infolist() if info.filename == MANIFEST_NAME]
    if not found:
        raise UnfitBackup(NO_CLUB_BACKUP)
    if len(found) > 1 or found[0].file_size > MOST_MANIFEST_BYTES or found[0].compress_type not in KNOWN_PACKINGS:
        raise UnfitBackup("The backup's list of contents is damaged.")
    return parse_manifest(archive.read(found[0]))


def check_file_names(backup: Backup, most_bytes: int) -> None:
    """Raise UnfitBackup for files that are twice, not in the manifest, unknown here, packed otherwise, or too large."""
    infos = backup.archive.infolist()
    names = sorted(info.filename for info in infos)
    if names != sorted([MANIFEST_NAME, *backup.manifest.files]):
        raise UnfitBackup("The backup's files don't match its list of contents.")
    unknown = backup.manifest.files.keys() - {backup.find_file_name(model) for model in list_backup_tables()}
    if unknown:
        raise UnfitBackup(f"This site doesn't know {min(unknown)[:80]}. The backup is of a newer one; upgrade first.")
    if sum(info.file_size for info in infos) > most_bytes:
        raise UnfitBackup(f"The backup would unpack to more than {most_bytes >> 20} MB.")
    if any(info.compress_type not in KNOWN_PACKINGS or info.flag_bits & 1 for info in infos):
        raise UnfitBackup("The backup is packed or encrypted in a way that this site can't read.")


def check_file_content(backup: Backup, name: str) -> None:
    """Raise UnfitBackup if a file isn't what the manifest says; no more is unpacked than it says."""
    listed, digest, count = backup.manifest.files[name], hashlib.sha256(), 0
    if backup.archive.getinfo(name).file_size == listed.bytes:
        for line in read_archive_lines(backup.archive, name):
            digest.update(line)
            count += 1
    if (digest.hexdigest(), count) != (listed.sha256, listed.rows):
        raise UnfitBackup(f"{name} doesn't match the list of contents: the backup is damaged.")


class CountComparison(NamedTuple):
    """How many rows of a table are in the file, and how many on the site."""

    what: str
    file: int
    here: int

    @property
    def texts(self) -> tuple[str, str]:
        """Both numbers as the page prints them."""
        return f"{self.file:,}", f"{self.here:,}"


class LadderComparison(NamedTuple):
    """A ladder in the file or on the site; `state` says in words how the two compare."""

    name: str
    state: str


class RestorePreview(NamedTuple):
    """What restoring a backup would replace, as the page prints it."""

    made_by: str
    made_at: datetime
    club: str
    ladders: list[LadderComparison]
    counts: list[CountComparison]
    warning: str  # what will have to be done about it once it is restored, if anything


def build_restore_preview(backup: Backup) -> RestorePreview:
    """Return the content of a backup beside that of the site: numbers of what people know, and ladder by ladder."""
    counts = [
        CountComparison(format_table_name(model), backup.count(model), model._base_manager.count())
        for model in COUNTED_MODELS
    ]
    listed, shown = backup.manifest, [one for one in counts if one.file or one.here]
    return RestorePreview(
        listed.made_by,
        listed.made_at,
        listed.club,
        compare_ladders(backup),
        shown,
        "" if has_owner(backup) else NO_OWNER_IN_FILE,
    )


def has_owner(backup: Backup) -> bool:
    """Return whether an account in the backup owns the club."""
    owning = tuple(OWNER_FLAGS.values())
    return any(row == owning for row in backup.picked(User, *OWNER_FLAGS))


def compare_ladders(backup: Backup) -> list[LadderComparison]:
    """Return every ladder of the backup and of the site with how the two compare."""
    ladders = {ladder.slug: ladder for ladder in Ladder.objects.order_by("pk")}
    found = []
    for slug, (name, fingerprint) in backup.manifest.ladders.items():
        ladder = ladders.pop(slug, None)
        same = ladder is not None and ledger.has_fingerprint(ladder, fingerprint)
        state = "only in the backup" if ladder is None else "same as here" if same else "different from here"
        found.append(LadderComparison(name, state))
    return found + [LadderComparison(ladder.name, "only here, will be removed") for ladder in ladders.values()]


def format_table_name(model: Model) -> str:
    """Return the rows of a table in words for people, such as "Matches"."""
    words = "accounts" if model is User else str(model._meta.verbose_name_plural)
    return words[:1].upper() + words[1:]
