"""A match as a file tells it: what it is to a rating system, how it is recognised again, and how it is written.

The identity of a row is a digest of its content and its number among equal rows, so a file that comes a second time
adds nothing. Files are always written in the long form: what is read back is the same matches.
"""

from __future__ import annotations

import csv
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, time
from typing import Any, NamedTuple, TextIO

from ladder.files.cell_values import FIRST_SECOND, LAST_SECOND, escape_row, fold_name, format_plain_number
from ladder.formats import (
    ANY,
    DEAD,
    DRAWN,
    MOST_A_SIDE,
    STANDING,
    Exit,
    Format,
    Game,
    Key,
    Kind,
    ParticipantResult,
    RatingError,
    Result,
    add_games,
    choose_format,
    find_score_by_places,
    format_games,
    list_file_columns,
)
from ladder.ratings import HANDICAP, create_system, get_handicap, list_system_choices

COUNTED, VOID, PENDING = "counted", "void", "pending"
FILE_STATUSES = (COUNTED, VOID, PENDING)

EXPORT_COLUMNS = ("match", "date", "started", "kind", "status", "player")  # then those of the formats, and the facts

PARTNER_COLUMNS = tuple(
    (f"partner{side}", *(f"partner{side}_{seat}" for seat in range(3, MOST_A_SIDE + 1))) for side in (1, 2)
)
"""Of a whole match in one row: the partners of the winner or player1, and those of the loser or player2."""

SCORE_COLUMNS = ("score", "ending")
SIDE_COLUMN = "side"
BOX_COLUMN = "box"
REASON_COLUMN = "unrated_because"  # the last one

encode_sorted = json.JSONEncoder(sort_keys=True).encode  # `json.dumps` makes an encoder for each text


class MatchRecord(NamedTuple):
    """A match as a file tells it. Its outcome is given as scores (of two players), as exits, or as places.

    Like a `Result` it keeps how its players ended in columns, because files have hundreds of thousands of rows.
    """

    line: int  # in the long form the match's first
    kind: str | None
    ended: datetime  # in the club's zone
    started: datetime | None
    players: tuple[str, ...]
    scores: tuple[float, ...] = ()
    exit: str | None = None  # beside scores: how the loser left, in a draw both
    exits: tuple[Exit, ...] = ()
    places: tuple[int, ...] = ()
    facts: Mapping[str, float] = {}
    status: str = COUNTED
    sides: tuple[int, ...] = ()  # who played together; empty where everyone played alone
    games: tuple[Game, ...] = ()  # the score, that of the first player's side first
    ending: str = ""
    unrated_because: str | None = None  # beyond which limit of its ladder it was; "": beyond none; None: unknown
    filed: tuple[datetime, ...] = ()  # with a column of times: the end as the file has it, then by the date alone
    box: str = ""  # the box of its season to which it belongs, as the file names it

    def participants(self, key: Callable[[str], Key] | None = None) -> list[ParticipantResult]:
        """Return how the match ended for each player, with `key(name)` for the name, as far as the file says."""
        players = self.players if key is None else map(key, self.players)
        blank = (None,) * len(self.players)
        outcomes = (self.scores or blank, self.exits or blank, self.places or blank)
        if self.sides:
            return list(map(ParticipantResult, players, *outcomes, self.sides))
        return list(map(ParticipantResult, players, *outcomes))

    def result(self, kinds: Sequence[Kind], key: Callable[[str], Key] | None = None) -> Result:
        """Return the match as a rating system takes it, as one of these kinds, with `key(name)` for each player.

        Raises: RatingError with a sentence, when the outcome doesn't fit the kind.
        """
        participants = self.participants(key)
        kind = find_kind(self, kinds, participants)
        result = find_record_format(self, kind).build_filed(
            participants,
            kind=kind,
            ended=self.ended,
            facts=self.facts,
            started=self.started,
            left=self.exit or DEAD,
        )
        return add_games(result, self.games, self.ending)

    @property
    def content(self) -> str:
        """The match as one text by which it is recognised, without its line, its status and the spelling of names."""
        return self.told(format_in_utc, self.ended)

    @property
    def contents(self) -> list[str]:
        """The texts by which it is recognised among matches from elsewhere: with a column's time, and without it."""
        return [self.told(format_in_utc, ended) for ended in dict.fromkeys((self.ended, *self.filed))]

    def told(self, moment: Callable[[datetime], str], ended: datetime) -> str:
        """Return the match as one text with this end, with moments formatted by `moment`.

        The score is not in it: a file that was read before scores were is recognised when it comes again.
        """
        started = self.started and moment(self.started)
        told = list(zip(map(fold_name, self.players), self.outcomes(), strict=True))
        who = sorted(told)
        facts = {name: float(value) for name, value in self.facts.items()}
        if get_handicap(facts) and told != who and not self.sides:
            facts[HANDICAP.name] *= -1  # it is for the first-named player, whichever way the match is written
        return encode_sorted([moment(ended), started, self.kind, who, facts])

    def outcomes(self) -> list[str]:
        """Return the outcome of each player as a text, the same whichever way a match of two is written."""
        if self.sides:
            return [" ".join(cells) for cells in list_outcome_cells(self, list_file_columns())]
        plain = read_as_duel(self)
        if plain:
            score, left = plain
            return [f"{score} {left}", f"{1 - score} {left}"]
        if self.places:
            return [f"place {place}" for place in self.places]
        return [f"{left.how} {left.round}" for left in self.exits]


