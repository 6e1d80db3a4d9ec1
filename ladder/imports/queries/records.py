"""The records of a file beside what a season has: which are new, which can be matches, and how they read in words."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import Q

from ladder.exports.queries import load_records
from ladder.files.cell_values import format_plain_number
from ladder.files.csv_grid import FileProblem
from ladder.files.interpretation.row_numbers import get_sheet_name
from ladder.files.match_records import MatchRecord, find_kind, match_source_keys
from ladder.formats import RETIRED, STOPPED, find_score_by_places, join_names, print_games, tells_games_won
from ladder.ledger.admission import Admission
from ladder.matches.queries.limits import (
    LONGEST_LIMIT_REASON,
    UNRATED_REASON,
    list_rated_kinds,
    list_rated_limits,
    list_subjects,
    load_rated_tally,
)
from ladder.models import Match, Season
from ladder.pages.figures import format_match_moment
from ladder.ratings import UNRATED, Kind, RatingError, Result
from players.people.actions import find_players
from players.people.names import build_name_key, clean_name, isolate_direction

STOPPED_WITH_SCORE = "{first} – {second} {score}: stopped"
STOPPED_WITHOUT = "{first} and {second} stopped before the end"

IdentifiedRecord = tuple[MatchRecord, str]
"""A record with its identity."""

FactsByLine = Mapping[int, Mapping[str, float]]
"""Facts that a file doesn't have, by line."""

PeopleByLine = Mapping[int, tuple[str, ...]]
"""The names of whom rows mean, by line, where they are not those that stand there."""

TAKEN_BACK = Q(match__status=Match.Status.VOID, match__imported_in__taken_back__isnull=False)

FIRST_ROWS = 6  # rows
MORE_ROWS = 2  # rows that ended otherwise than the first ones


class CheckedRow(NamedTuple):
    """A record that can be stored; the players of its result are name keys until then."""

    record: MatchRecord
    result: Result
    key: str
    limited: str = ""  # why it is kept as unrated: the reason that stays with it


class ImportDecisions(NamedTuple):
    """What was decided about a file: whom a name means, which lines are left out, and facts that it lacks."""

    names: Mapping[str, str] = {}  # by name key
    without: Collection[int] = ()
    facts: FactsByLine = {}
    people: PeopleByLine = {}


NO_DECISIONS = ImportDecisions()


def find_new_records(
    season: Season, records: Sequence[MatchRecord], decided: ImportDecisions = NO_DECISIONS
) -> tuple[list[IdentifiedRecord], int]:
    """Return the records that were not imported before, each with its identity, and how many were.

    The identity is that of what the file says, so decisions about the file make no difference to it.
    """
    kinds = list_known_kinds(season)
    plain = [drop_plain_kind(record, kinds) for record in records]
    stored = set(Match.objects.filter(season=season, source_key__isnull=False).values_list("source_key", flat=True))
    rows = zip(records, match_source_keys(plain, stored), strict=True)
    new = [(record, key) for record, (key, known) in rows if not known]
    known = len(records) - len(new)
    kept = [(one, key) for one, key in new if one.line not in decided.without]
    return [(apply_decisions(one, decided), key) for one, key in kept], known


def apply_decisions(record: MatchRecord, decided: ImportDecisions) -> MatchRecord:
    """Return the record with the names and facts that were decided on."""
    named = set_decided_names(set_people(record, decided.people), decided.names)
    return add_missing_facts(named, decided.facts)


def set_people(record: MatchRecord, people: PeopleByLine) -> MatchRecord:
    """Return the record with the names of whom it means."""
    return record._replace(players=people[record.line]) if record.line in people else record


def add_missing_facts(record: MatchRecord, facts: FactsByLine) -> MatchRecord:
    """Return the record with facts that were decided on where its file has none."""
    missing = facts.get(record.line)
    return record._replace(facts={**missing, **record.facts}) if missing else record


def set_decided_names(record: MatchRecord, names: Mapping[str, str]) -> MatchRecord:
    """Return the record with the names that were decided on."""
    if not names:
        return record
    return record._replace(players=tuple(names.get(build_name_key(player), player) for player in record.players))


