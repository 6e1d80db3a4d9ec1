"""Look at the site from its own machine, one line for each part."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from config.checks import list_doctor_checks, run_checks


class Command(BaseCommand):
    help = "Say of each part of the site whether it is well. The exit code is 1 if something needs a look."
    requires_system_checks: list[str] = []  # it tells more than they do

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mail", default="", metavar="ADDRESS", help="send a mail there")

    def handle(self, *, mail: str, **options: Any) -> None:
        found = list(run_checks(list_doctor_checks(mail)))
        width = max(len(part) for part, _ in found)
        for part, finding in found:
            self.stdout.write(f"{'ok  ' if finding.is_well else 'LOOK'}  {part:<{width}}  {finding.sentence}")
        if not all(finding.is_well for _, finding in found):
            raise SystemExit(1)
