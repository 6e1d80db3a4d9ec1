"""Store the matches of a file in a season, and undo an import; the ledger is settled once each time.

Where new matches reach into the past, an event says whose standing they moved.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import batched
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max, QuerySet, prefetch_related_objects
from django.utils import timezone

from ladder import changes, ledger
from ladder.access.permissions import Act
from ladder.changes.actions import log_event
from ladder.changes.versions import find_account_name
from ladder.files.csv_grid import FileProblem
from ladder.files.match_records import MatchRecord
from ladder.files.player_file import PlayerFileRow
from ladder.formats import format_count
from ladder.imports.queries.effects import (
    PlayerKeys,
    assign_player_keys,
    build_void_drafts,
    describe_import,
    find_changed_matches,
    list_limit_remarks,
    plan_import,
)
from ladder.imports.queries.name_doubts import find_unplayed_players
from ladder.imports.queries.records import NO_DECISIONS, CheckedRow, ImportDecisions, check_records, find_new_records
from ladder.imports.queries.uploads import UploadReading
from ladder.ledger import OrderPlace
from ladder.ledger.ladder_lock import MatchChanged
from ladder.ledger.storage.bulk import analyse_tables
from ladder.ledger.storage.tables import filter_from_place
from ladder.matches.actions.batches import NewMatch, store_matches, void_matches
from ladder.matches.notifications import notify_moved_by_undone_import, notify_moved_players
from ladder.models import Event, Import, Match, MatchRevision, Participant, RatingChange, Season
from ladder.seasons.actions.boards import list_board_columns
from ladder.seasons.actions.starting_ratings import store_starting_ratings
from ladder.story.queries.moved_honours import work_out_moved_honours
from players.models import Player
from players.people.actions import find_or_create_players
from players.people.names import build_name_key

AT_ONCE = 5_000  # keys in one statement
MOST_UNDONE_MATCHES = 1_000  # rows after which the database should look at its tables anew
GONE_REASON = "Not in the file any more: "
NOTHING_COUNTS = "None of its matches count any more."
UNDO_REASON = "Import undone: "
LONGEST_IMPORT_REASON = 300  # characters of a revision's reason


class ImportResult(NamedTuple):
    """What an import did; nothing, if there were problems that were not to be skipped."""

    added: int = 0
    known: int = 0
    openings: int = 0
    problems: Sequence[FileProblem] = ()
    notes: Sequence[FileProblem] = ()  # matches that were out of range (W-9), although stored


class MatchImport(changes.SeasonChange):
    """Store the matches of a file that the season doesn't have yet, with starting ratings of players.

    Matches that are gone from the file are voided first, with an event of their own.
    """

    act = Act.IMPORT
    plans_what_is_stored = True  # thousands of rows, rated in the order in which they were stored

    def __init__(
        self,
        season: Season,
        records: Sequence[MatchRecord],
        *,
        rows: Sequence[CheckedRow] = (),
        decided: ImportDecisions = NO_DECISIONS,
        gone: Sequence[int] = (),
        people: Sequence[PlayerFileRow] = (),
        skip_invalid: bool = True,
        by: User | None = None,
        file: str = "",
    ) -> None:
        """Take a file's records, what was decided about it, and its name; `rows` are the records that can be stored."""
        super().__init__(season, by=by)
        self.records, self.rows, self.decided, self.gone = records, rows, decided, gone
        self.people, self.skip_invalid, self.file = people, skip_invalid, file

    def lock(self) -> None:
        super().lock()
        prefetch_related_objects([self.season], "boards")
        new, known = find_new_records(self.season, self.records, self.decided)
        self.records = ()  # a large file takes much memory, and its rows are all that is needed from here on
        self.rows, problems = check_records(self.season, new)
        self.done = ImportResult(known=known, problems=problems)

    def plan(self) -> list[ledger.Plan]:
        return [plan_import(self.season, self.rows, self.player_keys.keys, self.gone)]

    @cached_property
    def player_keys(self) -> PlayerKeys:
        """The keys of the players of the rows, and the names of those who are new."""
        return assign_player_keys(self.rows)

    def list_concerned_rows(self) -> list[Any]:
        """Return the rows that are stored, who is new by them, the matches that are voided, and the boards."""
        newcomers, boards = self.player_keys.newcomers, list_board_columns(self.season.boards.all())
        return [[row.record for row in self.rows], list(newcomers.values()), list(self.gone), boards]

    def describe(self, plans: Sequence[ledger.Plan]) -> changes.Preview:
        return {"run": describe_import(plans[0], self.rows, self.player_keys.newcomers)}

    def select_compared(self, preview: changes.Preview) -> changes.Preview:
        """Leave the standings out: every result of somebody in the file moves them, and none makes the file wrong."""
        return {"run": preview["run"]._replace(tables=[])}

    def store(self, plans: Sequence[ledger.Plan]) -> changes.Stored:
        if self.done.problems and not self.skip_invalid:
            return
        if self.gone:
            yield self.void_gone_matches()
        names = dict.fromkeys(name for row in self.rows for name in row.record.players)
        newest = Player.objects.aggregate(newest=Max("pk"))["newest"] or 0
        players = find_or_create_players(names | dict.fromkeys(one.name for one in self.people))
        given = {players[build_name_key(one.name)].pk: one for one in self.people}
        openings = store_starting_ratings(self.season, given)
        if not self.rows and not openings:
            return
        made = [one for one in players.values() if one.pk > newest or one.retired_on]
        whole = create_import(self.season, self.by, self.file, made) if self.rows else None
        since, ids = store_rows(self.season, self.rows, players, whole) if whole else (None, [])
        lines, limited = [row.record.line for row in self.rows], list_limit_remarks(self.rows)
        self.rows = ()  # their matches are read again, in the order of play
        plan = ledger.plan(self.season, since=None if openings else since, asked=ids)
        brought = describe_brought(len(ids), openings)
        reaches_back = reaches_stored_matches(plan, None if openings else since, whole)
        yield plan, self.log(Event.Verb.IMPORT, [plan], new=brought) if reaches_back else None
        if len(ids) >= MOST_UNDONE_MATCHES:
            analyse_tables(Match, Participant, RatingChange)
        notes = [*list_range_remarks(plan, dict(zip(ids, lines, strict=True)), players), *limited]
        self.done = self.done._replace(added=len(ids), openings=openings, notes=notes)

    def void_gone_matches(self) -> tuple[ledger.Plan, Event]:
        """Void the matches that are gone from the file, and return the plan with the event that names the file."""
        plan = ledger.plan(self.season, build_void_drafts(self.season, self.gone))
        reason = f"{GONE_REASON}{self.file}"[:LONGEST_IMPORT_REASON]
        for keys in batched(self.gone, AT_ONCE):
            at = void_matches(Match.objects.filter(season=self.season, pk__in=keys), self.by, reason)
        words: dict[str, Any] = {"old": format_count(len(self.gone), "match", "matches"), "new": "void", "at": at}
        signed: dict[str, Any] = {"by": self.by, "reason": reason, "season": self.season}
        return plan, log_event(Event.Verb.TAKE_BACK, self.season.ladder, plans=[plan], **signed, **words)

    def notify(self, plan: ledger.Plan, cause: Any) -> None:
        if cause and cause.verb == Event.Verb.TAKE_BACK:
            notify_moved_players(plan, self.by, "An import removed matches.", self.season.get_absolute_url())


