"""Import a match file into a ladder."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from ladder.files.csv_grid import FileProblem
from ladder.files.match_file import MatchFile, read_match_file
from ladder.files.player_file import PlayerFile, read_player_file
from ladder.files.workbooks import tidy_text
from ladder.imports.actions import ImportResult, import_matches
from ladder.ledger.storage.bulk import collector_paused
from ladder.management.command import (
    SeasonCommand,
    find_season_by_slug,
    format_file_problem,
    make_progress_watch,
    read_file_bytes,
)


class Command(SeasonCommand):
    help = "Import a match file. Matches that were imported before are skipped."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add = parser.add_argument
        add("file", metavar="FILE", help="the match file")
        add("--players", metavar="FILE", help="a player file: ratings from before the first match")
        add("--dry-run", action="store_true", help="check everything, store nothing")
        add("--skip-invalid", action="store_true", help="leave out the rows that can't be imported")

    def handle(self, *, ladder: str, file: str, season: str | None, players: str | None, **asked: Any) -> None:
        into = find_season_by_slug(ladder, season)
        with collector_paused():
            people = PlayerFile([], [], []) if players is None else read_player_file(read_file_bytes(players))
            sheet = read_match_file(
                read_file_bytes(file), timezone.get_current_timezone(), watch=make_progress_watch("Reading")
            )
            self.warn(players, people.warnings)
            self.warn(file, sheet.warnings)
            if people.errors or not sheet.readable:
                self.refuse([format_file_problem(players, one) for one in people.errors] + self.bad(file, sheet.errors))
            skip = asked["skip_invalid"]
            records = iter(sheet.records)  # lets go of the list at its end
            sheet = sheet._replace(records=[])
            done = import_matches(
                season=into,
                records=records,
                people=people.rows,
                skip_invalid=skip,
                dry_run=asked["dry_run"] or (bool(sheet.errors) and not skip),
                file=tidy_text(Path(file).name),
            )
        self.report(file, sheet, done, skip=skip, dry=asked["dry_run"])

    def warn(self, file: str | None, warnings: list[str]) -> None:
        for warning in warnings:
            self.stderr.write(f"{file}: {warning}")

    def bad(self, file: str, problems: list[FileProblem]) -> list[str]:
        return [format_file_problem(file, problem) for problem in sorted(problems)]

    def report(self, file: str, sheet: MatchFile, done: ImportResult, *, skip: bool, dry: bool) -> None:
        """Print what was imported; if there are bad rows that are not skipped, name all of them and exit."""
        wrong = self.bad(file, [*sheet.errors, *done.problems])
        if wrong and not skip:
            self.refuse(wrong)
        for line in wrong:
            self.stderr.write(line)
        for note in sorted(done.notes):
            self.stderr.write(f"{format_file_problem(file, note)} Imported anyway.")
        self.stdout.write(summarize_import(done, len(wrong), dry=dry))


def summarize_import(done: ImportResult, skipped: int, *, dry: bool) -> str:
    """Return in one line what was imported, or what a dry run would import."""
    parts = [f"{done.added:,} matches added", f"{done.known:,} known already", f"{skipped:,} left out"]
    if done.openings:
        parts.append(f"{done.openings:,} openings set")
    return ", ".join(parts) + (". Nothing was stored: this was a dry run." if dry else ".")
