"""Remind of challenges and seasons that end soon, and of rounds that are made soon; the server does so, too."""

from typing import Any

from ladder.challenges.reminders import mark_expired_notices_read, send_challenge_reminders
from ladder.formats import format_count
from ladder.management.command import LadderCommand
from ladder.rounds.actions import ask_about_rounds
from ladder.seasons.notifications import send_season_reminders


class Command(LadderCommand):
    help = (
        "Remind players of challenges to answer or to play within a day, and of seasons that end within a week, and "
        "ask them whether they are in the next round. The server does it by itself."
    )

    def handle(self, *, verbosity: int = 1, **options: Any) -> None:
        challenges, seasons, rounds = send_challenge_reminders(), send_season_reminders(), ask_about_rounds()
        mark_expired_notices_read()
        if verbosity:
            nouns = {"challenge": challenges, "season": seasons, "round": rounds}
            sent = ", ".join(format_count(count, noun) for noun, count in nouns.items())
            self.stdout.write(f"Reminders sent for {sent}.")
