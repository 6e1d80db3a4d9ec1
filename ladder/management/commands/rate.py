"""Rate a match file without a database."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.management.base import CommandParser

from ladder.files.cell_values import parse_day
from ladder.files.printed_tables import PRINTED_FORMATS
from ladder.files.rated_file import (
    InputFiles,
    Printer,
    RatedFile,
    make_step_printer,
    print_changes,
    print_standings,
    rate_files,
    read_input_files,
)
from ladder.ledger.storage.bulk import collector_paused
from ladder.management.command import (
    BufferedOutput,
    RefusingCommand,
    format_file_problem,
    make_progress_watch,
    parse_option,
    read_file_bytes,
)
from ladder.ratings import INACTIVE_AFTER, create_system, list_system_choices


class Command(RefusingCommand):
    help = "Rate a match file with no database, and print the standings, every change, or one match step by step."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("file", metavar="FILE", help="the match file")
        keys = ", ".join(key for key, _ in list_system_choices())
        add("--system", required=True, metavar="KEY", help=f"the rating system's key: {keys}")
        add("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the system; repeatable")
        add("--players", metavar="FILE", help="a player file: ratings from before the first match")
        add("--as-of", metavar="DATE", help="the end of this day; default the last match's")
        add(
            "--inactive-after",
            type=int,
            default=INACTIVE_AFTER,
            metavar="DAYS",
            help=f"days without a match after which a player has no rank; 0 for never; default {INACTIVE_AFTER}",
        )
        add("--format", choices=PRINTED_FORMATS, default="table", help="how to print; default table")
        add("--changes", action="store_true", help="print every rating change instead of the standings")
        add("--explain", type=int, metavar="N", help="print match N step by step")
        add("--skip-invalid", action="store_true", help="leave out the rows that can't be rated")

    def handle(self, *, file: str, players: str | None, **asked: Any) -> None:
        with collector_paused():
            rated = self.rated(file, players, asked)
            output = BufferedOutput(self.stdout)
            choose_printer(asked)(output, rated, asked["format"])
            output.pass_on()

    def rated(self, file: str, players: str | None, asked: dict[str, Any]) -> RatedFile:
        """Return the rated file; exit if something is wrong with the files."""
        given = dict(map(parse_option, asked["option"]))
        system = create_system(asked["system"], given)
        as_of = None if asked["as_of"] is None else parse_day(asked["as_of"])
        people = None if players is None else read_file_bytes(players)
        zone = ZoneInfo(settings.TIME_ZONE)
        files = read_input_files(read_file_bytes(file), people, system, zone, make_progress_watch("Reading"))
        self.vet(files, file, players, skip=asked["skip_invalid"])
        return rate_files(files, system, given, as_of, make_progress_watch("Rating"), max(asked["inactive_after"], 0))

    def vet(self, files: InputFiles, file: str, players: str | None, *, skip: bool) -> None:
        """Warn of unknown columns; if there are bad rows that are not skipped, name all of them and exit."""
        for path, warnings in ((players, files.players.warnings), (file, files.warnings)):
            self.stderr.write("".join(f"{path}: {warning}\n" for warning in warnings), ending="")
        wrong = [format_file_problem(players, problem) for problem in files.players.errors]
        if not (skip and files.readable):
            wrong += [format_file_problem(file, problem) for problem in files.errors]
        if wrong:
            self.refuse(wrong)


def choose_printer(asked: dict[str, Any]) -> Printer:
    """Return the printer for the options of the command: a match step by step, the changes or the standings."""
    if asked["explain"] is not None:
        return make_step_printer(asked["explain"])
    return print_changes if asked["changes"] else print_standings
