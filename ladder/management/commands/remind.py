"""Remind of challenges that run out within a day, and of seasons that end within a week; the server does so, too."""

from typing import Any

from ladder.challenges.reminders import mark_expired_notices_read, send_challenge_reminders
from ladder.management.command import LadderCommand
from ladder.seasons.notifications import send_season_reminders


class Command(LadderCommand):
    help = (
        "Remind players of challenges to answer or to play within a day, and of seasons that end within a week. "
        "The server does it by itself."
    )

    def handle(self, *, verbosity: int = 1, **options: Any) -> None:
        challenges, seasons = send_challenge_reminders(), send_season_reminders()
        mark_expired_notices_read()
        if verbosity:
            both = (
                f"{challenges} challenge{'' if challenges == 1 else 's'}, {seasons} season{'' if seasons == 1 else 's'}"
            )
            self.stdout.write(f"Reminders sent for {both}.")
