"""What commands share: they refuse in one way, and those on a stored ladder find it by its slug."""

import sys
from collections.abc import Iterable
from typing import Any, NoReturn

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from ladder.models import Board, Ladder, Season
from ladder.ratings import RatingError
from players.models import Club

REFUSED = 2  # the exit code


class RefusingCommand(BaseCommand):
    """A command whose refusals are sentences on stderr and the exit code 2."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except (RatingError, ValidationError) as error:
            self.refuse(list_error_sentences(error))

    def refuse(self, found: Iterable[str]) -> NoReturn:
        self.stderr.write("\n".join(found))
        sys.exit(REFUSED)


class LadderCommand(RefusingCommand):
    """A command in the club's time zone."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        with timezone.override(Club.current().zone):
            return super().execute(*args, **options)


class SeasonCommand(LadderCommand):
    """A command on one season of a ladder."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ladder", metavar="LADDER", help="the ladder's slug")
        parser.add_argument("--season", metavar="SLUG", help="default the newest season")


def list_error_sentences(error: Exception) -> list[str]:
    """Return what is wrong, a sentence each."""
    return error.messages if isinstance(error, ValidationError) else [str(error)]


def find_ladder_by_slug(slug: str) -> Ladder:
    """Return the ladder. Raises: ValidationError, "There is no ladder called club." """
    found = Ladder.objects.filter(slug=slug).first()
    if found is None:
        raise ValidationError(f"There is no ladder called {slug}.")
    return found


def find_season_by_slug(ladder: str, slug: str | None) -> Season:
    """Return the ladder's season of that slug, or its newest one.

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
    """Return the season's board of that system, or its main one.

    Raises: ValidationError, "There is no board called chess in Club, Spring."
    """
    boards = season.boards.all()
    found = boards.filter(system=key).first() if key else boards.first()
    if found is None:
        raise ValidationError(f"There is no board called {key} in {season}." if key else f"{season} has no board yet.")
    return found
