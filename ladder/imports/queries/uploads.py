"""Read an uploaded spreadsheet for a season, with the answers to its doubts that were given so far."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from django.utils import timezone

from ladder.files.cell_values import parse_moment
from ladder.files.csv_grid import FileProblem
from ladder.files.interpretation.column_guess import ColumnGuess, guess_columns
from ladder.files.interpretation.column_meanings import find_missing_meaning
from ladder.files.interpretation.doubts import KEEP, LEAVE, LEAVE_OR_KEEP, Doubt, DoubtWeight
from ladder.files.interpretation.file_kinds import describe_file_kind
from ladder.files.interpretation.heading_rows import find_first_heading_row
from ladder.files.interpretation.play_order import PlayOrder
from ladder.files.interpretation.row_filter import SeasonRules, filter_rows
from ladder.files.interpretation.row_numbers import format_row_numbers, name_columns_unread, name_rows_unread
from ladder.files.interpretation.sheet_choice import SheetTable
from ladder.files.match_file import read_match_file
from ladder.files.match_records import BOX_COLUMN, MatchRecord
from ladder.formats import format_count
from ladder.imports.queries.box_doubts import find_box_doubts
from ladder.imports.queries.name_doubts import (
    build_turned_name_doubts,
    find_name_doubts,
    find_names_meant,
    gather_names,
)
from ladder.imports.queries.name_notes import (
    NOTES_KEY,
    PLAIN_ANSWER,
    build_note_doubts,
    drop_notes,
    find_noted_names,
)
from ladder.imports.queries.name_numbers import (
    NUMBERS_ANSWER,
    NUMBERS_KEY,
    NumberedNames,
    build_number_doubts,
)
from ladder.imports.queries.records import (
    CheckedRow,
    ImportDecisions,
    apply_decisions,
    check_records,
    describe_first_rows,
    find_new_records,
    find_stored_records,
    list_known_kinds,
    set_people,
)
from ladder.imports.queries.row_doubts import (
    GONE_KEY,
    ODD_LENGTH_KEY,
    REPLACED_KEY,
    VOID_ANSWER,
    UncountedRows,
    build_gone_doubts,
    build_missing_fact_doubt,
    build_replaced_doubts,
    fill_missing_facts,
    find_gone_matches,
    find_missing_facts,
    find_odd_lengths,
    find_odd_scores,
    find_replaced_matches,
    find_uncounted_rows,
    list_problems,
    list_untimed_remarks,
    read_record_scores,
)
from ladder.ledger.admission import check_season_open
from ladder.ledger.storage.bulk import collector_paused
from ladder.models import Match, Season
from ladder.ratings import RatingError

UNSCORED_KEY = "scores"
ODD_SCORE_KEY = "rule"
ODD_SCORE_CHOICES = ((KEEP, "Import them as they are"), (LEAVE, "Leave these rows out"))
UNSCORED_CHOICES = ((KEEP, "Import these matches without a score"), (LEAVE, "Leave these rows out"))
STOP_ANSWER = "stop"
INVALID_CHOICES = ((LEAVE, "Leave out"), (STOP_ANSWER, "Import nothing: I will correct the file first"))


class UploadReading(NamedTuple):
    """What a file says with the given columns and answers: its doubts, and the matches that would be imported."""

    guess: ColumnGuess
    lacking: str = ""  # what the columns lack, as `find_missing_meaning` returns it
    doubts: Sequence[Doubt] = ()
    records: Sequence[MatchRecord] = ()
    decided: ImportDecisions = ImportDecisions()
    rows: Sequence[CheckedRow] = ()
    known: int = 0
    left_out: int = 0
    stopped: bool = False
    gone: Sequence[int] = ()  # matches to be voided, since the file doesn't have them any more
    first: Sequence[str] = ()  # the first rows in words
    is_dated: bool = True  # any row has a date
    uncounted: UncountedRows = UncountedRows()
    remarks: Sequence[str] = ()  # how rows were made of something else, and in which order those of a day are taken
    unused: Sequence[str] = ()  # what of the file was not used, in words
    kind: str = ""  # what a file without matches, or one that was laid out anew, seems to be


@collector_paused()
def read_upload(
    season: Season,
    table: SheetTable,
    meanings: Sequence[str] | None,
    answers: Mapping[str, str],
    day: date | None = None,
) -> UploadReading:
    """Read the rows of a file with these meanings of its columns, or with guessed ones if there are none yet.

    `day` is that of all rows, if the file has no dates.
    Raises: ValidationError, "Autumn has no board yet." or "Autumn is closed. Reopen it first."
    """
    check_season_open(season)
    kinds = [kind.key for kind in list_known_kinds(season)]
    found = guess_columns(table.rows, list_needed_facts(season), kinds, meanings, table.heading)
    is_dated = found.is_dated(table.rows)
    common = None if is_dated else day
    said = found.meanings if is_dated else [one for one in found.meanings if one != "date"]
    lacking = table.lacking or found.refused or find_missing_meaning([*said, *(["date"] if common else [])])
    if lacking:
        kind = " ".join(table.remarks) or describe_file_kind(found, table.rows)
        return UploadReading(found, lacking, doubts=table.doubts, is_dated=is_dated, kind=kind)
    return read_known_columns(season, table, found, answers, common)._replace(is_dated=is_dated)


def list_needed_facts(season: Season) -> list[str]:
    """Return the names of the facts that the boards of a season require."""
    systems = [board.rating_system for board in season.boards.all()]
    return list(dict.fromkeys(fact.name for system in systems for fact in system.facts if fact.required))


def build_season_rules(season: Season) -> SeasonRules:
    """Return whether a board of a season knows draws, which kinds of match its boards know, and the club's zone."""
    systems = [board.rating_system for board in season.boards.all()]
    kinds = [kind.key for kind in list_known_kinds(season)]
    return SeasonRules(any(system.draws for system in systems), kinds, timezone.get_current_timezone_name())


