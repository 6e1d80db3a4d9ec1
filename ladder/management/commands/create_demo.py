"""Fill an empty site with a fictional club, and say how to sign in."""

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from ladder.devtools.demonstration.club import make_demonstration


class Command(BaseCommand):
    help = "Fill an empty site with a fictional club: six ladders of a year, a member and an organiser."

    def handle(self, **options: Any) -> None:
        try:
            accounts = make_demonstration(self.tell)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None
        lines = [f"{one.role:9}  {one.name:6}  {one.password}" for one in accounts]
        path = settings.VAR / "demo-accounts.txt"
        write_private_file(path, "\n".join(lines) + "\n")
        self.tell_accounts(lines, f"{path.parent.name}/{path.name}")

    def tell_accounts(self, lines: list[str], place: str) -> None:
        """Print how to sign in; without a terminal only where that is kept, since others may read the log."""
        if not self.stdout.isatty():
            self.stdout.write(f"How to sign in is in {place}.")
            return
        self.stdout.write("Sign in as:")
        for line in lines:
            self.stdout.write(f"  {line}")
        self.stdout.write(f"They are also in {place}.")

    def tell(self, ladder: str) -> None:
        """Print on a terminal which ladder is being made."""
        if self.stdout.isatty():
            self.stdout.write(f"Making {ladder}")


def write_private_file(path: Path, text: str) -> None:
    """Write a file that only its owner can read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
