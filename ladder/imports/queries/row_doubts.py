"""Doubts about the rows of a file: facts that it lacks, lengths that are likely slips, and matches that are gone.

A match is gone when an earlier version of the same file had it, and this one has not.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from ladder.exports.queries import load_records_by_match
from ladder.files.cell_values import LAST_SECOND
from ladder.files.csv_grid import FileProblem
from ladder.files.interpretation.doubts import KEEP, LEAVE, Doubt, DoubtWeight
from ladder.files.interpretation.row_numbers import format_row_numbers
from ladder.files.match_records import MatchRecord, find_kind, match_source_keys, read_as_duel
from ladder.formats import (
    DUEL,
    RATED,
    RETIRED,
    STOPPED,
    TEAM,
    check_games,
    find_games_won,
    format_count,
    may_be_points,
    parse_score_rule,
    print_games,
)
from ladder.imports.queries.records import (
    FactsByLine,
    ImportDecisions,
    apply_decisions,
    describe_record,
    drop_plain_kind,
    list_known_kinds,
)
from ladder.ledger.storage.tables import start_of_day
from ladder.models import Match, Season
from ladder.pages.figures import has_time
from ladder.ratings import Fact, Kind, RatingError
from ladder.ratings.sides import SINGLES
from players.people.names import build_name_key

AS_WINNER_SCORED = "won"  # the answer that takes what the winner scored
SCORE_PAIR = re.compile(r"(\d{1,3})–(\d{1,3})")
MISSING_FACT_DETAIL = "A board that needs it can’t rate a match without it."

ODD_FACTOR = 2  # the longest usual length; above it a length is asked about
FEWEST_OF_ONE_LENGTH = 3  # a length that is there so often is meant
ODD_LENGTHS_SHOWN = 12
ODD_LENGTH_CHOICES = ((LEAVE, "Leave out"), (KEEP, "It is right"))
ODD_LENGTH_KEY = "odd"

GAMES_WON_KEY, GAMES_WON = "won", "games"
GAMES_WON_CHOICES = ((GAMES_WON, "The games won"), (KEEP, "The points of one game"))

GONE_KEY, VOID_ANSWER = "gone", "void"
GONE_CHOICES = ((KEEP, "Keep them"), (VOID_ANSWER, "Void them"))
REPLACED_KEY = "replaced"
REPLACED_CHOICES = (
    (VOID_ANSWER, "Go by this file, and void the earlier rows"),
    (KEEP, "Keep both: they are different matches"),
)
PROBLEMS_SHOWN = 12  # problems that are listed one by one
GONE_SHOWN = 12  # matches that are listed one by one


UNTIMED_REMARK = "Matches without a time count at the end of their day, after those that are here with one."


class MissingFact(NamedTuple):
    """A fact that boards need, and the lines of the rows without it."""

    fact: Fact
    lines: Sequence[int]


def list_untimed_remarks(season: Season, records: Sequence[MatchRecord]) -> list[str]:
    """Return what the page says where records have a day alone and stored matches of these days a time.

    One query, if there are such records.
    """
    days = [one.ended.date() for one in records if not has_time(one.ended)]
    if not days:
        return []
    ends = start_of_day(min(days)), start_of_day(max(days) + timedelta(1))
    stored = Match.objects.filter(season=season, played_at__gte=ends[0], played_at__lt=ends[1])
    is_mixed = stored.exclude(status=Match.Status.VOID).exclude(played_at__time=LAST_SECOND).exists()
    return [UNTIMED_REMARK] if is_mixed else []


def find_missing_facts(season: Season, records: Sequence[MatchRecord]) -> list[MissingFact]:
    """Return the facts that boards need and some of these records lack; only facts with usual values."""
    kinds = list_known_kinds(season)
    asked: dict[Fact, set[str]] = {}
    for board in season.boards.all():
        system = board.rating_system
        for fact in system.facts:
            if fact.required and fact.usual:
                asked.setdefault(season.ladder.fit_fact(fact), set()).update(kind.key for kind in system.kinds)
    found = (
        MissingFact(fact, [one.line for one in records if lacks_fact(one, fact, keys, kinds)])
        for fact, keys in asked.items()
    )
    return [one for one in found if one.lines]


def lacks_fact(record: MatchRecord, fact: Fact, keys: set[str], kinds: Sequence[Kind]) -> bool:
    """Return whether a record is of a kind that needs the fact, and lacks it; `keys` are those of these kinds."""
    if fact.name in record.facts or record.status == Match.Status.VOID:
        return False
    try:
        return find_kind(record, kinds).key in keys
    except RatingError:
        return False


def build_missing_fact_doubt(blank: MissingFact, shown: Mapping[int, str]) -> Doubt:
    """Return the doubt that asks for the fact in these rows; `shown` has the printed scores by line."""
    label = blank.fact.label.lower()
    title = f"{format_count(len(blank.lines), 'row has', 'rows have')} no {label}."
    choices = [(LEAVE, "Leave it blank"), *((str(value), f"{value} in each of them") for value in blank.fact.usual)]
    if all(SCORE_PAIR.fullmatch(shown.get(line, "")) for line in blank.lines):
        choices.insert(1, (AS_WINNER_SCORED, "As many as the winner scored"))
    return Doubt(f"blank-{blank.fact.name}", DoubtWeight.BLANK, title, tuple(choices), LEAVE, MISSING_FACT_DETAIL)


def fill_missing_facts(
    blanks: Sequence[MissingFact], shown: Mapping[int, str], answers: Mapping[str, str]
) -> FactsByLine:
    """Return the facts that were answered, by line."""
    facts: dict[int, dict[str, float]] = {}
    for blank in blanks:
        given = build_missing_fact_doubt(blank, shown).answer(answers)
        if given == LEAVE:
            continue
        for line in blank.lines:
            value = max(map(int, shown[line].split("–"))) if given == AS_WINNER_SCORED else int(given)
            facts.setdefault(line, {})[blank.fact.name] = value
    return facts


def find_odd_lengths(season: Season, records: Sequence[MatchRecord]) -> tuple[list[Doubt], set[int]]:
    """Return the doubt about lengths that no match of the ladder ever had, if there are any, and their lines."""
    facts = {fact.name: fact for board in season.boards.all() for fact in board.rating_system.facts if fact.usual}
    odd: dict[int, str] = {}
    for name, fact in facts.items():
        times = Counter(one.facts[name] for one in records if name in one.facts)
        longest = ODD_FACTOR * max(fact.usual)
        unusual = {value for value, often in times.items() if value > longest and often < FEWEST_OF_ONE_LENGTH}
        if unusual:
            odd |= describe_odd_lengths(fact, records, unusual - find_played_lengths(season, name, unusual))
    if not odd:
        return [], set()
    title = f"A match is unusually long in {format_row_numbers(odd)}."
    examples = tuple(odd[line] for line in sorted(odd)[:ODD_LENGTHS_SHOWN])
    doubt = Doubt(ODD_LENGTH_KEY, DoubtWeight.INVALID, title, ODD_LENGTH_CHOICES, LEAVE, "", examples)
    return [doubt], set(odd)


def read_record_scores(
    season: Season, records: Sequence[MatchRecord], answers: Mapping[str, str]
) -> tuple[list[MatchRecord], list[Doubt]]:
    """Return the records with scores such as 3-1 as the games won, where the ladder's rule knows these.

    Scores that may be the points of one game as well are one doubt. In a box what somebody gave up is told in games.
    """
    rule = parse_score_rule(season.ladder.score_rule)
    endings = {one.line: STOPPED if one.box and one.ending == RETIRED else one.ending for one in records}
    won = {one.line: found for one in records if (found := find_games_won(rule, one.games, endings[one.line]))}
    unsure = [one for one in records if one.line in won and may_be_points(rule, one.games)]
    doubts = [build_games_won_doubt(unsure)] if unsure else []
    if unsure and doubts[0].answer(answers) == KEEP:
        won = {line: found for line, found in won.items() if line not in {one.line for one in unsure}}
    return [one._replace(games=(won[one.line],)) if one.line in won else one for one in records], doubts


def build_games_won_doubt(records: Sequence[MatchRecord]) -> Doubt:
    """Return the doubt about scores that may be the games won or the points of one game."""
    where = format_row_numbers(one.line for one in records)
    title = f"What are scores such as {print_games(records[0].games)} in {where}?"
    return Doubt(GAMES_WON_KEY, DoubtWeight.AGAINST, title, GAMES_WON_CHOICES, GAMES_WON)


def find_odd_scores(season: Season, records: Sequence[MatchRecord]) -> list[FileProblem]:
    """Return the scores that can't come about by the ladder's rule, each with the reason."""
    rule, found = parse_score_rule(season.ladder.score_rule), []
    for one in records:
        try:
            check_games(rule, one.games, one.ending)
        except RatingError as error:
            found.append(FileProblem(one.line, str(error)))
    return found


class UncountedRows(NamedTuple):
    """Rows of matches that no board counts: doubles where all count singles, or singles where all count doubles."""

    lines: Sequence[int] = ()
    what: str = ""
    counted: str = ""

    @property
    def sentence(self) -> str:
        """What they are, and what is counted instead."""
        number = format_count(len(self.lines), "row is", "rows are")
        return f"{number} {self.what}, and this ladder counts {self.counted}."


def find_uncounted_rows(season: Season, records: Sequence[MatchRecord]) -> UncountedRows:
    """Return the rows of doubles or teams, or those of singles, where no board of the season counts these."""
    kinds, teams = list_known_kinds(season), season.ladder.name_teams().lower()
    if not any(kind.format.has_sides for kind in kinds):
        lines = [one.line for one in records if one.sides and one.kind in (None, TEAM.key)]
        return UncountedRows(lines, teams, SINGLES)
    if kinds[0].format.has_sides and not any(kind.format is DUEL for kind in kinds):
        plain = (one for one in records if not one.sides and one.kind in (None, RATED.key))
        return UncountedRows([one.line for one in plain if read_as_duel(one)], SINGLES, teams)
    return UncountedRows()


def find_played_lengths(season: Season, name: str, values: set[float]) -> set[float]:
    """Return those of these values that a match of the ladder has had."""
    played = Match.objects.filter(season__ladder=season.ladder_id, status=Match.Status.COUNTED)
    found = played.filter(**{f"facts__{name}__gte": min(values)}).values_list("facts", flat=True)
    return {facts[name] for facts in found}


def describe_odd_lengths(fact: Fact, records: Sequence[MatchRecord], values: set[float]) -> dict[int, str]:
    """Return a sentence for each row with one of these values, by line."""
    found: dict[int, str] = defaultdict(str)
    for one in records:
        if one.facts.get(fact.name) in values:
            names = " and ".join(one.players)
            found[one.line] = f"Row {one.line:,}: {names}, {fact.label.lower()} {one.facts[fact.name]:,g}."
    return found


class StoredMatch(NamedTuple):
    """A stored match that is not void: its import, its identity in it, and when it was played."""

    pk: int
    imported_in: int | None
    source_key: str | None
    played_at: datetime


def find_gone_matches(
    season: Season, records: Sequence[MatchRecord], decided: ImportDecisions, *, is_export: bool
) -> dict[int, MatchRecord]:
    """Return the matches, by primary key, that are missing from this version of a file.

    Looked at are the matches of every import that shares one with the file; for an export, all up to its last moment.
    """
    if not records:
        return {}
    kinds = list_known_kinds(season)
    plain = [drop_plain_kind(record, kinds) for record in records]
    rows = Match.objects.filter(season=season).exclude(status=Match.Status.VOID).order_by("pk")
    stored = [StoredMatch(*row) for row in rows.values_list(*StoredMatch._fields)]
    own = [key for _, key in match_source_keys(plain, {one.source_key for one in stored})]
    known = {*own} - {""}
    shared = {one.imported_in for one in stored if one.source_key in known} - {None}
    last = max(record.ended for record in records)
    asked = [
        one.pk
        for one in stored
        if one.source_key not in known and (one.imported_in in shared or (is_export and one.played_at <= last))
    ]
    if not asked:
        return {}
    said = Counter(apply_decisions(record, decided).content for record, key in zip(plain, own, strict=True) if not key)
    gone = dict(list_gone_matches(season, asked, said))
    return gone if shared or len(gone) < len(asked) else {}


def list_gone_matches(season: Season, asked: Sequence[int], said: Counter[str]) -> Iterator[tuple[int, MatchRecord]]:
    """Yield those of these matches that the file doesn't have; each match of the file stands for one of them."""
    wanted, kinds = set(asked), list_known_kinds(season)
    for match, record in load_records_by_match(season):
        if match not in wanted:
            continue
        plain = drop_plain_kind(record, kinds)
        if said[plain.content] > 0:
            said[plain.content] -= 1
        else:
            yield match, plain