def find_record_format(record: MatchRecord, kind: Kind) -> Format:
    """Return the format of a record of this kind; of a kind for every match by how its players ended."""
    if kind.format is not ANY:
        return kind.format
    return ANY if not record.exits and read_as_duel(record) else choose_format(record.participants())


def read_as_duel(record: MatchRecord) -> tuple[float, str] | None:
    """Return the first player's score and the loser's exit of a match of two; None where that isn't all it says."""
    if record.sides:
        return None
    if record.scores:
        return record.scores[0], record.exit or DEAD
    if record.places:
        score = None if "field" in record.facts else find_score_by_places(record.places)
        return None if score is None else (score, DEAD)
    if len(record.exits) != 2 or any(left.round not in (None, 1) for left in record.exits):
        return None
    first, second = (left.how for left in record.exits)
    if first == second:
        return (DRAWN, first) if first != STANDING else None
    if STANDING in (first, second):
        return (1.0, second) if first == STANDING else (0.0, first)
    return None


def find_kind(
    record: MatchRecord, kinds: Sequence[Kind], participants: Sequence[ParticipantResult] | None = None
) -> Kind:
    """Return the kind that the record names; for a record without one the first kind that fits, else the first.

    `participants` are the record's, if somebody has them already.
    Raises: RatingError, "There is no kind chess here. Choose one of: rated, unrated, walkover."
    """
    if record.kind is None:
        told = participants or record.participants()
        for kind in kinds:
            if kind.format.suits_file(told, record.facts):
                return kind
        if record.sides:
            raise RatingError("No board here counts doubles and teams.", "kind")
        return kinds[0]
    for kind in kinds:
        if kind.key == record.kind:
            return kind
    known = ", ".join(kind.key for kind in kinds)
    raise RatingError(f"There is no kind {record.kind} here. Choose one of: {known}.", "kind")


def sort_by_end(records: Iterable[MatchRecord]) -> list[MatchRecord]:
    """Return the records in the order of play: by the moment they ended, equal ones as in the file."""
    return sorted(records, key=lambda record: record.ended.timestamp())


def format_in_utc(moment: datetime) -> str:
    """Return a moment in UTC, such as 2026-11-21T20:15:00+00:00."""
    return moment.astimezone(UTC).isoformat()


def build_source_keys(records: Sequence[MatchRecord]) -> list[str]:
    """Return the identity of each record, with moments as a file says them, in whatever time zone."""
    return hash_contents(record.told(format_clock_time, (*record.filed, record.ended)[0]) for record in records)


def build_older_keys(records: Sequence[MatchRecord]) -> list[tuple[str, ...]]:
    """Return the identities of each record under which older versions of this site stored it.

    They had moments in UTC, and read no column of times.
    """
    with_times = any(record.filed for record in records)
    filed = [(*record.filed, record.ended)[0] for record in records]
    dated = [(record.ended, *record.filed)[-1] for record in records]
    ways = [(format_in_utc, filed), *((moment, dated) for moment in (format_clock_time, format_in_utc) if with_times)]
    told = ([one.told(moment, at) for one, at in zip(records, ends, strict=True)] for moment, ends in ways)
    return list(zip(*map(hash_contents, told), strict=True))


def match_source_keys(records: Sequence[MatchRecord], stored: Collection[str | None]) -> list[tuple[str, str]]:
    """Return the identity of each record, and that of these stored ones which is its own; "" if it is new."""
    keys = build_source_keys(records)
    older = build_older_keys(records) if stored else [()] * len(keys)
    left = {*stored}.difference(keys)
    return [
        (key, key if key in stored else next((one for one in ways if one in left), ""))
        for key, ways in zip(keys, older, strict=True)
    ]


