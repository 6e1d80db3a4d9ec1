"""What a rated file prints: its standings, its changes, or one match step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TextIO

from ladder.files.rated import RatedFile
from ladder.files.report import (
    CHANGE_COLUMNS,
    RANK,
    STANDING_COLUMNS,
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
    RatingError,
    ReplayStanding,
    explain_replayed_match,
    has_opponent_limits,
    list_limit_notes,
    list_statement_entries,
    rank_replay,
)

Printer = Callable[[TextIO, RatedFile, str], None]


def print_standings(stream: TextIO, rated: RatedFile, form: str) -> None:
    lines = rank_replay(rated.system, rated.fold, rated.as_of, rated.brought, rated.absent)
    if form == "json":
        write_json_rows(stream, summarize_rated_file(rated), "standings", map(build_standing_row, lines))
    elif form == "csv":
        write_csv_rows(stream, STANDING_COLUMNS, map(ReplayStanding._asdict, lines))
    else:
        headings, rows = build_printed_standings(rated.system, lines)
        write_aligned_table(stream, headings, rows, left=("Name", RANK))
        print_remarks(stream, rated)


def summarize_rated_file(rated: RatedFile) -> dict[str, Any]:
    """Return what the JSON says besides the standings."""
    about: dict[str, Any] = {
        "system": rated.system.key,
        "options": rated.options,
        "as_of": rated.as_of and rated.as_of.isoformat(),
        "matches": len(rated.results),
        "skipped": build_skipped_rows(rated.skipped),
    }
    return {**about, "notes": list_range_notes(rated)} if has_opponent_limits(rated.system) else about


def list_range_notes(rated: RatedFile) -> list[PrintedRow]:
    """Return the matches out of range, by number (W-9)."""
    found = list_limit_notes(rated.system, rated.fold, rated.results)
    return [{"match": match + 1, "reason": message.text()} for match, message in found]


def print_remarks(stream: TextIO, rated: RatedFile) -> None:
    """Print below a table what was left out and what was out of range."""
    for problem in rated.skipped:
        stream.write(f"\nLeft out: line {problem.line}: {problem.sentence}")
    found = list_range_notes(rated)
    for note in found:
        stream.write(f"\nNote: match {note['match']}: {note['reason']}")
    if rated.skipped or found:
        stream.write("\n")


def print_changes(stream: TextIO, rated: RatedFile, form: str) -> None:
    entries = list_statement_entries(rated.system, rated.fold, rated.opening, rated.day, rated.as_of)
    rows = map(build_change_row, entries)
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
    """Return what prints match N step by step."""

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
    """Return the steps. Raises: RatingError when there is no such match or it doesn't count."""
    count = len(rated.results)
    if not 1 <= number <= count:
        raise RatingError(f"There is no match {number}: the file has {count:,} that can be rated.", "match")
    result = rated.results[number - 1]
    found = explain_replayed_match(rated.system, rated.fold, rated.opening, number - 1, result)
    return [
        dict(
            zip(STEP_COLUMNS, (player, step.rule, step.title, step.sentence.text(), step.sum, step.value), strict=True)
        )
        for player, step in found
    ]


def print_steps(stream: TextIO, rows: list[PrintedRow]) -> None:
    player = None
    for row in rows:
        if row["player"] != player:
            stream.write(f"{'' if player is None else chr(10)}{row['player']}\n")
            player = row["player"]
        stream.write(f"  {row['rule']}  {row['title']}\n      {row['sentence']}\n")
        if row["sum"]:
            stream.write(f"      {row['sum']}\n")
