"""Restore the whole site from a file that `backup` wrote."""

from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandParser

from ladder.backups.actions import restore_backup
from ladder.backups.queries.archive import Backup
from ladder.backups.queries.inspection import ANY_SIZE, build_restore_preview, open_backup
from ladder.management.command import LadderCommand


class Command(LadderCommand):
    help = "Replace everything on this site with a backup."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE.zip", type=Path, help="a file that the backup command wrote")
        parser.add_argument("--yes", action="store_true", help="replace what is here")

    def handle(self, *, file: Path, yes: bool, **options: Any) -> None:
        try:
            with file.open("rb") as opened:
                self.restore(open_backup(opened, most_bytes=ANY_SIZE), yes)
        except OSError as error:
            raise ValidationError(f"{file} can't be read: {error.strerror}.") from error

    def restore(self, backup: Backup, yes: bool) -> None:
        found = build_restore_preview(backup)
        by = f" by {found.made_by}" if found.made_by else ""
        self.stdout.write(f"{found.club}, backed up on {found.made_at:%Y-%m-%d %H:%M}{by}")
        for ladder in found.ladders:
            self.stdout.write(f"  {ladder.name}: {ladder.state}")
        for count in found.counts:
            self.stdout.write(f"  {count.what}: {count.file:,} in the file, {count.here:,} here")
        if found.warning:
            self.stderr.write(found.warning)
        if not yes and any(count.here for count in found.counts):
            raise ValidationError("Nothing was changed. To replace what is here, give --yes.")
        restore_backup(backup=backup)
        self.stdout.write("Restored. Everybody has to sign in again.")