def read_known_columns(
    season: Season, table: SheetTable, found: ColumnGuess, answers: Mapping[str, str], common: date | None
) -> UploadReading:
    """Read a file whose columns are known, and find its doubts one kind after the other."""
    rules = build_season_rules(season)
    sieve = filter_rows(table.rows, found, answers, timezone.localdate(), rules, table.numbers, common, table.marked)
    sheet = read_match_file(sieve.table, timezone.get_current_timezone())
    listed = [set_row(one, sieve.filed, table.numbers) for one in sheet.records]
    unscored, errors = (number_problems(ones, table.numbers) for ones in (sheet.unscored, sheet.errors))
    listed, unsure = (listed, []) if found.is_export else read_record_scores(season, listed, answers)
    records = sort_by_play_order(listed, sieve.order)
    new, known = find_new_records(season, records)
    exact = found.is_export and not Match.objects.filter(season=season).exists()
    numbered = NumberedNames(listed, sieve.numbered)
    numbers = build_number_doubts(numbered)
    people = numbered.list_people() if find_answer(numbers, NUMBERS_KEY, answers) == NUMBERS_ANSWER else {}
    said = gather_names([set_people(one, people) for one in listed], sieve.spellings, exact=exact)
    noted = {} if exact else find_noted_names(said, chain.from_iterable(people.values()))
    notes = build_note_doubts(said, noted)
    if find_answer(notes, NOTES_KEY, answers) == PLAIN_ANSWER:
        said = drop_notes(said, noted)
    spelt = [] if exact else [*numbers, *notes, *build_turned_name_doubts(said), *find_name_doubts(said)]
    names = find_names_meant(spelt, answers, said)
    blanks = [] if found.is_export else find_missing_facts(season, [record for record, _ in new])
    facts = fill_missing_facts(blanks, sieve.shown, answers)
    decided = ImportDecisions(names, facts=facts, people=people)
    new = [(apply_decisions(record, decided), key) for record, key in new]
    same = find_stored_records(season, records, new, decided)
    odd, long = find_odd_lengths(season, [one for one, _ in new])
    unlikely = [] if found.is_export else find_odd_scores(season, [one for one, _ in new])
    gone = find_gone_matches(season, records, decided, is_export=found.is_export)
    replaced = find_replaced_matches(gone, [one for one, _ in new])
    told = [gone[match] for match in gone if match in replaced]
    gone = {match: record for match, record in gone.items() if match not in replaced}
    lacked = [build_missing_fact_doubt(one, sieve.shown) for one in blanks]
    asked = [*table.doubts, *sieve.doubts, *lacked, *spelt, *build_stored_doubts(same), *build_gone_doubts(gone), *odd]
    asked += build_replaced_doubts(told)
    asked += build_unscored_doubts(unscored)
    asked += [*unsure, *build_odd_score_doubts(season, unlikely)]
    voided = [*gone] if find_answer(asked, GONE_KEY, answers) == VOID_ANSWER else []
    voided += replaced if find_answer(asked, REPLACED_KEY, answers) == VOID_ANSWER else []
    uncounted = find_uncounted_rows(season, [one for one, _ in new])
    stored = {one.line for one in same}
    left = {*stored} if find_answer(asked, "stored", answers) == LEAVE else set()
    left |= long if find_answer(asked, ODD_LENGTH_KEY, answers) == LEAVE else set()
    left |= {one.line for one in unscored} if find_answer(asked, UNSCORED_KEY, answers) == LEAVE else set()
    left |= {one.line for one in unlikely} if find_answer(asked, ODD_SCORE_KEY, answers) == LEAVE else set()
    left |= {*uncounted.lines}
    fresh = [one for one, _ in new if one.line not in stored]
    for doubt, lines in find_box_doubts(season, fresh, voided, has_dates=common is None):
        asked.append(doubt)
        left |= lines if doubt.answer(answers) == LEAVE else set()
    good, problems = check_records(season, [one for one in new if one[0].line not in left])
    problems = sorted([*problems, *errors])
    asked += build_invalid_doubts(problems)
    kept = {*sieve.order.rows} - left - {one.line for one in problems}
    return UploadReading(
        found,
        doubts=sorted(asked, key=lambda one: -one.weight),
        records=records,
        decided=decided._replace(without=left),
        rows=good,
        known=known,
        left_out=sieve.left_out + len(left) + len(problems),
        stopped=find_answer(asked, "invalid", answers) == STOP_ANSWER,
        gone=voided,
        first=describe_first_rows(sorted((one.record for one in good), key=attrgetter("line")) or listed, sieve.shown),
        remarks=[*table.remarks, *sieve.order.remarks, *list_untimed_remarks(season, [one for one, _ in new])],
        uncounted=uncounted,
        unused=[*table.unused, *list_unread_parts(season, table, found, kept)],
    )


