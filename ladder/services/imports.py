"""Importing a match file into a season: every row checked, all stored at once, settled once."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder.files import Problem, Record, kind_for, source_keys
from ladder.files.players import Newcomer
from ladder.models import Match, MatchRevision, Participant, RatingChange, Season
from ladder.ratings import Kind, RatingError, Result
from players.models import Player
from players.names import clean_name, name_key
from players.services import known, players_named

from . import batches, ledger
from .admission import admit, admit_void, check_open
from .bringing import bring
from .ledger import bulk

MANY = 1_000  # rows after which the database should look at its tables anew


class Import(NamedTuple):
    """What an import did; with problems that weren't to be skipped, nothing."""

    added: int = 0
    known: int = 0
    openings: int = 0
    problems: Sequence[Problem] = ()
    notes: Sequence[Problem] = ()  # matches that were out of range (W-9): they are in all the same


class Row(NamedTuple):
    """A row that may come in; its players are name keys until they are stored."""

    record: Record
    result: Result
    key: str


def import_matches(
    *,
    season: Season,
    records: Iterable[Record],
    people: Sequence[Newcomer] = (),
    by: AbstractBaseUser | None = None,
    skip_invalid: bool = False,
    dry_run: bool = False,
) -> Import:
    """Store the matches that the season doesn't have yet, with what players bring, and settle the ledger.

    A dry run tells the same and keeps nothing.
    Raises: ValidationError or RatingError with a sentence, such as "Autumn is closed. Reopen it first."
    """
    with transaction.atomic():
        ledger.lock(season.ladder_id)
        season = Season.objects.select_related("ladder").prefetch_related("boards").get(pk=season.pk)
        check_open(season)
        new, known = unknown(season, list(records))
        rows, problems = examined(season, new)
        if problems and not skip_invalid:
            return Import(known=known, problems=problems)
        openings, notes = stored(season, rows, people, by)
        transaction.set_rollback(dry_run)
    return Import(len(rows), known, openings, problems, notes)


def unknown(season: Season, records: list[Record]) -> tuple[list[tuple[Record, str]], int]:
    """Return the records that weren't imported before, each with its identity, and how many were."""
    kinds = kinds_of(season)
    keys = source_keys(plainly(record, kinds) for record in records)
    stored = set(Match.objects.filter(season=season, source_key__isnull=False).values_list("source_key", flat=True))
    new = [(record, key) for record, key in zip(records, keys, strict=True) if key not in stored]
    return new, len(records) - len(new)


def kinds_of(season: Season) -> list[Kind]:
    """Return the kinds of match that the season's boards know; those that count come first.

    Raises: ValidationError, "Autumn has no board yet."
    """
    systems = [board.rating_system for board in season.boards.all()]
    if not systems:
        raise ValidationError(f"{season.name} has no board yet.")
    counted = [kind for system in systems for kind in system.kinds]
    return list(dict.fromkeys(counted + [kind for system in systems for kind in system.known]))


def plainly(record: Record, kinds: Sequence[Kind]) -> Record:
    """Return the record without a kind that goes without saying: the same match, however it is told."""
    if record.kind is None:
        return record
    blank = record._replace(kind=None)
    return blank if kind_for(blank, kinds).key == record.kind else record


def examined(season: Season, new: Iterable[tuple[Record, str]]) -> tuple[list[Row], list[Problem]]:
    """Check every record like a match that is recorded; return the good rows and the problems."""
    kinds = kinds_of(season)
    rows: list[Row] = []
    problems: list[Problem] = []
    for record, key in new:
        try:
            result = record.result(kinds, player_key)
            (admit_void if record.status == Match.Status.VOID else admit)(season, result)
        except ValidationError as error:
            problems.append(Problem(record.line, " ".join(error.messages)))
        except RatingError as error:
            problems.append(Problem(record.line, str(error)))
        else:
            rows.append(Row(record, result, key))
    return apart(rows, problems)


def apart(rows: Sequence[Row], problems: list[Problem]) -> tuple[list[Row], list[Problem]]:
    """Move the rows to the problems in which two names are one player, as former names and merged players may be."""
    found = known({player for row in rows for player in row.result.players})
    good = []
    for row in rows:
        players = [found[key].name if key in found else key for key in row.result.players]
        if len(set(players)) == len(players):
            good.append(row)
        else:
            problems.append(Problem(row.record.line, f"Two of these names are {twice(players)}’s."))
    return good, sorted(problems)


def twice(names: Sequence[str]) -> str:
    """Return the first name that is there twice."""
    return next(name for name in names if names.count(name) > 1)


@lru_cache(maxsize=1 << 16)
def player_key(name: str) -> str:
    """Return the key of a name that may be a player's. Raises: RatingError with why it may not."""
    try:
        return name_key(clean_name(name))
    except ValueError as error:
        raise RatingError(str(error), "player") from error


def stored(
    season: Season, rows: Sequence[Row], people: Sequence[Newcomer], by: AbstractBaseUser | None
) -> tuple[int, list[Problem]]:
    """Store the rows and the openings; return how many openings are new, and what is worth a note."""
    names = [name for row in rows for name in row.record.players] + [one.name for one in people]
    players = players_named(dict.fromkeys(names))
    openings = bring(season, {players[name_key(one.name)].pk: one for one in people})
    since, notes = None, []
    ids: list[int] = []
    if rows:
        now = timezone.now()
        results = [identified(row.result, players) for row in rows]
        new = [
            batches.New(result, now, by, row.key, row.record.status) for row, result in zip(rows, results, strict=True)
        ]
        since, ids = batches.store(season, new, MatchRevision.Verb.IMPORT)
    if rows or openings:
        plan = ledger.settle(season, None if openings else since, ids)
    if len(rows) >= MANY:
        bulk.analyse(Match, Participant, RatingChange)
    if rows:
        lines: dict[int, int] = {match: row.record.line for match, row in zip(ids, rows, strict=True)}
        called = {player.pk: player.name for player in players.values()}
        notes = list(remarks(plan, lines, called))
    return openings, notes


def identified(result: Result, players: dict[str, Player]) -> Result:
    """Return the result with the players' primary keys for their name keys."""
    return result._replace(players=tuple(players[key].pk for key in result.players))


def remarks(plan: ledger.Plan, lines: dict[int, int], names: dict[int, str]) -> Iterator[Problem]:
    """Yield the new matches that a board's range rule would not have allowed (W-9)."""
    for one in plan.boards:
        for note in one.notes:
            yield Problem(lines[note.match], note.message.text(names.__getitem__))
