"""Back up the whole site, into one file or where automatic backups go."""

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import CommandParser

from ladder.backups.actions import write_backup
from ladder.backups.automatic.runs import BackupBusy, is_backup_due, make_automatic_backup
from ladder.backups.whole_files import write_whole_file
from ladder.club.actions import mark_step_done
from ladder.management.command import LadderCommand
from ladder.models import FirstStep
from players.accounts.security_log import log_security_event

NO_TARGET = "Name a file, or set BACKUPS to the folder or the s3:// address where automatic backups go."
NICE_VALUE = 10  # added to the niceness of a backup that nobody waits for


class Command(LadderCommand):
    help = "Write everything into one ZIP file: ladders, matches, players, accounts, settings."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            metavar="FILE.zip",
            type=Path,
            nargs="?",
            help="the file to write; an existing one is replaced. Without it, the backup goes where BACKUPS says",
        )
        parser.add_argument("--due", action="store_true", help="only if the backup of last night is missing")

    def handle(self, *, file: Path | None = None, due: bool = False, **options: Any) -> None:
        if file:
            self.write_file(file)
        elif not settings.BACKUPS:
            raise ValidationError(NO_TARGET)
        elif not due:
            self.make_automatic()
        elif is_backup_due():
            self.make_due()

    def write_file(self, file: Path) -> None:
        """Write the backup into this file."""
        try:
            write_whole_file(file, write_backup)
        except OSError as error:
            raise ValidationError(f"{file} can't be written: {error.strerror}.") from error
        mark_step_done(FirstStep.Key.BACKUP)
        log_security_event("backup written by the command")
        self.stdout.write(f"The site is in {file}. It holds addresses and password hashes: keep it safe.")

    def make_due(self) -> None:
        """Make the backup of the night, unless another process does; it leaves the processor to the pages."""
        os.nice(NICE_VALUE)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that nothing is left of it
        with suppress(BackupBusy):
            make_automatic_backup()  # the log says so

    def make_automatic(self) -> None:
        """Make a backup where `BACKUPS` says."""
        made = make_automatic_backup()
        self.stdout.write(f"{made.file_name} is complete and was checked: {made.size:,} bytes.")