def list_unread_parts(season: Season, table: SheetTable, guess: ColumnGuess, kept: Collection[int]) -> Iterator[str]:
    """Yield in words which rows and columns of a table nothing was made of; `kept` are the rows of matches.

    Boxes say something only of a season that has some.
    """
    used = {*kept, *range(find_first_heading_row(table.rows, guess.heading), guess.heading + 1)}
    filled = [number for number, row in zip(table.numbers, table.rows, strict=True) if any(row)]
    yield from name_rows_unread(number for number in filled if number not in used)
    meant = zip(guess.columns, guess.meanings, strict=True)
    idle = {"", BOX_COLUMN} if BOX_COLUMN in guess.meanings and not season.boxes.exists() else {""}
    unread = [one for one, meaning in meant if meaning in idle and not one.is_empty]
    yield from name_columns_unread({one.place: one.heading for one in unread})


def set_row(record: MatchRecord, filed: Mapping[int, Sequence[str]], numbers: Sequence[int]) -> MatchRecord:
    """Return a record of the filtered text with its row in the sheet, and with when it ended by what the row says."""
    row = numbers[record.line - 2]
    return record._replace(line=row, filed=tuple(parse_moments(filed.get(row, ()))))


def parse_moments(texts: Iterable[str]) -> Iterator[datetime]:
    """Yield the moments in these texts that there are; in few zones a day has no midnight."""
    for text in texts:
        with suppress(RatingError):
            yield parse_moment(text, timezone.get_current_timezone())


def number_problems(problems: Iterable[FileProblem], numbers: Sequence[int]) -> list[FileProblem]:
    """Return the problems of a match file with the numbers of its rows; line 2 is the first of them."""
    return [one._replace(line=numbers[max(one.line - 2, 0)]) for one in problems]


def sort_by_play_order(records: Iterable[MatchRecord], order: PlayOrder) -> list[MatchRecord]:
    """Return the records in the order in which their rows were played, which decides between equal dates."""
    places = {line: place for place, line in enumerate(order.rows)}
    return sorted(records, key=lambda one: places[one.line])


def find_answer(doubts: Sequence[Doubt], key: str, answers: Mapping[str, str]) -> str:
    """Return the answer to the doubt with this key; "" if there is no such doubt."""
    return next((one.answer(answers) for one in doubts if one.key == key), "")


def build_stored_doubts(same: Sequence[MatchRecord]) -> list[Doubt]:
    """Return the doubt about matches that are stored already; none if there are none."""
    if not same:
        return []
    number = format_count(len(same), "match is", "matches are")
    title = f"{number} already stored ({format_row_numbers(one.line for one in same)})."
    return [Doubt("stored", DoubtWeight.STORED, title, LEAVE_OR_KEEP, LEAVE, "Same time, same players, same result.")]


def build_unscored_doubts(problems: Sequence[FileProblem]) -> list[Doubt]:
    """Return the doubt about scores that can't be those of their matches; none if all can."""
    if not problems:
        return []
    title = f"{format_count(len(problems), 'score does not fit its row', 'scores do not fit their rows')}."
    return [Doubt(UNSCORED_KEY, DoubtWeight.AGAINST, title, UNSCORED_CHOICES, KEEP, *list_problems(problems))]


def build_odd_score_doubts(season: Season, problems: Sequence[FileProblem]) -> list[Doubt]:
    """Return the doubt about scores that can't come about by the ladder's rule; none if all can."""
    if not problems:
        return []
    number = format_count(len(problems), "score doesn’t fit", "scores don’t fit")
    title = f"{number} {season.ladder.score_rule}."
    return [Doubt(ODD_SCORE_KEY, DoubtWeight.AGAINST, title, ODD_SCORE_CHOICES, KEEP, *list_problems(problems))]


def build_invalid_doubts(problems: Sequence[FileProblem]) -> list[Doubt]:
    """Return the doubt about rows that can't be matches, with what is wrong with the first of them; none if all can."""
    if not problems:
        return []
    title = f"{format_count(len(problems), 'row')} can't be {'a match' if len(problems) == 1 else 'matches'}."
    return [Doubt("invalid", DoubtWeight.INVALID, title, INVALID_CHOICES, LEAVE, *list_problems(problems))]