def build_match_import(season: Season, reading: UploadReading, **signature: Any) -> MatchImport:
    """Return the change that stores an upload as it was read; the signature is by whom, and the file's name."""
    return MatchImport(
        season, reading.records, rows=reading.rows, decided=reading.decided, gone=reading.gone, **signature
    )


def import_matches(
    *, season: Season, records: Iterable[MatchRecord], dry_run: bool = False, skip_invalid: bool = False, **given: Any
) -> ImportResult:
    """Import a file of which nothing was shown; the rest is what `MatchImport` takes.

    A dry run returns the same and stores nothing.
    Raises: ValidationError or RatingError with a sentence, such as "Autumn is closed. Reopen it first."
    """
    change = MatchImport(season, list(records), skip_invalid=skip_invalid, **given)
    with transaction.atomic():
        changes.run(change)
        transaction.set_rollback(dry_run)
    return change.done


def create_import(season: Season, by: User | None, file: str, players: Sequence[Player]) -> Import:
    """Store an import with its players: new ones, and retired ones without a match, who are active again."""
    whole = Import(season=season, by=by, by_name=by.get_username() if by else "", at=timezone.now(), file=file)
    whole.save()
    retired = find_unplayed_players(Player.objects.filter(pk__in=[one.pk for one in players if one.retired_on]))
    returned = list(retired.values_list("pk", flat=True))
    Player.objects.filter(pk__in=returned).update(retired_on=None)
    whole.players.set([*returned, *(one.pk for one in players if not one.retired_on)])
    return whole


def store_rows(
    season: Season, rows: Sequence[CheckedRow], players: Mapping[str, Player], whole: Import
) -> tuple[OrderPlace, list[int]]:
    """Store the matches of an import, some thousands at a time; return the place of the first one, and their keys."""
    places, ids = [], []
    for some in batched(rows, AT_ONCE):
        new = []
        for row in some:
            result = row.result._replace(players=tuple(players[key].pk for key in row.result.players))
            new.append(NewMatch(result, whole.at, whole.by, row.key, row.record.status, row.limited))
        first, keys = store_matches(season, new, MatchRevision.Verb.IMPORT, whole)
        places.append(first)
        ids += keys
    return min(places), ids


