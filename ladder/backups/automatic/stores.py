"""Where automatic backups are kept: a folder, or an S3-compatible store.

A store knows only the files whose names are those of automatic backups; whatever else lies there is left alone.
"""

import hashlib
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, Protocol
from urllib.parse import parse_qs, urlsplit

from ladder.backups.whole_files import Fill, write_whole_file

BACKUP_NAME = re.compile(r"club-ladder-(\d{8}T\d{6}Z)\.zip")
BACKUP_MOMENT = "%Y%m%dT%H%M%SZ"
REMAINS_SECONDS = 24 * 60 * 60  # after which the part of a backup that was cut off is removed
NO_PACKAGE = "A store that begins with s3:// needs the package obstore: install club-ladder[s3]."


class BackupStore(Protocol):
    """Keeps files that are backups."""

    def add(self, name: str, fill: Fill) -> int:
        """Store what `fill` writes, as a whole and readable for the site alone; return how many bytes.

        Raises: OSError, and whatever `fill` raises; then there is no file of that name.
        """

    def list_names(self) -> list[str]:
        """Return the names of the backups. Raises: OSError."""

    def remove(self, name: str) -> None:
        """Remove a backup. Raises: OSError."""


def open_store(address: str) -> BackupStore:
    """Return the store with this address, a path or an s3:// URL. Raises: OSError."""
    return BucketStore(address) if address.startswith("s3://") else FolderStore(Path(address))


def build_backup_name(made_at: datetime) -> str:
    """Return the name of a backup, such as club-ladder-20261123T030000Z.zip."""
    return f"club-ladder-{made_at.astimezone(UTC).strftime(BACKUP_MOMENT)}.zip"


def list_backup_moments(names: Iterable[str]) -> dict[datetime, str]:
    """Return the backups among these names by the moments at which they were made."""
    found = {name: BACKUP_NAME.fullmatch(name) for name in names}
    return {
        datetime.strptime(match[1], BACKUP_MOMENT).replace(tzinfo=UTC): name for name, match in found.items() if match
    }


class FolderStore:
    """A folder on a disk of this machine, or one that is mounted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, name: str, fill: Fill) -> int:
        self.folder.mkdir(mode=0o700, exist_ok=True)  # not its parents: a disk that is not mounted is an error
        self.remove_remains()
        write_whole_file(self.folder / name, fill)
        return (self.folder / name).stat().st_size

    def list_names(self) -> list[str]:
        return [path.name for path in self.folder.iterdir() if BACKUP_NAME.fullmatch(path.name)]

    def remove(self, name: str) -> None:
        (self.folder / name).unlink(missing_ok=True)

    def remove_remains(self) -> None:
        """Remove what older processes that were killed have left."""
        for path in self.folder.glob("club-ladder-*.zip-*.part"):
            if time.time() - path.stat().st_mtime > REMAINS_SECONDS:
                path.unlink(missing_ok=True)


class BucketStore:
    """A folder in a bucket of an S3-compatible store; keys are taken from the usual AWS_ variables."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        options: dict[str, Any] = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if options.get("endpoint", "").startswith("http://"):
            options["client_options"] = {"allow_http": True}
        with tell_store_errors():
            from obstore.store import S3Store  # only such a store needs it

            self.store = S3Store(parts.netloc, prefix=parts.path.strip("/") or None, **options)

    def add(self, name: str, fill: Fill) -> int:
        import obstore

        with TemporaryFile() as file:
            fill(file)
            size, digest = file.tell(), digest_file(file)
            file.seek(0)
            with tell_store_errors():
                obstore.put(self.store, name, file)  # an object appears only when all of it has arrived
        if self.read_digest(name) != digest:
            self.remove(name)
            raise OSError(f"{name} was not stored as it was sent.")
        return size

    def list_names(self) -> list[str]:
        import obstore

        with tell_store_errors():
            paths = [entry["path"] for page in obstore.list(self.store) for entry in page]
        return [path for path in paths if BACKUP_NAME.fullmatch(path)]

    def remove(self, name: str) -> None:
        import obstore

        with tell_store_errors():
            obstore.delete(self.store, name)

    def read_digest(self, name: str) -> str:
        """Return the SHA-256 of what the store gives back. Raises: OSError."""
        import obstore

        digest = hashlib.sha256()
        with tell_store_errors():
            for part in obstore.get(self.store, name).stream():
                digest.update(part)
        return digest.hexdigest()


@contextmanager
def tell_store_errors() -> Iterator[None]:
    """Turn the errors of an S3-compatible store into an OSError with the first line of what it says."""
    try:
        from obstore.exceptions import BaseError
    except ImportError as error:
        raise OSError(NO_PACKAGE) from error
    try:
        yield
    except (BaseError, OSError) as error:
        raise OSError(str(error).strip().partition("\n")[0]) from error


def digest_file(file: IO[bytes]) -> str:
    """Return the SHA-256 of a file."""
    file.seek(0)
    return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]  # any file will do
