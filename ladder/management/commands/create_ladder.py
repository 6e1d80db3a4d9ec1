"""Create a ladder with one open season without dates."""

from collections import defaultdict
from typing import Any

from django.core.management.base import CommandParser

from ladder.club.actions import create_ladder
from ladder.imports.descriptions import create_described_ladder
from ladder.management.command import LadderCommand, parse_option, read_file_bytes
from ladder.models import Ladder
from ladder.ratings import RatingError

BOTH = "Give the boards by --board or by --from, but not by both."


class Command(LadderCommand):
    help = "Make a ladder with one open season that takes matches of any past day; its first board is the main one."

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("slug", metavar="SLUG", help="its part of the web address, such as club")
        add("--board", action="append", default=[], metavar="KEY", help="a rating system's key; repeatable")
        add("--name", default="", help="its name; default made from the slug")
        add("--season", default="", metavar="SLUG", help="the season's part of the web address; default all-time")
        add("--option", action="append", default=[], metavar="KEY.NAME=VALUE", help="a board's option; repeatable")
        add("--from", dest="source", metavar="FILE", help="the JSON that export_matches wrote")

    def handle(self, *, slug: str, source: str | None, **asked: Any) -> None:
        name, season, keys = asked["name"], asked["season"], asked["board"]
        if source is None:
            ladder = self.create(slug, name, season, keys, asked["option"])
        elif keys or asked["option"]:
            raise RatingError(BOTH)
        else:
            text = read_file_bytes(source).decode(errors="replace")
            ladder = create_described_ladder(text, slug=slug, name=name, season=season)
        made = ladder.seasons.get()
        boards = ", ".join(board.get_system_display() for board in made.boards.all())
        self.stdout.write(f"{ladder.name} has one season, {made.slug}, with: {boards}.")

    def create(self, slug: str, name: str, season: str, keys: list[str], given: list[str]) -> Ladder:
        options = group_options_by_board(keys, given)
        return create_ladder(
            slug=slug,
            name=name or slug.replace("-", " ").capitalize(),
            boards=[(key, options[key]) for key in keys],
            season=season or "all-time",
        )


def group_options_by_board(keys: list[str], given: list[str]) -> dict[str, dict[str, str]]:
    """Return the options of each board by its key. Raises: RatingError for an option of no board here."""
    options: dict[str, dict[str, str]] = defaultdict(dict)
    for text in given:
        path, value = parse_option(text)
        key, dot, name = path.rpartition(".")
        if not dot or key not in keys:
            raise RatingError(f"Write an option as KEY.name=value with the key of a board here, not “{text}”.")
        options[key][name] = value
    return options
