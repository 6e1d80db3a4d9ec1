"""Write and send the digests of the week; the running server does so on Mondays."""

from typing import Any

from ladder.digest.actions import write_due_digests
from ladder.management.command import LadderCommand


class Command(LadderCommand):
    help = "On Mondays from 7:00 of the club, send the digest of the week, once. The server does it by itself."

    def handle(self, *, verbosity: int = 1, **options: Any) -> None:
        count = write_due_digests()
        if verbosity:
            self.stdout.write(f"{count} digest{'' if count == 1 else 's'} of the week written.")
