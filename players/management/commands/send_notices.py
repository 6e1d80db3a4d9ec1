"""Send the notices by mail that could not be sent when they were written."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from players.notices.delivery import send_due_notices

MAIL_LEFT_CODE = 1  # the exit code


class Command(BaseCommand):
    help = "Send the notices that are still waiting for the mail server; run it from cron if mail often fails."

    def handle(self, **options: Any) -> None:
        done = send_due_notices()
        self.stdout.write(f"{done.sent} sent, {done.waiting} waiting.")
        if done.waiting:
            sys.exit(MAIL_LEFT_CODE)
