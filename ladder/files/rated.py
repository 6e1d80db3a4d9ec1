"""A match file rated with no database: read, checked, folded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, tzinfo
from typing import Any, NamedTuple

from ladder.files.matches import MatchFile, Watch, read_match_file
from ladder.files.players import PlayerFile, build_openings, read_player_file
from ladder.files.records import COUNTED, sort_by_end
from ladder.files.sheet import FileProblem
from ladder.files.values import FirstSpellings
from ladder.ratings import (
    INACTIVE_AFTER,
    Counts,
    Fold,
    Key,
    Rating,
    RatingError,
    RatingSystem,
    Result,
    check_result,
    explain_silence,
    find_last_counted_day,
    replay_results,
)


class RatedFile(NamedTuple):
    """What rating a file gives."""

    system: RatingSystem
    options: dict[str, Any]
    as_of: date | None  # None only when there is no match and no day was asked for
    results: list[Result]
    opening: Mapping[Key, Rating]
    fold: Fold
    skipped: list[FileProblem]
    brought: Mapping[Key, Counts] = {}  # what of the fold's counts is from before the first match
    absent: Mapping[Key, str] = {}  # who has no rank, and why

    def day(self, match: int) -> date:
        """Return the day on which a match ended."""
        return self.results[match].ended.date()


class InputFiles(NamedTuple):
    """A match file and a player file as read, with everything that is wrong with them."""

    players: PlayerFile
    results: list[Result]
    errors: list[FileProblem]  # of the match file, rows that the system refuses included
    warnings: list[str]
    readable: bool


def read_input_files(
    matches: bytes, players: bytes | None, system: RatingSystem, zone: tzinfo, watch: Watch
) -> InputFiles:
    """Read the two files for one system."""
    names = FirstSpellings()
    people = PlayerFile([], [], []) if players is None else read_player_file(players, names)
    sheet = read_match_file(matches, zone, names, watch)
    results, refused = build_results(sheet, system)
    return InputFiles(people, results, sorted(sheet.errors + refused), sheet.warnings, sheet.readable)


def build_results(sheet: MatchFile, system: RatingSystem) -> tuple[list[Result], list[FileProblem]]:
    """Return the results in the order of play without the void and pending ones, and the rows that are refused."""
    results: list[Result] = []
    refused: list[FileProblem] = []
    for record in sort_by_end(sheet.records):
        if record.status != COUNTED:
            continue
        try:
            result = record.result(system.known)
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
    """Rate the results up to the end of that day, or all; without days until inactive everybody has a rank.

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
    """Return who has not played for longer than the limit, and for how long; whoever never played brings a rating."""
    if not limit or not results or as_of is None:
        return {}
    last = {player: results[fold.history.matches[row]].ended.date() for player, row in fold.last.items()}
    counted = find_last_counted_day(as_of, max(last.values(), default=None), limit)
    found = {player: explain_silence(day, counted, as_of, limit) for player, day in last.items()}
    return {player: why for player, why in found.items() if why}
