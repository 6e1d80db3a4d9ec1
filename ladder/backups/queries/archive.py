"""The ZIP file of a backup: its list of contents, and the rows of its tables, read a line at a time."""

import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple, NoReturn
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError

from ladder.backups.queries.tables import (
    FORMER_COLUMNS,
    FORMER_FILES,
    ColumnReader,
    Model,
    build_file_name,
    list_column_readers,
    list_table_columns,
)

FORMAT, VERSION = "club-ladder-backup", 1
MANIFEST_NAME = "manifest.json"
NO_CLUB_BACKUP = "This isn't a backup of a club ladder."
DAMAGED_CONTENTS = "The backup's list of contents is damaged."

ROW_ERRORS = (ValueError, TypeError, KeyError, AttributeError, ValidationError, RecursionError, ArithmeticError)
LONGEST_LINE = 4 << 20  # bytes; the longest are unsent mails, of some kilobytes
NO_SUCH_LINE = "A backup of a club ladder has no such line."
BackupRow = tuple[Any, ...]
"""The values of a row, in the order of its columns here."""


class UnfitBackup(ValidationError):
    """Raised for a file that can't be restored; the message is the reason."""


class ListedFile(NamedTuple):
    """What the manifest says of one file."""

    rows: int
    bytes: int
    sha256: str


class Manifest(NamedTuple):
    """The list of contents of a backup; `ladders` has the name and the fingerprint of each ladder by its slug."""

    made_by: str  # the version of the site that made it; older ones do not say
    made_at: datetime
    club: str
    time_zone: str
    ladders: Mapping[str, tuple[str, str]]
    files: Mapping[str, ListedFile]


def parse_manifest(text: bytes) -> Manifest:
    """Return the manifest in a text.

    Raises: UnfitBackup, such as "This backup has version 2. This site reads version 1."
    """
    try:
        found = json.loads(text, parse_constant=refuse_json_constant)
    except (ValueError, RecursionError) as error:
        raise UnfitBackup(DAMAGED_CONTENTS) from error
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise UnfitBackup(NO_CLUB_BACKUP)
    if found.get("version") != VERSION:
        raise UnfitBackup(
            f"This backup has version {str(found.get('version'))[:9]}. This site reads version {VERSION}."
        )
    try:
        return build_manifest(found)
    except (ValueError, TypeError, KeyError, AttributeError, OSError, OverflowError) as error:
        raise UnfitBackup(DAMAGED_CONTENTS) from error


def build_manifest(found: dict[str, Any]) -> Manifest:
    """Return the manifest with the values of this JSON object. Raises: ValueError, TypeError or KeyError."""
    made_at = datetime.fromisoformat(found["made_at"])
    ladders = {str(slug): (str(one["name"]), str(one["fingerprint"])) for slug, one in found["ladders"].items()}
    files = {
        str(name): ListedFile(check_count(one["rows"]), check_count(one["bytes"]), str(one["sha256"]))
        for name, one in found["files"].items()
    }
    made_by = str(found.get("made_by", ""))[:80]
    return Manifest(made_by, made_at, str(found["club"])[:80], ZoneInfo(found["time_zone"]).key, ladders, files)


def check_count(number: Any) -> int:
    """Return a number of rows or bytes. Raises: ValueError if it is none."""
    if not isinstance(number, int) or number < 0:
        raise ValueError(number)
    return number


def refuse_json_constant(word: str) -> NoReturn:
    """Raise ValueError for NaN and Infinity, which are no JSON."""
    raise ValueError(word)


class Backup(NamedTuple):
    """A backup that was opened; `open_backup` checks it."""

    archive: zipfile.ZipFile
    manifest: Manifest

    def count(self, model: Model) -> int:
        """Return how many rows of a table are in the backup; a table that is newer than the file has none."""
        listed = self.manifest.files.get(self.find_file_name(model))
        return listed.rows if listed else 0

    def find_file_name(self, model: Model) -> str:
        """Return the name of a table's file in this backup, which an older site may have called otherwise."""
        name = build_file_name(model)
        return name if name in self.manifest.files else FORMER_FILES.get(name, name)

    def rows(self, model: Model, check: Callable[[BackupRow], object] | None = None) -> Iterator[BackupRow]:
        """Return the rows of a table, each given to `check`, which raises an error for a bad one.

        Iterating raises: UnfitBackup with the file and the line.
        """
        name = self.find_file_name(model)
        reading = list_column_readers(model)  # now: while rows are copied the database answers nothing else
        return self.read(name, reading, check) if name in self.manifest.files else iter(())

    def picked(self, model: Model, *names: str) -> Iterator[BackupRow]:
        """Return these columns of all rows of a table."""
        found = find_row_positions(model, names)
        return (tuple([row[place] for place in found]) for row in self.rows(model))

    def read(
        self, name: str, reading: Sequence[ColumnReader], check: Callable[[BackupRow], object] | None
    ) -> Iterator[BackupRow]:
        """Yield the checked rows of a file. Raises: UnfitBackup with the file and the line."""
        known, former = {column.name for column in reading}, FORMER_COLUMNS.get(name, {})
        for number, line in enumerate(read_archive_lines(self.archive, name), 1):
            try:
                told = json.loads(line, parse_constant=refuse_json_constant)
                row = {former.get(column, column): value for column, value in told.items()} if former else told
                if not row.keys() <= known:
                    raise ValueError(f"{min(row.keys() - known)[:60]} is unknown here")
                values = tuple(
                    [column.decode(row[column.name]) if column.name in row else column.missing() for column in reading]
                )
                if check:
                    check(values)
                yield values
            except ROW_ERRORS as error:
                raise UnfitBackup(f"{name}, line {number}: {describe_row_error(error)}.") from error


def read_archive_lines(archive: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    """Yield the lines of a file, of which at most one is in memory.

    Raises: UnfitBackup, "players.player.jsonl, line 3 is longer than 4 MB. A backup of a club ladder has no such line."
    """
    with archive.open(name) as content:
        lines = io.BufferedReader(content)  # type: ignore[type-var]  # it reads whatever has readinto
        for number, line in enumerate(iter(partial(lines.readline, LONGEST_LINE + 1), b""), 1):
            if len(line) > LONGEST_LINE:
                raise UnfitBackup(f"{name}, line {number} is longer than {LONGEST_LINE >> 20} MB. {NO_SUCH_LINE}")
            yield line


def find_row_positions(model: Model, names: Sequence[str]) -> list[int]:
    """Return the positions of these columns in a row."""
    order = [column.attname for column in list_table_columns(model)]
    return [order.index(name) for name in names]


def describe_row_error(error: Exception) -> str:
    """Return in a few words what is wrong with a row, as a text that can be sent whatever the row holds."""
    said = " ".join(error.messages) if isinstance(error, ValidationError) else str(error)
    return said.encode(errors="replace").decode().strip(" .")[:200] or type(error).__name__