def list_known_kinds(season: Season) -> list[Kind]:
    """Return the kinds of match that the boards of a season know; those that they rate come first.

    Raises: ValidationError, "Autumn has no board yet."
    """
    boards = season.boards.all()
    if not boards:
        raise ValidationError(f"{season.name} has no board yet.")
    counted = [kind for board in boards for kind in board.rating_system.kinds]
    return list(dict.fromkeys(counted + [kind for board in boards for kind in board.rules.known]))


def drop_plain_kind(record: MatchRecord, kinds: Sequence[Kind]) -> MatchRecord:
    """Return the record without its kind, if a record without one would get the same: so equal matches look equal."""
    if record.kind is None:
        return record
    blank = record._replace(kind=None)
    return blank if find_kind(blank, kinds).key == record.kind else record


def check_records(season: Season, new: Iterable[IdentifiedRecord]) -> tuple[list[CheckedRow], list[FileProblem]]:
    """Check each record like a match that is recorded; return those that can be stored, and the problems."""
    kinds, admission = list_known_kinds(season), Admission(season)
    rows: list[CheckedRow] = []
    problems: list[FileProblem] = []
    for record, key in new:
        try:
            result = record.result(kinds, build_player_key)
            (admission.check_void if record.status == Match.Status.VOID else admission.check)(result)
        except ValidationError as error:
            problems.append(FileProblem(record.line, " ".join(error.messages)))
        except RatingError as error:
            problems.append(FileProblem(record.line, str(error)))
        else:
            reason = record.unrated_because or ""
            is_limited = result.kind == UNRATED and reason.startswith(UNRATED_REASON)
            rows.append(CheckedRow(record, result, key, reason[:LONGEST_LIMIT_REASON] if is_limited else ""))
    good, problems = refuse_doubled_players(rows, problems)
    return limit_rated_rows(season, good), problems


def limit_rated_rows(season: Season, rows: list[CheckedRow]) -> list[CheckedRow]:
    """Return the rows as they are recorded one after the other; those beyond a limit of the ladder are unrated.

    A file that says which of its matches were beyond a limit has decided that for all of them.

    Two queries, and none for a ladder without limits.
    """
    limits, kinds = list_rated_limits(season.ladder), list_rated_kinds(season)
    if not limits or not rows:
        return rows
    found = find_players({player for row in rows for player in row.result.players})
    tally = load_rated_tally(season, [row.result.ended.date() for row in rows])
    limited = []
    for row in rows:
        result, players = row.result, tuple(found[key].pk if key in found else key for key in row.result.players)
        counts = row.record.status != Match.Status.VOID and result.kind in kinds
        is_open = counts and row.record.unrated_because is None
        reached = tally.find_reached_limit(limits, result._replace(players=players)) if is_open else None
        if reached:
            row = row._replace(result=result._replace(kind=UNRATED), limited=reached.reason)
        elif counts:
            tally.add(result.ended.date(), list_subjects(players, result.sides, result.kind))
        limited.append(row)
    return limited


def refuse_doubled_players(
    rows: Sequence[CheckedRow], problems: list[FileProblem]
) -> tuple[list[CheckedRow], list[FileProblem]]:
    """Return the rows without those in which two names are one player, and the problems with these added."""
    found = find_players({player for row in rows for player in row.result.players})
    good = []
    for row in rows:
        players = [found[key].name if key in found else key for key in row.result.players]
        if len(set(players)) == len(players):
            good.append(row)
        else:
            double = next(name for name in players if players.count(name) > 1)
            problems.append(FileProblem(row.record.line, f"Two of these names belong to {double}."))
    return good, sorted(problems)


@lru_cache(maxsize=1 << 16)
def build_player_key(name: str) -> str:
    """Return the key of a player's name. Raises: RatingError with the reason why it can't be a name."""
    try:
        return build_name_key(clean_name(name))
    except ValueError as error:
        raise RatingError(str(error), "player") from error


def find_stored_records(
    season: Season, all_records: Iterable[MatchRecord], new: Sequence[IdentifiedRecord], decided: ImportDecisions
) -> list[MatchRecord]:
    """Return the new records that equal a stored match; each stored match stands for one record.

    Matches of an import that was undone don't count: the same file may bring them again.
    """
    kinds = list_known_kinds(season)
    left = Counter(drop_plain_kind(one, kinds).content for one in load_records(season, ~TAKEN_BACK))
    if not left:
        return []
    fresh = {record.line for record, _ in new}
    for one in all_records:
        if one.line not in fresh:
            take_equal_match(left, drop_plain_kind(apply_decisions(one, decided), kinds))
    return [record for record, _ in new if take_equal_match(left, drop_plain_kind(record, kinds))]


