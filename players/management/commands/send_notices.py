"""Send the notices by mail that could not be sent when they were written."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from players.services import mailing

LEFT = 1  # the exit code


class Command(BaseCommand):
    help = "Send the notices that wait for a mail server; give it to cron where mail is often down."

    def handle(self, **options: Any) -> None:
        done = mailing.send()
        self.stdout.write(f"{done.sent} sent, {done.waiting} waiting.")
        if done.waiting:
            sys.exit(LEFT)
