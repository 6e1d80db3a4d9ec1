"""Back up the whole site into one file."""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandParser

from ladder.backups.actions import write_backup
from ladder.club.actions import mark_step_done
from ladder.management.command import LadderCommand
from ladder.models import FirstStep
from players.accounts.security_log import log_security_event


class Command(LadderCommand):
    help = "Write everything into one ZIP file: ladders, matches, players, accounts, settings."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", metavar="FILE.zip", type=Path, help="the file to write; an existing one is replaced"
        )

    def handle(self, *, file: Path, **options: Any) -> None:
        try:
            self.write(file)
        except OSError as error:
            raise ValidationError(f"{file} can't be written: {error.strerror}.") from error
        log_security_event("backup written by the command")
        self.stdout.write(f"The site is in {file}. It holds addresses and password hashes: keep it safe.")

    def write(self, file: Path) -> None:
        """Write a file beside it that nobody else can read, and rename it once it is complete."""
        with NamedTemporaryFile(dir=file.parent, prefix=f"{file.name}-", delete=False) as part:
            try:
                write_backup(part)
                part.flush()
                os.fsync(part.fileno())
                os.replace(part.name, file)
                mark_step_done(FirstStep.Key.BACKUP)
            except BaseException:
                os.unlink(part.name)
                raise
