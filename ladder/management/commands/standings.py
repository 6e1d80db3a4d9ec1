"""Print the standings of a board, as `rate` prints those of a file."""

from typing import Any

from django.core.management.base import CommandParser

from ladder.exports.queries import load_rated_season
from ladder.files.cell_values import parse_day
from ladder.files.printed_tables import PRINTED_FORMATS
from ladder.files.rated_file import print_standings
from ladder.ledger.storage.bulk import collector_paused
from ladder.management.command import BufferedOutput, SeasonCommand, find_board_by_key, find_season_by_slug


class Command(SeasonCommand):
    help = "Print the standings of a board, with decay up to a day."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add = parser.add_argument
        add("--board", metavar="KEY", help="a rating system's key; default the main board")
        add("--as-of", metavar="DATE", help="the end of this day; default now")
        add("--format", choices=PRINTED_FORMATS, default="table", help="how to print; default table")

    def handle(self, *, ladder: str, season: str | None, board: str | None, **asked: Any) -> None:
        chosen = find_board_by_key(find_season_by_slug(ladder, season), board)
        until = None if asked["as_of"] is None else parse_day(asked["as_of"])
        with collector_paused():
            output = BufferedOutput(self.stdout)
            print_standings(output, load_rated_season(chosen, until), asked["format"])
            output.pass_on()
