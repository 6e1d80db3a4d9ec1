"""Play a season at random through the pages, on a database of its own, and check everything after each step."""

import random
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable
from typing import Any

from django.core.management.base import CommandParser
from django.db import connection

from ladder.devtools.simulator.club import SimulatedClub
from ladder.devtools.simulator.ladders import LADDERS
from ladder.devtools.simulator.rounds import RoundReport, play_rounds, use_scratch_database
from ladder.management.command import LadderCommand

DIFFERS = 1  # the exit code
MOST = 40  # people at once


class Command(LadderCommand):
    help = "Play a season at random through the pages, on a database of its own; the site's is not touched."

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("--seed", type=int, metavar="N", help="the random seed; with one client it gives the same season each time")
        add(
            "--steps",
            type=make_count_parser(10**6),
            default=200,
            metavar="N",
            help="how many things are done; default 200",
        )
        add(
            "--clients", type=make_count_parser(MOST), default=1, metavar="N", help="how many people at once; default 1"
        )
        add(
            "--ladder",
            action="append",
            choices=tuple(LADDERS),
            dest="ladders",
            help="which ladder is played; may be given more than once; default all",
        )

    def handle(self, *, seed: int | None, steps: int, clients: int, ladders: list[str] | None, **options: Any) -> None:
        seed = random.randrange(10**6) if seed is None else seed  # noqa: S311 - any seed will do
        self.stdout.write(f"Seed {seed}, {steps} steps, {clients} at once, {connection.display_name}.")
        self.stdout.flush()
        with use_scratch_database():
            accepted = refused = 0
            for report in play_rounds(SimulatedClub(seed, clients, ladders or tuple(LADDERS)), steps):
                accepted += sum(one.accepted for one in report.done)
                refused += sum(not one.accepted for one in report.done)
                self.tell(report, steps)
                if report.wrong:
                    self.differ(report)
        self.stdout.write(f"{accepted} were accepted and {refused} refused. Everything adds up.")

    def tell(self, report: RoundReport, steps: int) -> None:
        """Print on a terminal how many steps are done."""
        if self.stdout.isatty():
            self.stdout.write(f"\r{report.steps} of {steps}", ending="" if report.steps < steps else "\n")
            self.stdout.flush()

    def differ(self, report: RoundReport) -> None:
        done = "; ".join(one.what for one in report.done)
        self.stderr.write(f"Step {report.steps}, {done or 'a page that broke'}:")
        for sentence in report.wrong:
            self.stderr.write(f"  {sentence}")
        sys.exit(DIFFERS)


def make_count_parser(most: int) -> Callable[[str], int]:
    """Return a parser of whole numbers from 1 to `most`."""

    def number(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= most:
            raise ArgumentTypeError(f"give a whole number from 1 to {most:,}")
        return int(text)

    return number
