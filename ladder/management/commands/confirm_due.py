"""Confirm the pending results whose hours are over; the running server does so every minute."""

from typing import Any

from ladder.management.command import LadderCommand
from ladder.matches.actions.disputes import confirm_due_matches


class Command(LadderCommand):
    help = "Confirm pending results that nobody answered in time. The server does it by itself."

    def handle(self, *, verbosity: int = 1, **options: Any) -> None:
        count = confirm_due_matches()
        if verbosity:
            self.stdout.write(f"{count} result{'' if count == 1 else 's'} confirmed without an answer.")
