"""Rate a match file with no database."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.management.base import CommandParser, OutputWrapper

from ladder.files.printing import Printer, make_step_printer, print_changes, print_standings
from ladder.files.rated import InputFiles, RatedFile, rate_files, read_input_files
from ladder.files.report import FORMATS
from ladder.files.sheet import FileProblem
from ladder.files.values import parse_day
from ladder.management.command import RefusingCommand
from ladder.ratings import INACTIVE_AFTER, RatingError, create_system
from ladder.services.collector import collector_paused

LONG_FILE = 20_000  # rows; shorter ones are done before a bar would be read
MOST_HELD = 1 << 16  # characters of output
T = TypeVar("T")


class Command(RefusingCommand):
    help = "Rate a match file with no database, and print the standings, every change, or one match step by step."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("file", metavar="FILE", help="the match file")
        add("--system", required=True, metavar="KEY", help="the rating system's key")
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
        add("--format", choices=FORMATS, default="table", help="how to print; default table")
        add("--changes", action="store_true", help="print every rating change instead of the standings")
        add("--explain", type=int, metavar="N", help="print match N step by step")
        add("--skip-invalid", action="store_true", help="leave out the rows that can't be rated")

    def handle(self, *, file: str, players: str | None, **asked: Any) -> None:
        with collector_paused():
            rated = self.rated(file, players, asked)
            output = BufferedOutput(self.stdout)
            choose_printer(asked)(output, rated, asked["format"])
            output.hand_on()

    def rated(self, file: str, players: str | None, asked: dict[str, Any]) -> RatedFile:
        """Read and rate the files, or end with what is wrong with them."""
        given = dict(map(parse_option, asked["option"]))
        system = create_system(asked["system"], given)
        as_of = None if asked["as_of"] is None else parse_day(asked["as_of"])
        people = None if players is None else read_file_bytes(players)
        zone = ZoneInfo(settings.TIME_ZONE)
        files = read_input_files(read_file_bytes(file), people, system, zone, make_progress_watch("Reading"))
        self.vet(files, file, players, skip=asked["skip_invalid"])
        return rate_files(files, system, given, as_of, make_progress_watch("Rating"), max(asked["inactive_after"], 0))

    def vet(self, files: InputFiles, file: str, players: str | None, *, skip: bool) -> None:
        """Warn of unknown columns; end with every bad row, unless these are skipped."""
        for path, warnings in ((players, files.players.warnings), (file, files.warnings)):
            self.stderr.write("".join(f"{path}: {warning}\n" for warning in warnings), ending="")
        wrong = [format_file_problem(players, problem) for problem in files.players.errors]
        if not (skip and files.readable):
            wrong += [format_file_problem(file, problem) for problem in files.errors]
        if wrong:
            self.refuse(wrong)


def choose_printer(asked: dict[str, Any]) -> Printer:
    """Return what prints the thing that was asked for."""
    if asked["explain"] is not None:
        return make_step_printer(asked["explain"])
    return print_changes if asked["changes"] else print_standings


def format_file_problem(path: str | None, problem: FileProblem) -> str:
    return f"{path}, line {problem.line}: {problem.sentence}"


def parse_option(text: str) -> tuple[str, str]:
    """Return an option's name and value. Raises: RatingError when there is no equals sign."""
    name, equals, value = text.partition("=")
    if not equals:
        raise RatingError(f"Write an option as name=value, not “{text}”.")
    return name.strip(), value.strip()


def read_file_bytes(path: str) -> bytes:
    """Return a file's bytes. Raises: RatingError, such as "x.csv is a folder, not a file." """
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise RatingError(f"There is no file {path}.") from None
    except IsADirectoryError:
        raise RatingError(f"{path} is a folder, not a file.") from None
    except (OSError, ValueError) as error:
        raise RatingError(f"{path} can't be read: {error}.") from None


def make_progress_watch(title: str) -> Any:
    """Return what shows a long file going by, on a terminal only."""

    def watch(things: Iterable[T], total: int) -> Iterable[T]:
        if total < LONG_FILE or not sys.stderr.isatty():
            return things
        from rich.console import Console  # slow to import, and seldom wanted
        from rich.progress import track

        return track(things, title, total, console=Console(stderr=True), transient=True)

    return watch


class BufferedOutput(io.StringIO):
    """Hands texts on many at a time and as they are: a command's own output ends each with a new line."""

    def __init__(self, out: OutputWrapper) -> None:
        super().__init__()
        self.out = out

    def write(self, text: str) -> int:
        if self.tell() > MOST_HELD:
            self.hand_on()
        return super().write(text)

    def hand_on(self) -> None:
        self.out.write(self.getvalue(), ending="")
        self.seek(0)
        self.truncate()
