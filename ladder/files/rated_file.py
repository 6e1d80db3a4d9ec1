"""Rate a match file without a database, and print the standings, the changes or one match step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta, tzinfo
from typing import Any, NamedTuple, TextIO

from ladder.files.cell_values import FirstSpellings
from ladder.files.csv_grid import FileProblem
from ladder.files.match_file import MatchFile, Watch, read_match_file
from ladder.files.match_records import COUNTED, sort_by_end
from ladder.files.player_file import PlayerFile, build_openings, read_player_file
from ladder.files.printed_tables import (
    CHANGE_COLUMNS,
    PRINTED_STANDING_COLUMNS,
    RANK_HEADING,
    STEP_COLUMNS,
    PrintedRow,
    build_change_row,
    build_printed_standings,
    build_skipped_rows,
    build_standing_row,
    write_aligned_table,
    write_csv_rows,
    write_json_rows,
)
from ladder.ratings import (
    INACTIVE_AFTER,
    BoardRules,
    Counts,
    Fold,
    Key,
    Rating,
    RatingError,
    RatingSystem,
    ReplayStanding,
    Result,
    check_result,
    explain_replayed_match,
    explain_silence,
    find_last_counted_day,
    find_reading_day,
    has_opponent_limits,
    list_limit_notes,
    list_statement_entries,
    rank_replay,
    replay_results,
)


class RatedFile(NamedTuple):
    """A match file that was rated: the results in the order of play, and everything that the replay gave."""

    system: RatingSystem
    options: dict[str, Any]
    as_of: date | None  # None only when there is no match and no day was asked for
    results: list[Result]
    opening: Mapping[Key, Rating]
    fold: Fold
    skipped: list[FileProblem]
    brought: Mapping[Key, Counts] = {}  # what of the fold's counts is from before the first match
    absent: Mapping[Key, str] = {}  # who has no rank, and why
    is_over: bool = True  # whether the table is of the end of its day; otherwise the day goes on

    @property
    def reading_day(self) -> date | None:
        """The day as of which the ratings are read."""
        return find_reading_day(self.system, self.as_of) if self.as_of and self.is_over else self.as_of

    def day(self, match: int) -> date:
        """Return the day on which a match ended."""
        return self.results[match].ended.date()


class InputFiles(NamedTuple):
    """A match file and a player file as they were read, with all their errors."""

    players: PlayerFile
    results: list[Result]
    errors: list[FileProblem]  # of the match file, rows that the system refuses included
    warnings: list[str]
    readable: bool


def read_input_files(
    matches: bytes, players: bytes | None, system: RatingSystem, zone: tzinfo, watch: Watch
) -> InputFiles:
    """Return what two files hold for a rating system; `watch` may show how far reading is."""
    names = FirstSpellings()
    people = PlayerFile([], [], []) if players is None else read_player_file(players, names)
    sheet = read_match_file(matches, zone, names, watch)
    results, refused = build_results(sheet, system)
    return InputFiles(people, results, sorted(sheet.errors + refused), sheet.warnings, sheet.readable)


def build_results(sheet: MatchFile, system: RatingSystem) -> tuple[list[Result], list[FileProblem]]:
    """Return the counting results in the order of play, and an error for each one that the system refuses."""
    results: list[Result] = []
    refused: list[FileProblem] = []
    for record in sort_by_end(sheet.records):
        if record.status != COUNTED:
            continue
        try:
            result = record.result(BoardRules(system).known)
            check_result(system, result)
        except RatingError as error:
            refused.append(FileProblem(record.line, str(error)))
        else:
            results.append(result)
    return results, refused


def rate_files(
    files: InputFiles,
    system: RatingSystem,
    given: Iterable[str],
    as_of: date | None,
    watch: Callable[[Iterable[Result], int], Iterable[Result]],
    inactive_after: int = INACTIVE_AFTER,
) -> RatedFile:
    """Rate the results up to the end of the day `as_of`, or all of them.

    `given` names the options of the system that were chosen. With 0 days until inactive everybody has a rank.

    Raises: RatingError for a brought rating that the system can't take.
    """
    results = files.results
    if as_of is None:
        as_of = results[-1].ended.date() if results else None
    else:
        results = [result for result in results if result.ended.date() <= as_of]
    opening, counts = build_openings(system, files.players.rows)
    fold = replay_results(system, watch(results, len(results)), opening, counts)
    options = {name: getattr(system, name) for name in given}
    absent = find_inactive_players(fold, results, as_of, inactive_after)
    return RatedFile(system, options, as_of, results, opening, fold, files.errors, counts, absent)


def find_inactive_players(fold: Fold, results: Sequence[Result], as_of: date | None, limit: int) -> dict[Key, str]:
    """Return why a player has no rank, for each who last played more than `limit` days before."""
    if not limit or not results or as_of is None:
        return {}
    last = {player: results[fold.history.matches[row]].ended.date() for player, row in fold.last.items()}
    counted = find_last_counted_day(as_of, max(last.values(), default=None), limit)
    found = {player: explain_silence(day, counted, as_of, limit) for player, day in last.items()}
    return {player: why for player, why in found.items() if why}


Printer = Callable[[TextIO, RatedFile, str], None]


def print_standings(stream: TextIO, rated: RatedFile, form: str) -> None:
    """Print the standings, as a table, CSV or JSON."""
    lines = rank_replay(rated.system, rated.fold, rated.reading_day, rated.brought, rated.absent)
    if form == "json":
        write_json_rows(stream, summarize_rated_file(rated), "standings", map(build_standing_row, lines))
    elif form == "csv":
        write_csv_rows(stream, PRINTED_STANDING_COLUMNS, map(ReplayStanding._asdict, lines))
    else:
        headings, rows = build_printed_standings(rated.system, lines)
        write_aligned_table(stream, headings, rows, left=("Name", RANK_HEADING))
        print_remarks(stream, rated)


def summarize_rated_file(rated: RatedFile) -> dict[str, Any]:
    """Return what JSON output says besides the standings."""
    about: dict[str, Any] = {
        "system": rated.system.key,
        "options": rated.options,
        "as_of": rated.as_of and rated.as_of.isoformat(),
        "matches": len(rated.results),
        "skipped": build_skipped_rows(rated.skipped),
    }
    if rated.system.is_deferred:
        about["waiting"] = list_deferred_matches(rated)
    return {**about, "notes": list_range_notes(rated)} if has_opponent_limits(rated.system) else about


def list_deferred_matches(rated: RatedFile) -> list[PrintedRow]:
    """Return number of each match that waits for the end of its period, and the last day of that."""
    period, until = rated.system.period, rated.reading_day
    if not rated.system.is_deferred or period is None or until is None:
        return []
    counted = sorted({row for row in rated.fold.history.matches if not period.count(rated.day(row), until)})
    last = period.find_next_start(until) - timedelta(1)
    return [{"match": row + 1, "until": last.isoformat()} for row in counted]


def list_range_notes(rated: RatedFile) -> list[PrintedRow]:
    """Return number and reason of each match whose players were out of range (W-9)."""
    found = list_limit_notes(rated.system, rated.fold, rated.results)
    return [{"match": match + 1, "reason": message.text()} for match, message in found]


def print_remarks(stream: TextIO, rated: RatedFile) -> None:
    """Print below a table which lines were left out, which matches were out of range, and how many still wait."""
    for problem in rated.skipped:
        stream.write(f"\nLeft out: line {problem.line}: {problem.sentence}")
    found = list_range_notes(rated)
    for note in found:
        stream.write(f"\nNote: match {note['match']}: {note['reason']}")
    if waiting := list_deferred_matches(rated):
        count = f"{len(waiting):,} match{'' if len(waiting) == 1 else 'es'}"
        stream.write(f"\nNot rated until the end of {waiting[0]['until']}: {count}.")
    if rated.skipped or found or waiting:
        stream.write("\n")


def print_changes(stream: TextIO, rated: RatedFile, form: str) -> None:
    """Print every rating change, as a table, CSV or JSON."""
    entries = list_statement_entries(rated.system, rated.fold, rated.opening, rated.day, rated.reading_day)
    rows = (build_change_row(rated.system, entry) for entry in entries)
    if form == "json":
        write_json_rows(stream, {}, "changes", rows)
    elif form == "csv":
        write_csv_rows(stream, CHANGE_COLUMNS, rows)
    else:
        words = ("date", "player", "cause")
        write_aligned_table(
            stream, CHANGE_COLUMNS, ([row.get(column) for column in CHANGE_COLUMNS] for row in rows), left=words
        )


def make_step_printer(number: int) -> Printer:
    """Return a printer of the calculation of one match, step by step; the first match is number 1."""

    def printer(stream: TextIO, rated: RatedFile, form: str) -> None:
        rows = build_step_rows(rated, number)
        if form == "json":
            write_json_rows(stream, {"match": number}, "steps", rows)
        elif form == "csv":
            write_csv_rows(stream, STEP_COLUMNS, rows)
        else:
            print_steps(stream, rows)

    return printer


def build_step_rows(rated: RatedFile, number: int) -> list[PrintedRow]:
    """Return the steps of one match as rows. Raises: RatingError when there is no such match or it doesn't count."""
    count = len(rated.results)
    if not 1 <= number <= count:
        raise RatingError(f"There is no match {number}: the file has {count:,} that can be rated.", "match")
    result = rated.results[number - 1]
    found = explain_replayed_match(rated.system, rated.fold, rated.opening, number - 1, result)
    cells = ((player, step.rule, step.title, step.sentence.text(), step.sum, step.value) for player, step in found)
    return [dict(zip(STEP_COLUMNS, row, strict=True)) for row in cells]


def print_steps(stream: TextIO, rows: list[PrintedRow]) -> None:
    """Print the steps below the name of their player."""
    player = None
    for row in rows:
        if row["player"] != player:
            stream.write(f"{'' if player is None else chr(10)}{row['player']}\n")
            player = row["player"]
        stream.write(f"  {row['rule']}  {row['title']}\n      {row['sentence']}\n")
        if row["sum"]:
            stream.write(f"      {row['sum']}\n")
