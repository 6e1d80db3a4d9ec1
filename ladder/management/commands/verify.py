"""Replay a ladder from its matches alone, and compare the result with the stored tables."""

import sys
from typing import Any

from django.core.management.base import CommandParser

from ladder import ledger
from ladder.ledger.storage.bulk import collector_paused
from ladder.management.command import LadderCommand, find_ladder_by_slug

DIFFERENCE_CODE = 1  # the exit code


class Command(LadderCommand):
    help = "Recalculate everything from the matches alone, compare it with what is stored, and print the fingerprint."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ladder", metavar="LADDER", help="the ladder's slug")
        parser.add_argument(
            "--same-as", metavar="FINGERPRINT", help="one that was noted before, also by an older version of the site"
        )

    def handle(self, *, ladder: str, same_as: str | None, **options: Any) -> None:
        chosen = find_ladder_by_slug(ladder)
        with collector_paused():
            self.stdout.write(ledger.fingerprint(chosen))
            is_same = same_as is None or ledger.has_fingerprint(chosen, same_as.strip().lower())
            differences = ledger.verify(chosen)
        for one in differences:
            figures = f"{one.rows:,} rating changes, {one.standings:,} standings and {one.openings:,} openings"
            self.stderr.write(f"{one.board}: {figures} differ from a full replay.")
        if not is_same:
            self.stderr.write(f"{same_as} is not the fingerprint of what is stored.")
        if differences or not is_same:
            sys.exit(DIFFERENCE_CODE)
