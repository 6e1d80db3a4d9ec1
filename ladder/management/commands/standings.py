"""Print the standings of a board, as `rate` prints those of a file."""

from typing import Any

from django.core.management.base import CommandParser

from ladder.files.printing import print_standings
from ladder.files.report import FORMATS
from ladder.files.values import day
from ladder.management.command import SeasonCommand, board_called, season_called
from ladder.services.exports import rated

from .rate import Output, collector_paused


class Command(SeasonCommand):
    help = "Print the standings of a board, with decay up to a day."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add = parser.add_argument
        add("--board", metavar="KEY", help="a rating system's key; default the main board")
        add("--as-of", metavar="DATE", help="the end of this day; default now")
        add("--format", choices=FORMATS, default="table", help="how to print; default table")

    def handle(self, *, ladder: str, season: str | None, board: str | None, **asked: Any) -> None:
        chosen = board_called(season_called(ladder, season), board)
        until = None if asked["as_of"] is None else day(asked["as_of"])
        with collector_paused():
            output = Output(self.stdout)
            print_standings(output, rated(chosen, until), asked["format"])
            output.hand_on()
