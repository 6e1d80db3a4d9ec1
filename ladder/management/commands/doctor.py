"""Look at the site from its own machine, one line for each part."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from config.doctor import examine_site


class Command(BaseCommand):
    help = "Say of each part of the site whether it is well. The exit code is 1 if something needs a look."
    requires_system_checks: list[str] = []  # it tells more than they do

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mail", default="", metavar="ADDRESS", help="send a mail there")

    def handle(self, *, mail: str, **options: Any) -> None:
        found = list(examine_site(mail))
        width = max(len(one.part) for one in found)
        for one in found:
            self.stdout.write(f"{'ok  ' if one.is_well else 'LOOK'}  {one.part:<{width}}  {one.sentence}")
        if not all(one.is_well for one in found):
            raise SystemExit(1)