def hash_contents(contents: Iterable[str]) -> list[str]:
    """Return the SHA-256 of each text with its number among equal ones."""
    seen: Counter[str] = Counter()
    keys = []
    for content in contents:
        seen[content] += 1
        keys.append(hashlib.sha256(f"{content} {seen[content]}".encode()).hexdigest())
    return keys


def format_clock_time(moment: datetime) -> str:
    """Return a moment without its time zone, such as 2026-11-21T20:15:00."""
    return moment.replace(tzinfo=None).isoformat()


def list_fact_names() -> list[str]:
    """Return the names of the facts that rating systems know, with the field of a tournament; the handicap last."""
    asked = {fact.name for key, _ in list_system_choices() for fact in create_system(key).facts}
    return [*sorted(asked | {"field"}), *list_unasked_fact_labels(), HANDICAP.name]


def list_unasked_fact_labels() -> dict[str, str]:
    """Return the labels of the facts that no form asks for, by name: whatever stores a match says them."""
    systems = [create_system(key) for key, _ in list_system_choices()]
    return {fact.name: fact.label for system in systems for fact in system.unasked_facts}


def write_match_file(stream: TextIO, records: Iterable[MatchRecord], **extra: bool) -> None:
    """Write the records as a match file in the long form; a name that looks like a formula gets an apostrophe.

    `extra` are the columns that `build_match_rows` writes when asked for.
    """
    rows = build_match_rows(records, **extra)
    csv.writer(stream, lineterminator="\n").writerows(map(escape_row, rows))


def build_match_rows(
    records: Iterable[MatchRecord],
    *,
    with_scores: bool = False,
    with_handicaps: bool = False,
    with_unasked_facts: bool = False,
    with_boxes: bool = False,
    with_reasons: bool = False,
    with_sides: bool = True,
) -> Iterator[tuple[Any, ...]]:
    """Yield the header and a row for each player of each record; the id of a match is its number.

    The columns of the score, the handicap, the facts that no form asks for, the box, and why a match is unrated are
    there only when asked for, since many ladders keep none; that of the sides can be left away where nobody played
    together.
    """
    seldom = {*(() if with_handicaps else [HANDICAP.name]), *(() if with_unasked_facts else list_unasked_fact_labels())}
    facts = [name for name in list_fact_names() if name not in seldom]
    last = [name for name, asked in ((BOX_COLUMN, with_boxes), (REASON_COLUMN, with_reasons)) if asked]
    more = (*(SCORE_COLUMNS if with_scores else ()), *last)
    ended = [name for name in list_file_columns() if with_sides or name != SIDE_COLUMN]
    yield (*EXPORT_COLUMNS, *ended, *facts, *more)
    for number, record in enumerate(records, start=1):
        started = "" if record.started is None else format_day_or_moment(record.started, FIRST_SECOND)
        status = "" if record.status == COUNTED else record.status
        shared = (number, format_day_or_moment(record.ended, LAST_SECOND), started, record.kind or "", status)
        given = [write_fact(record.facts[name]) if name in record.facts else "" for name in facts]
        score = (format_games(record.games), record.ending) if with_scores else ()
        box = (record.box,) if with_boxes else ()
        reason = (record.unrated_because or "",) if with_reasons else ()
        for player, outcome in zip(record.players, list_outcome_cells(record, ended), strict=True):
            yield (*shared, player, *outcome, *given, *score, *box, *reason)


def write_fact(value: float) -> Any:
    """Return the cell of a fact; a number below zero stays one, since a text with a sign looks like a formula."""
    return value if value < 0 else format_plain_number(value)


def format_day_or_moment(moment: datetime, clock: time) -> str:
    """Return the day alone if its time is `clock`, which reading puts in for a missing time; else the moment."""
    return moment.date().isoformat() if moment.time() == clock and not moment.fold else moment.isoformat()


def list_outcome_cells(record: MatchRecord, names: Sequence[str]) -> list[list[str]]:
    """Return the cells of each player in these columns of the formats; blank texts where there is none."""
    participants = record.participants()
    if record.exit:
        draw = record.scores[0] == record.scores[1]
        exits = [Exit(STANDING) if score > 0 and not draw else Exit(record.exit, 1) for score in record.scores]
        participants = [one._replace(exit=left) for one, left in zip(participants, exits, strict=True)]
    values = map(choose_format(participants).list_file_values, participants)
    return [["" if (value := mine.get(name)) is None else str(value) for name in names] for mine in values]