def find_replaced_matches(gone: Mapping[int, MatchRecord], new: Iterable[MatchRecord]) -> set[int]:
    """Return those of the matches that are gone in whose place a new record stands: of the same day and players."""
    coming = Counter(map(list_day_and_players, new))
    found = set()
    for match, record in gone.items():
        place = list_day_and_players(record)
        if coming[place]:
            coming[place] -= 1
            found.add(match)
    return found


def list_day_and_players(record: MatchRecord) -> tuple[date, frozenset[str]]:
    """Return the day of a record and the keys of its players' names."""
    return record.ended.date(), frozenset(map(build_name_key, record.players))


def build_replaced_doubts(replaced: Sequence[MatchRecord]) -> list[Doubt]:
    """Return the doubt about matches that a changed file tells otherwise; none if there are none.

    Preset is what the file says now: both would count otherwise.
    """
    if not replaced:
        return []
    number = format_count(len(replaced), "match", "matches")
    title = f"{number} from the earlier file ended differently in this one."
    examples = tuple(describe_record(record, "") for record in replaced[:GONE_SHOWN])
    more = f"And {len(replaced) - GONE_SHOWN:,} more." if len(replaced) > GONE_SHOWN else ""
    return [Doubt(REPLACED_KEY, DoubtWeight.STORED, title, REPLACED_CHOICES, VOID_ANSWER, more, examples)]


def build_gone_doubts(gone: Mapping[int, MatchRecord]) -> list[Doubt]:
    """Return the doubt about matches that are gone from the file; none if there are none."""
    if not gone:
        return []
    number = format_count(len(gone), "match", "matches")
    title = f"{number} from the earlier file {'is' if len(gone) == 1 else 'are'} not in this one."
    examples = tuple(describe_record(record, "") for record in list(gone.values())[:GONE_SHOWN])
    more = f"And {len(gone) - GONE_SHOWN:,} more." if len(gone) > GONE_SHOWN else ""
    return [Doubt(GONE_KEY, DoubtWeight.STORED, title, GONE_CHOICES, KEEP, more, examples)]


def list_problems(problems: Sequence[FileProblem]) -> tuple[str, tuple[str, ...]]:
    """Return how many problems there are beyond the first, and these first ones in words."""
    more = f"And {len(problems) - PROBLEMS_SHOWN:,} more." if len(problems) > PROBLEMS_SHOWN else ""
    return more, tuple(one.text for one in sorted(problems)[:PROBLEMS_SHOWN])
