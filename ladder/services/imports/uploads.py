"""A spreadsheet on its way into a season: read with the answers given so far, then brought in."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from ladder.files import Problem, Record, read_matches
from ladder.files.guessing import Doubt, Guess, Played, counted, guess, missing, rows_named, sift
from ladder.files.guessing.doubts import LEAVE, LEFT_OUT, Weight
from ladder.files.spreadsheets import Rows
from ladder.models import Match, Season

from .. import ledger
from ..admission import check_open
from ..collector import collector_paused
from ..permissions import Act, check
from ..stale import check_version
from . import oddities
from .blanks import ask_about_blank, fill_blanks, find_blanks
from .examining import Decided, Row, completed, examined, kinds_of, renamed, unknown
from .gone import KEY, VOID, find_gone, gone_doubts, void_gone
from .importing import Imported, import_matches
from .oddities import odd_lengths
from .sentences import describe_rows
from .spelling import name_doubts, names_in, names_meant, turned_doubts
from .twins import twins

SHOWN = 12  # problems that are told one by one
STOP = "stop"
INVALID = ((LEAVE, "Leave out"), (STOP, "Import nothing: I will correct the file first"))


class Reading(NamedTuple):
    """What a file says with the columns and answers given: its doubts, and the matches that would come in."""

    guess: Guess
    lacking: str = ""  # what the columns lack, as `missing` says it
    doubts: Sequence[Doubt] = ()
    records: Sequence[Record] = ()
    decided: Decided = Decided()
    rows: Sequence[Row] = ()
    known: int = 0
    left_out: int = 0
    stopped: bool = False
    gone: Sequence[int] = ()  # matches to be voided, since the file has them no more
    first: Sequence[str] = ()  # the first rows in words


@collector_paused()
def read(season: Season, rows: Rows, meanings: Sequence[str] | None, answers: Mapping[str, str]) -> Reading:
    """Read a file with these meanings of its columns, or with those that they seem to have.

    Raises: ValidationError, "Autumn has no board yet." or "Autumn is closed. Reopen it first."
    """
    check_open(season)
    found = guess(rows, asked_facts(season), [kind.key for kind in kinds_of(season)])
    if meanings is not None and len(meanings) == len(found.columns):
        found = found._replace(meanings=list(meanings))
    lacking = found.refused or missing(found.meanings)
    return Reading(found, lacking) if lacking else sifted(season, rows, found, answers)


def asked_facts(season: Season) -> list[str]:
    """Return the facts that the season's boards can't do without."""
    systems = [board.rating_system for board in season.boards.all()]
    return list(dict.fromkeys(fact.name for system in systems for fact in system.facts if fact.required))


def played_in(season: Season) -> Played:
    """Return whether a board of a season has draws, and the kinds of match that its boards know."""
    systems = [board.rating_system for board in season.boards.all()]
    return Played(any(system.draws for system in systems), [kind.key for kind in kinds_of(season)])


def sifted(season: Season, rows: Rows, found: Guess, answers: Mapping[str, str]) -> Reading:
    """Read a file whose columns are known, doubt after doubt."""
    sieve = sift(rows, found, answers, timezone.localdate(), played_in(season))
    sheet = read_matches(sieve.text, timezone.get_current_timezone())
    records = [one._replace(line=one.line - 1) for one in sheet.records]
    new, known = unknown(season, records)
    exact = found.is_export and not Match.objects.filter(season=season).exists()
    said = names_in(records, sieve.spellings, exact=exact)
    spelt = [] if exact else [*turned_doubts(said), *name_doubts(said)]
    names = names_meant(spelt, answers, said)
    blanks = [] if found.is_export else find_blanks(season, [record for record, _ in new])
    facts = fill_blanks(blanks, sieve.shown, answers)
    new = [(completed(renamed(record, names), facts), key) for record, key in new]
    same = twins(season, records, new, names)
    odd, long = odd_lengths(season, [one for one, _ in new])
    gone = find_gone(season, records, names, is_export=found.is_export)
    lacked = [ask_about_blank(one, sieve.shown) for one in blanks]
    asked = [*sieve.doubts, *lacked, *spelt, *stored_doubts(same), *gone_doubts(gone), *odd]
    left = {one.line for one in same} if answer(asked, "stored", answers) == LEAVE else set()
    left |= long if answer(asked, oddities.KEY, answers) == LEAVE else set()
    good, problems = examined(season, [one for one in new if one[0].line not in left])
    problems = sorted([*problems, *(one._replace(line=one.line - 1) for one in sheet.errors)])
    asked += invalid_doubts(problems)
    return Reading(
        found,
        doubts=sorted(asked, key=lambda one: -one.weight),
        records=records,
        decided=Decided(names, left, facts),
        rows=good,
        known=known,
        left_out=sieve.left_out + len(left) + len(problems),
        stopped=answer(asked, "invalid", answers) == STOP,
        gone=list(gone) if answer(asked, KEY, answers) == VOID else [],
        first=describe_rows([one.record for one in good] or records, sieve.shown),
    )


def answer(doubts: Sequence[Doubt], key: str, answers: Mapping[str, str]) -> str:
    """Return the answer to one of these doubts; none where there is no such doubt."""
    return next((one.answer(answers) for one in doubts if one.key == key), "")


def stored_doubts(same: Sequence[Record]) -> list[Doubt]:
    """Return the doubt about matches that are stored already."""
    if not same:
        return []
    title = f"{counted(len(same), 'match is', 'matches are')} already stored ({rows_named(one.line for one in same)})."
    return [Doubt("stored", Weight.STORED, title, LEFT_OUT, LEAVE, "Same time, same players, same result.")]


def invalid_doubts(problems: Sequence[Problem]) -> list[Doubt]:
    """Return the doubt about rows that can't be matches, with what is wrong with the first of them."""
    if not problems:
        return []
    title = f"{counted(len(problems), 'row')} can't be {'a match' if len(problems) == 1 else 'matches'}."
    told = tuple(f"Row {one.line:,}: {one.sentence}" for one in problems[:SHOWN])
    more = f"And {len(problems) - SHOWN:,} more." if len(problems) > SHOWN else ""
    return [Doubt("invalid", Weight.INVALID, title, INVALID, LEAVE, more, told)]


@collector_paused()
def bring_in(*, season: Season, reading: Reading, by: User | None, version: int, file: str = "") -> Imported:
    """Store the matches of a reading that was shown; `version` is the ladder's that it was shown for.

    Raises: NotAllowed, Stale, or ValidationError with a sentence, and nothing is stored.
    """
    check(by, Act.IMPORT, season.ladder)
    with transaction.atomic():
        check_version(ledger.lock(season.ladder_id), version)
        if reading.gone:
            void_gone(season, reading.gone, by, file)
        return import_matches(
            season=season,
            records=reading.records,
            by=by,
            decided=reading.decided,
            skip_invalid=True,
            file=file,
        )
