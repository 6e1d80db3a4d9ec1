"""The rows of a match file before they are stored: which of them are new, and which can be matches."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from typing import NamedTuple

from django.core.exceptions import ValidationError

from ladder.files import Problem, Record, kind_for, older_keys, source_keys
from ladder.models import Match, Season
from ladder.ratings import Kind, RatingError, Result
from players.names import clean_name, name_key
from players.services import known

from ..admission import admit, admit_void

New = tuple[Record, str]
"""A record with its identity."""


class Row(NamedTuple):
    """A row that may come in; its players are name keys until they are stored."""

    record: Record
    result: Result
    key: str


Facts = Mapping[int, Mapping[str, float]]
"""Facts that a file doesn't have, by line."""


class Decided(NamedTuple):
    """What was decided about a file: who is meant by a name, which lines are left out, and what else they lack."""

    names: Mapping[str, str] = {}  # by name key
    without: Collection[int] = ()
    facts: Facts = {}


AS_TOLD = Decided()


def unknown(season: Season, records: list[Record], decided: Decided = AS_TOLD) -> tuple[list[New], int]:
    """Return the records that weren't imported before, each with its identity, and how many were.

    The identity is of what the file says, so what is decided about it makes no difference.
    """
    kinds = kinds_of(season)
    plain = [plainly(record, kinds) for record in records]
    stored = set(Match.objects.filter(season=season, source_key__isnull=False).values_list("source_key", flat=True))
    rows = zip(records, source_keys(plain), older_keys(plain) if stored else repeat(""), strict=False)
    new = [(record, key) for record, key, older in rows if stored.isdisjoint((key, older))]
    known = len(records) - len(new)
    kept = [(one, key) for one, key in new if one.line not in decided.without]
    return [(completed(renamed(one, decided.names), decided.facts), key) for one, key in kept], known


def completed(record: Record, facts: Facts) -> Record:
    """Return the record with the facts that its file doesn't have."""
    missing = facts.get(record.line)
    return record._replace(facts={**missing, **record.facts}) if missing else record


def renamed(record: Record, names: Mapping[str, str]) -> Record:
    """Return the record with the names that were decided on."""
    if not names:
        return record
    return record._replace(players=tuple(names.get(name_key(player), player) for player in record.players))


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


def examined(season: Season, new: Iterable[New]) -> tuple[list[Row], list[Problem]]:
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
            problems.append(Problem(row.record.line, f"Two of these names belong to {twice(players)}."))
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
