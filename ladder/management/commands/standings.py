"""Print the standings of a board, as `rate` prints those of a file."""

from typing import Any

from django.core.management.base import CommandParser

from ladder.files.printing import print_standings
from ladder.files.report import FORMATS
from ladder.files.values import parse_day
from ladder.management.command import SeasonCommand, find_board_by_key, find_season_by_slug
from ladder.management.commands.rate import BufferedOutput
from ladder.services.collector import collector_paused
from ladder.services.exports import load_rated_season


class Command(SeasonCommand):
    help = "Print the standings of a board, with decay up to a day."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add = parser.add_argument
        add("--board", metavar="KEY", help="a rating system's key; default the main board")
        add("--as-of", metavar="DATE", help="the end of this day; default now")
        add("--format", choices=FORMATS, default="table", help="how to print; default table")

    def handle(self, *, ladder: str, season: str | None, board: str | None, **asked: Any) -> None:
        chosen = find_board_by_key(find_season_by_slug(ladder, season), board)
        until = None if asked["as_of"] is None else parse_day(asked["as_of"])
        with collector_paused():
            output = BufferedOutput(self.stdout)
            print_standings(output, load_rated_season(chosen, until), asked["format"])
            output.hand_on()
