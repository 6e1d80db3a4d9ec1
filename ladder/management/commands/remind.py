"""Remind of challenges whose time is nearly over; the running server does so every minute."""

from typing import Any

from ladder.management.command import LadderCommand
from ladder.services.challenges.reminders import remind


class Command(LadderCommand):
    help = "Remind players of challenges to answer or to play within a day. The server does it by itself."

    def handle(self, *, verbosity: int = 1, **options: Any) -> None:
        count = remind()
        if verbosity:
            self.stdout.write(f"{count} challenge{'' if count == 1 else 's'} reminded of.")
