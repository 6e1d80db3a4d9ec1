"""Export a season's matches, and beside them what the ladder is made from."""

import json
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandParser

from ladder.exports.queries import describe_exported_season, find_extra_columns, load_detailed_records
from ladder.files.match_records import write_match_file
from ladder.management.command import BufferedOutput, SeasonCommand, find_season_by_slug
from ladder.models import Season

ONLY_MATCHES = "The boards and openings aren't in it: give --output FILE.csv to have them beside it, in FILE.json."


class Command(SeasonCommand):
    help = "Write a season's matches as CSV, and its boards and openings as JSON beside it."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--output", metavar="FILE.csv", help="the file to write; default the terminal, with no JSON"
        )

    def handle(self, *, ladder: str, season: str | None, output: str | None, **options: Any) -> None:
        chosen = find_season_by_slug(ladder, season)
        if output is None:
            printed = BufferedOutput(self.stdout)
            write_match_file(printed, load_detailed_records(chosen), **find_extra_columns(chosen))
            printed.pass_on()
            self.stderr.write(ONLY_MATCHES)
            return
        path, beside = Path(output), Path(output).with_suffix(".json")
        if path == beside:
            raise ValidationError("The matches are CSV: give a file that doesn't end in .json.")
        try:
            self.write(chosen, path, beside)
        except OSError as error:
            raise ValidationError(f"{error.filename} can't be written: {error.strerror}.") from error

    def write(self, season: Season, path: Path, beside: Path) -> None:
        with path.open("w", encoding="utf-8", newline="") as file:
            write_match_file(file, load_detailed_records(season), **find_extra_columns(season))
        text = json.dumps(describe_exported_season(season), ensure_ascii=False, indent=1)
        beside.write_text(text + "\n", encoding="utf-8")
        self.stdout.write(f"Matches: {path}\nBoards and openings: {beside}")
