"""Store the matches of a file in a season, and undo an import; the ledger is settled once each time.

Where new matches reach into the past, an event says whose standing they moved.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import batched
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from ladder import changes, ledger
from ladder.access.permissions import Act, check_permission
from ladder.changes.actions import write_event
from ladder.changes.versions import find_account_name
from ladder.files.csv_grid import FileProblem
from ladder.files.interpretation.doubts import describe_count
from ladder.files.match_records import MatchRecord
from ladder.files.player_file import PlayerFileRow
from ladder.imports.queries.effects import build_void_drafts, find_changed_matches
from ladder.imports.queries.name_doubts import find_unplayed_players
from ladder.imports.queries.records import NO_DECISIONS, CheckedRow, ImportDecisions, check_records, find_new_records
from ladder.imports.queries.uploads import UploadReading
from ladder.ledger import OrderPlace
from ladder.ledger.admission import check_season_open
from ladder.ledger.ladder_lock import MatchChanged, check_ladder_version
from ladder.ledger.storage.bulk import analyse_tables, collector_paused
from ladder.ledger.storage.tables import filter_from_place
from ladder.matches.actions.batches import NewMatch, store_matches, void_matches
from ladder.matches.notifications import notify_moved_by_undone_import, notify_moved_players
from ladder.models import Event, Import, Match, MatchRevision, Participant, RatingChange, Season
from ladder.seasons.actions.starting_ratings import store_starting_ratings
from players.models import Player
from players.people.actions import find_or_create_players
from players.people.names import build_name_key

AT_ONCE = 5_000  # keys in one statement
MANY = 1_000  # rows after which the database should look at its tables anew
GONE_REASON = "Not in the file any more: "
NOTHING_COUNTS = "None of its matches count any more."
UNDO_REASON = "Import undone: "
LONGEST_REASON = 300  # characters of a revision's reason


class ImportResult(NamedTuple):
    """What an import did; nothing, if there were problems that were not to be skipped."""

    added: int = 0
    known: int = 0
    openings: int = 0
    problems: Sequence[FileProblem] = ()
    notes: Sequence[FileProblem] = ()  # matches that were out of range (W-9), although stored


def import_matches(
    *,
    season: Season,
    records: Iterable[MatchRecord],
    people: Sequence[PlayerFileRow] = (),
    by: User | None = None,
    decided: ImportDecisions = NO_DECISIONS,
    skip_invalid: bool = False,
    dry_run: bool = False,
    file: str = "",
) -> ImportResult:
    """Store the matches that the season doesn't have yet, with starting ratings of players, and settle the ledger.

    `decided` is what was decided about the file, whose name is `file`. A dry run returns the same and stores nothing.
    Raises: ValidationError or RatingError with a sentence, such as "Autumn is closed. Reopen it first."
    """
    with transaction.atomic():
        ledger.lock(season.ladder_id)
        season = Season.objects.select_related("ladder").prefetch_related("boards").get(pk=season.pk)
        check_season_open(season)
        new, known = find_new_records(season, list(records), decided)
        rows, problems = check_records(season, new)
        if problems and not skip_invalid:
            return ImportResult(known=known, problems=problems)
        openings, notes = store_rows(season, rows, people, by, file)
        transaction.set_rollback(dry_run)
    return ImportResult(len(rows), known, openings, problems, notes)


def store_rows(
    season: Season, rows: Sequence[CheckedRow], people: Sequence[PlayerFileRow], by: User | None, file: str
) -> tuple[int, list[FileProblem]]:
    """Store matches and starting ratings; return how many starting ratings are new, and the matches out of range."""
    names = [name for row in rows for name in row.record.players] + [one.name for one in people]
    newest = Player.objects.aggregate(newest=Max("pk"))["newest"] or 0
    players = find_or_create_players(dict.fromkeys(names))
    openings = store_starting_ratings(season, {players[build_name_key(one.name)].pk: one for one in people})
    made = [one for one in players.values() if one.pk > newest or one.retired_on]
    whole = create_import(season, by, file, made) if rows else None
    since: OrderPlace | None = None
    ids: list[int] = []
    if whole:
        results = [row.result._replace(players=tuple(players[key].pk for key in row.result.players)) for row in rows]
        now = timezone.now()
        new = [NewMatch(result, now, by, row.key, row.record.status) for result, row in zip(results, rows, strict=True)]
        since, ids = store_matches(season, new, MatchRevision.Verb.IMPORT, whole)
    if not rows and not openings:
        return 0, []
    plan = settle_import(season, None if openings else since, ids, openings=openings, whole=whole, by=by)
    if len(rows) >= MANY:
        analyse_tables(Match, Participant, RatingChange)
    return openings, list(list_range_remarks(plan, rows, ids, players))


def create_import(season: Season, by: User | None, file: str, players: Sequence[Player]) -> Import:
    """Store an import with its players: new ones, and retired ones without a match, who are active again."""
    whole = Import(season=season, by=by, by_name=by.get_username() if by else "", at=timezone.now(), file=file)
    whole.save()
    retired = find_unplayed_players(Player.objects.filter(pk__in=[one.pk for one in players if one.retired_on]))
    returned = list(retired.values_list("pk", flat=True))
    Player.objects.filter(pk__in=returned).update(retired_on=None)
    whole.players.set([*returned, *(one.pk for one in players if not one.retired_on)])
    return whole


def settle_import(
    season: Season, since: OrderPlace | None, ids: list[int], *, openings: int, whole: Import | None, by: User | None
) -> ledger.Plan:
    """Rate a season from the place of the first new match on, or from its start, and return the applied plan.

    `ids` are the primary keys of the new matches, `openings` is the number of new starting ratings, and `whole` is the
    import that they belong to. Where the new matches come before stored ones, or a later season changes, an event says
    whose standing moved.
    """
    planned = ledger.plan(season, since=since, asked=ids)
    old = Match.objects.filter(filter_from_place(since), season=season, status=Match.Status.COUNTED)
    old = old.exclude(imported_in=whole) if whole else old
    if old.exists() or any(one.board.season_id != season.pk for one in planned.boards):
        brought = [describe_count(len(ids), "match", "matches")] if ids else []
        brought += [describe_count(openings, "starting rating")] if openings else []
        new = ", ".join(brought)
        write_event(Event.Verb.IMPORT, season.ladder, by=by, season=season, plans=[planned], new=new)
    else:
        ledger.apply(planned)
    return planned


def list_range_remarks(
    plan: ledger.Plan, rows: Sequence[CheckedRow], ids: Sequence[int], players: Mapping[str, Player]
) -> Iterator[FileProblem]:
    """Yield a note for each new match that the range rule of a board would not have allowed (W-9)."""
    lines = {match: row.record.line for match, row in zip(ids, rows, strict=True)}
    names = {player.pk: player.name for player in players.values()}
    for one in plan.boards:
        for note in one.notes:
            yield FileProblem(lines[note.match], note.message.text(names.__getitem__))


@collector_paused()
def store_upload(
    *, season: Season, reading: UploadReading, by: User | None, version: int, file: str = ""
) -> ImportResult:
    """Store the matches of a file as they were shown; `version` is the version of the ladder at that time.

    Raises: NotAllowed, StaleChange, or ValidationError with a sentence, and nothing is stored.
    """
    check_permission(by, Act.IMPORT, season.ladder)
    with transaction.atomic():
        check_ladder_version(ledger.lock(season.ladder_id), version)
        if reading.gone:
            void_gone_matches(season, reading.gone, by, file)
        return import_matches(
            season=season,
            records=reading.records,
            by=by,
            decided=reading.decided,
            skip_invalid=True,
            file=file,
        )


def void_gone_matches(season: Season, gone: Sequence[int], by: User | None, file: str) -> None:
    """Void matches that are gone from a file, with an event that names the file. The ladder must be locked."""
    planned = ledger.plan(season, build_void_drafts(season, gone))
    reason = f"{GONE_REASON}{file}"[:LONGEST_REASON]
    for keys in batched(gone, AT_ONCE):
        at = void_matches(Match.objects.filter(season=season, pk__in=keys), by, reason)
    said = {"old": describe_count(len(gone), "match", "matches"), "new": "void", "reason": reason}
    write_event(Event.Verb.TAKE_BACK, season.ladder, by=by, season=season, plans=[planned], at=at, **said)
    notify_moved_players(planned, by, "An import removed matches", season.get_absolute_url())


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
        drafts = [ledger.build_draft(match, None) for match in list_standing_matches(self.taken)]
        if not drafts:
            raise ValidationError(NOTHING_COUNTS)
        return [ledger.plan(self.season, drafts)]

    def describe(self, plans: Sequence[ledger.Plan]) -> changes.Preview:
        return super().describe(plans) | self.words

    def store(self, plans: Sequence[ledger.Plan]) -> changes.Stored:
        leftover = list(list_leftover_players(self.taken).values_list("pk", flat=True))
        standing = list_standing_matches(self.taken)
        old = describe_count(standing.count(), "match", "matches")
        at = void_matches(standing, self.by, f"{UNDO_REASON}{self.reason}"[:LONGEST_REASON])
        event = self.log(Event.Verb.TAKE_BACK, plans, old=old, new="void", at=at)
        yield plans[0], event
        Import.objects.filter(pk=self.taken.pk).update(taken_back=event)
        Player.objects.filter(pk__in=leftover).update(retired_on=timezone.localdate())

    def notify(self, plan: ledger.Plan, cause: Any) -> None:
        notify_moved_by_undone_import(plan, cause)


def undo_import(*, taken: Import, by: User | None, reason: str, version: int | None = None) -> Import:
    """Void all matches of an import that stand; `version` is the ladder's that was shown.

    Raises: NotAllowed; StaleChange, when something changed or somebody undid it meanwhile; ValidationError otherwise.
    """
    change = ImportUndo(taken, by=by, reason=reason)
    changes.run(change, changes.build_seen(taken.season, version))
    return change.taken


def describe_import_undo(taken: Import) -> dict[str, Any]:
    """Return what the page says of undoing an import, besides what that does to the ratings."""
    lines, more = find_changed_matches(taken)
    standing, players = list_standing_matches(taken).count(), list_leftover_players(taken).count()
    return {
        "standing": standing,
        "matches": describe_count(standing, "match", "matches"),
        "players": players,
        "people": describe_count(players, "player"),
        "lines": lines,
        "more": more,
    }


def check_not_undone(taken: Import) -> None:
    """Refuse what somebody else did first.

    Raises: MatchChanged, "Ann has undone this import in the meantime."
    """
    if taken.taken_back and not list_standing_matches(taken).exists():
        raise MatchChanged(f"{find_account_name(taken.taken_back)} has undone this import in the meantime.")