def reaches_stored_matches(plan: ledger.Plan, since: OrderPlace | None, whole: Import | None) -> bool:
    """Whether an import from this place on changes what was rated before: later matches, or a later season."""
    later = Match.objects.filter(filter_from_place(since), season=plan.season, status=Match.Status.COUNTED)
    later = later.exclude(imported_in=whole) if whole else later
    return later.exists() or any(one.board.season_id != plan.season.pk for one in plan.boards)


def describe_brought(matches: int, openings: int) -> str:
    """Return "3 matches, 1 starting rating"."""
    parts = [format_count(matches, "match", "matches")] if matches else []
    return ", ".join(parts + ([format_count(openings, "starting rating")] if openings else []))


def list_range_remarks(
    plan: ledger.Plan, lines: Mapping[int, int], players: Mapping[str, Player]
) -> Iterator[FileProblem]:
    """Yield a note for each new match that the range rule of a board would not have allowed (W-9).

    `lines` are the lines of the new matches in their file.
    """
    names = {player.pk: player.name for player in players.values()}
    for one in plan.boards:
        for note in one.notes:
            yield FileProblem(lines[note.match], note.message.text(names.__getitem__))


def list_standing_matches(taken: Import) -> QuerySet[Match]:
    """Return the matches of an import that are not void."""
    return Match.objects.filter(imported_in=taken).exclude(status=Match.Status.VOID)


def list_leftover_players(taken: Import) -> QuerySet[Player]:
    """Return the players whom the import made and of whom nothing else is known."""
    return find_unplayed_players(taken.players.filter(retired_on=None), without=taken)


class ImportUndo(changes.SeasonChange):
    """Void all matches of an import that stand, and retire the players who are no more than a name then."""

    act = Act.IMPORT

    def __init__(
        self, taken: Import, words: changes.Preview | None = None, *, by: User | None = None, reason: str = ""
    ) -> None:
        """Take the import, and what its page says already, as `describe_import_undo` gives it."""
        super().__init__(taken.season, by=by, reason=reason)
        self.taken, self.words = taken, words or {}

    def lock(self) -> None:
        super().lock()
        self.taken = Import.objects.select_related("season__ladder", "taken_back__by").get(pk=self.taken.pk)
        check_not_undone(self.taken)

    def plan(self) -> list[ledger.Plan]:
        self.drafts = [ledger.build_draft(match, None) for match in list_standing_matches(self.taken)]
        if not self.drafts:
            raise ValidationError(NOTHING_COUNTS)
        return [ledger.plan(self.season, self.drafts)]

    def list_concerned_rows(self) -> list[Any]:
        """Return the matches that are voided, and the players who are retired."""
        rows = (list_standing_matches(self.taken), list_leftover_players(self.taken))
        return [sorted(found.values_list("pk", flat=True)) for found in rows]

    def describe(self, plans: Sequence[ledger.Plan]) -> changes.Preview:
        return super().describe(plans) | self.words

    def describe_besides(self, plans: Sequence[ledger.Plan]) -> changes.Preview:
        return work_out_moved_honours(plans, self.drafts)._asdict()

    def store(self, plans: Sequence[ledger.Plan]) -> changes.Stored:
        leftover = list(list_leftover_players(self.taken).values_list("pk", flat=True))
        standing = list_standing_matches(self.taken)
        old = format_count(standing.count(), "match", "matches")
        at = void_matches(standing, self.by, f"{UNDO_REASON}{self.reason}"[:LONGEST_IMPORT_REASON])
        event = self.log(Event.Verb.TAKE_BACK, plans, old=old, new="void", at=at)
        yield plans[0], event
        Import.objects.filter(pk=self.taken.pk).update(taken_back=event)
        Player.objects.filter(pk__in=leftover).update(retired_on=timezone.localdate())

    def notify(self, plan: ledger.Plan, cause: Any) -> None:
        notify_moved_by_undone_import(plan, cause, self.foretold)


def describe_import_undo(taken: Import) -> dict[str, Any]:
    """Return what the page says of undoing an import, besides what that does to the ratings."""
    lines, more = find_changed_matches(taken)
    standing, players = list_standing_matches(taken).count(), list_leftover_players(taken).count()
    return {
        "standing": standing,
        "matches": format_count(standing, "match", "matches"),
        "players": players,
        "people": format_count(players, "player"),
        "lines": lines,
        "more": more,
    }


def check_not_undone(taken: Import) -> None:
    """Refuse what somebody else did first.

    Raises: MatchChanged, "Ann has undone this import in the meantime."
    """
    if taken.taken_back and not list_standing_matches(taken).exists():
        raise MatchChanged(f"{find_account_name(taken.taken_back)} has undone this import in the meantime.")