def take_equal_match(left: Counter[str], record: MatchRecord) -> bool:
    """Take a match that equals the record from those that are left; return whether there was one."""
    content = next((one for one in record.contents if left[one] > 0), None)
    if content is not None:
        left[content] -= 1
    return content is not None


def describe_first_rows(records: Sequence[MatchRecord], shown: Mapping[int, str]) -> list[str]:
    """Return the first matches in words, some with other outcomes, and the first one of further sheets.

    `shown` has the printed scores by line.
    """
    first = list(islice(records, FIRST_ROWS))
    ends = {find_first_score(one) for one in first}
    others = islice((one for one in records[FIRST_ROWS:] if find_first_score(one) not in ends), MORE_ROWS)
    told = {one.line: one for one in [*first, *others]}
    sheets = {get_sheet_name(line) for line in told}
    further = {get_sheet_name(one.line): one for one in reversed(records)}
    told |= {one.line: one for sheet, one in list(further.items())[::-1][:FIRST_ROWS] if sheet not in sheets}
    return [f"Row {one.line:,}: {describe_record(one, print_score(one, shown))}" for one in told.values()]


def print_score(record: MatchRecord, shown: Mapping[int, str]) -> str:
    """Return the printed score of a record: the games won say that they are these."""
    return print_games(record.games) if tells_games_won(record.games) else shown.get(record.line, "")


def find_first_score(record: MatchRecord) -> float | None:
    """Return the score of the first player or side; None if more than two players or sides met."""
    if record.scores:
        return record.scores[0]
    firsts = [record.sides.index(side) for side in dict.fromkeys(record.sides)]
    return find_score_by_places([record.places[seat] for seat in firsts] if firsts else record.places)


def describe_record(record: MatchRecord, score: str) -> str:
    """Return a record in words: “Jordan 1–3 Argentina: Argentina won, 4 March 2026”; `score` is the printed one."""
    facts = "".join(f", {name} {format_plain_number(value)}" for name, value in record.facts.items())
    kind = f", {record.kind}" if record.kind else ""
    status = "" if record.status == "counted" else f", {record.status}"
    return f"{describe_record_outcome(record, score)}{facts}{kind}{status}, {format_match_moment(record.ended)}"


def describe_record_outcome(record: MatchRecord, score: str) -> str:
    """Return in words who played and how it ended; `score` is the printed score, if there is one."""
    names = list_side_names(record)
    end = find_first_score(record)
    if len(names) == 2 and end is not None:
        first, second = names
        retired = f", {second if end else first} retired" if record.ending == RETIRED else ""
        if record.ending == STOPPED:
            return (STOPPED_WITH_SCORE if score else STOPPED_WITHOUT).format(first=first, second=second, score=score)
        if not score and end == 0.5:
            return f"{first} drew with {second}" if record.sides else f"{first} and {second} drew"
        if not score:
            return f"{first} beat {second}{retired}" if end else f"{second} beat {first}{retired}"
        ended = "drawn" if end == 0.5 else f"{first if end else second} won{retired}"
        if "," in score or " " in score or "–" not in score:
            return f"{first} – {second} {score}: {ended}"
        return f"{first} {score} {second}: {ended}"
    names = list(map(isolate_direction, record.players))
    if record.places:
        return join_first_parts(f"{place} {name}" for place, name in sorted(zip(record.places, names, strict=True)))
    return join_first_parts(f"{name} {left.how}" for name, left in zip(names, record.exits, strict=True))


def list_side_names(record: MatchRecord) -> list[str]:
    """Return the names of those who played, with the names of a side together: “Ann and Bo”."""
    names = list(map(isolate_direction, record.players))
    if not record.sides:
        return names
    return [
        join_names([name for name, own in zip(names, record.sides, strict=True) if own == side])
        for side in dict.fromkeys(record.sides)
    ]


def join_first_parts(parts: Iterable[str]) -> str:
    """Return the first parts with semicolons between them, and how many more there are."""
    found = list(parts)
    return "; ".join(found[:FIRST_ROWS]) + (f"; and {len(found) - FIRST_ROWS} more" if len(found) > FIRST_ROWS else "")
