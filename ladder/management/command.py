"""What commands share: how they refuse, find a ladder, read files, follow long work, and print.

Those on a stored ladder find it by its slug.
"""

import io
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandParser, OutputWrapper
from django.db import OperationalError
from django.utils import timezone

from ladder.changes.forms import list_refusal_sentences
from ladder.files.csv_grid import FileProblem
from ladder.models import Board, Ladder, Season
from ladder.models.board import pick_board
from ladder.ratings import RatingError
from players.models import Club
from players.upgrades import find_upgrade_gap

REFUSED_CODE = 2  # the exit code

LONG_FILE = 20_000  # rows; a shorter file is read before anybody could look at a bar
MOST_HELD = 1 << 16  # characters of output
T = TypeVar("T")


class RefusingCommand(BaseCommand):
    """A command that prints what it refuses as sentences on stderr and exits with code 2."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command; an error that is a sentence for people becomes a refusal."""
        try:
            return super().execute(*args, **options)
        except (RatingError, ValidationError) as error:
            self.refuse(list_refusal_sentences(error))
        except OperationalError as error:
            if not getattr(self, "_called_from_command_line", False):  # the clock goes on, and tries again
                raise
            self.refuse([f"The database did not do it: {str(error).strip().partition('\n')[0]}"])

    def refuse(self, found: Iterable[str]) -> NoReturn:
        """Print the sentences and exit with code 2."""
        self.stderr.write("\n".join(found))
        sys.exit(REFUSED_CODE)


class LadderCommand(RefusingCommand):
    """A command that runs in the club's time zone, on a database that this version can go on with."""

    requires_migrations_checks = True

    def check_migrations(self) -> None:
        """Refuse a database that stopped at an older version. Raises: ValidationError with the sentence."""
        if gap := find_upgrade_gap():
            raise ValidationError(gap)

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command in the club's time zone."""
        with timezone.override(Club.current().zone):
            return super().execute(*args, **options)


class SeasonCommand(LadderCommand):
    """A command on one season of a ladder."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the slugs of the ladder and of the season."""
        parser.add_argument("ladder", metavar="LADDER", help="the ladder's slug")
        parser.add_argument("--season", metavar="SLUG", help="default the newest season")


def find_ladder_by_slug(slug: str) -> Ladder:
    """Return the ladder with this slug. Raises: ValidationError, "There is no ladder called club." """
    found = Ladder.objects.filter(slug=slug).first()
    if found is None:
        raise ValidationError(f"There is no ladder called {slug}.")
    return found


def find_season_by_slug(ladder: str, slug: str | None) -> Season:
    """Return the season of a ladder with this slug, or its newest season.

    Raises: ValidationError, "There is no season called spring in club."
    """
    seasons = find_ladder_by_slug(ladder).seasons.select_related("ladder")
    found = seasons.filter(slug=slug).first() if slug else seasons.first()
    if found is None:
        raise ValidationError(
            f"There is no season called {slug} in {ladder}." if slug else f"{ladder} has no season yet."
        )
    return found


def find_board_by_key(season: Season, key: str | None) -> Board:
    """Return the board of a season with this rating system, or its main board.

    Raises: ValidationError, "There is no board called chess in Club, Spring."
    """
    boards = season.boards.all()
    found = pick_board(boards, key) if key else boards.first()
    if found is None:
        raise ValidationError(f"There is no board called {key} in {season}." if key else f"{season} has no board yet.")
    return found


def format_file_problem(path: str | None, problem: FileProblem) -> str:
    """Return an error in a file with its path and line."""
    return f"{path}, line {problem.line}: {problem.sentence}"


def parse_option(text: str) -> tuple[str, str]:
    """Return the name and the value of an option such as k=20. Raises: RatingError if there is no equals sign."""
    name, equals, value = text.partition("=")
    if not equals:
        raise RatingError(f"Write an option as name=value, not “{text}”.")
    return name.strip(), value.strip()


def read_file_bytes(path: str) -> bytes:
    """Return the bytes of a file. Raises: RatingError, such as "x.csv is a folder, not a file." """
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise RatingError(f"There is no file {path}.") from None
    except IsADirectoryError:
        raise RatingError(f"{path} is a folder, not a file.") from None
    except (OSError, ValueError) as error:
        raise RatingError(f"{path} can't be read: {error}.") from None


def make_progress_watch(title: str) -> Any:
    """Return a function that shows a bar while the rows of a long file go by; on a terminal only."""

    def watch(things: Iterable[T], total: int) -> Iterable[T]:
        if total < LONG_FILE or not sys.stderr.isatty():
            return things
        from rich.console import Console  # slow to import, and seldom wanted
        from rich.progress import track

        return track(things, title, total, console=Console(stderr=True), transient=True)

    return watch


class BufferedOutput(io.StringIO):
    """Passes texts on unchanged, many at a time; the output of a command ends each with a new line."""

    def __init__(self, out: OutputWrapper) -> None:
        super().__init__()
        self.out = out

    def write(self, text: str) -> int:
        """Keep a text, and pass on what was kept once it is long."""
        if self.tell() > MOST_HELD:
            self.pass_on()
        return super().write(text)

    def pass_on(self) -> None:
        """Write everything that was kept to the output of the command."""
        self.out.write(self.getvalue(), ending="")
        self.seek(0)
        self.truncate()
