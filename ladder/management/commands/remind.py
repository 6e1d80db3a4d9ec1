"""Remind of challenges that run out within a day, and mark expired ones as read; the server does so, too."""

from typing import Any

from ladder.challenges.notifications import mark_expired_notices_read, send_challenge_reminders
from ladder.management.command import LadderCommand


class Command(LadderCommand):
    help = "Remind players of challenges to answer or to play within a day. The server does it by itself."

    def handle(self, *, verbosity: int = 1, **options: Any) -> None:
        count = send_challenge_reminders()
        mark_expired_notices_read()
        if verbosity:
            self.stdout.write(f"Reminders sent for {count} challenge{'' if count == 1 else 's'}.")
