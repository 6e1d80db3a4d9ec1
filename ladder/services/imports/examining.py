"""The rows of a match file before they are stored: which of them are new, and which can be matches."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from typing import NamedTuple

from django.core.exceptions import ValidationError

from ladder.files import FileProblem, MatchRecord, build_older_keys, build_source_keys, find_kind
from ladder.models import Match, Season
from ladder.ratings import Kind, RatingError, Result
from ladder.services.admission import check_admission, check_void_admission
from players.names import build_name_key, clean_name
from players.services import find_players

IdentifiedRecord = tuple[MatchRecord, str]
"""A record with its identity."""


class CheckedRow(NamedTuple):
    """A row that may come in; its players are name keys until they are stored."""

    record: MatchRecord
    result: Result
    key: str


FactsByLine = Mapping[int, Mapping[str, float]]
"""Facts that a file doesn't have, by line."""


class ImportDecisions(NamedTuple):
    """What was decided about a file: who is meant by a name, which lines are left out, and what else they lack."""

    names: Mapping[str, str] = {}  # by name key
    without: Collection[int] = ()
    facts: FactsByLine = {}


NO_DECISIONS = ImportDecisions()


def find_new_records(
    season: Season, records: list[MatchRecord], decided: ImportDecisions = NO_DECISIONS
) -> tuple[list[IdentifiedRecord], int]:
    """Return the records that weren't imported before, each with its identity, and how many were.

    The identity is of what the file says, so what is decided about it makes no difference.
    """
    kinds = list_known_kinds(season)
    plain = [drop_plain_kind(record, kinds) for record in records]
    stored = set(Match.objects.filter(season=season, source_key__isnull=False).values_list("source_key", flat=True))
    rows = zip(records, build_source_keys(plain), build_older_keys(plain) if stored else repeat(""), strict=False)
    new = [(record, key) for record, key, older in rows if stored.isdisjoint((key, older))]
    known = len(records) - len(new)
    kept = [(one, key) for one, key in new if one.line not in decided.without]
    return [(add_missing_facts(set_decided_names(one, decided.names), decided.facts), key) for one, key in kept], known


def add_missing_facts(record: MatchRecord, facts: FactsByLine) -> MatchRecord:
    """Return the record with the facts that its file doesn't have."""
    missing = facts.get(record.line)
    return record._replace(facts={**missing, **record.facts}) if missing else record


def set_decided_names(record: MatchRecord, names: Mapping[str, str]) -> MatchRecord:
    """Return the record with the names that were decided on."""
    if not names:
        return record
    return record._replace(players=tuple(names.get(build_name_key(player), player) for player in record.players))


def list_known_kinds(season: Season) -> list[Kind]:
    """Return the kinds of match that the season's boards know; those that count come first.

    Raises: ValidationError, "Autumn has no board yet."
    """
    systems = [board.rating_system for board in season.boards.all()]
    if not systems:
        raise ValidationError(f"{season.name} has no board yet.")
    counted = [kind for system in systems for kind in system.kinds]
    return list(dict.fromkeys(counted + [kind for system in systems for kind in system.known]))


def drop_plain_kind(record: MatchRecord, kinds: Sequence[Kind]) -> MatchRecord:
    """Return the record without a kind that goes without saying: the same match, however it is told."""
    if record.kind is None:
        return record
    blank = record._replace(kind=None)
    return blank if find_kind(blank, kinds).key == record.kind else record


def check_records(season: Season, new: Iterable[IdentifiedRecord]) -> tuple[list[CheckedRow], list[FileProblem]]:
    """Check every record like a match that is recorded; return the good rows and the problems."""
    kinds = list_known_kinds(season)
    rows: list[CheckedRow] = []
    problems: list[FileProblem] = []
    for record, key in new:
        try:
            result = record.result(kinds, build_player_key)
            (check_void_admission if record.status == Match.Status.VOID else check_admission)(season, result)
        except ValidationError as error:
            problems.append(FileProblem(record.line, " ".join(error.messages)))
        except RatingError as error:
            problems.append(FileProblem(record.line, str(error)))
        else:
            rows.append(CheckedRow(record, result, key))
    return refuse_doubled_players(rows, problems)


def refuse_doubled_players(
    rows: Sequence[CheckedRow], problems: list[FileProblem]
) -> tuple[list[CheckedRow], list[FileProblem]]:
    """Move the rows to the problems in which two names are one player, as former names and merged players may be."""
    found = find_players({player for row in rows for player in row.result.players})
    good = []
    for row in rows:
        players = [found[key].name if key in found else key for key in row.result.players]
        if len(set(players)) == len(players):
            good.append(row)
        else:
            problems.append(FileProblem(row.record.line, f"Two of these names belong to {find_doubled_name(players)}."))
    return good, sorted(problems)


def find_doubled_name(names: Sequence[str]) -> str:
    """Return the first name that is there twice."""
    return next(name for name in names if names.count(name) > 1)


@lru_cache(maxsize=1 << 16)
def build_player_key(name: str) -> str:
    """Return the key of a name that may be a player's. Raises: RatingError with why it may not."""
    try:
        return build_name_key(clean_name(name))
    except ValueError as error:
        raise RatingError(str(error), "player") from error
