"""Importing a match file into a season: every row checked, all stored at once, settled once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from ladder.files import FileProblem, MatchRecord
from ladder.files.players import PlayerRow
from ladder.models import Import, Match, MatchRevision, Participant, RatingChange, Season
from ladder.ratings import Result
from ladder.selectors.unplayed import find_unplayed_players
from ladder.services import ledger
from ladder.services.admission import check_season_open
from ladder.services.imports.examining import NO_DECISIONS, CheckedRow, ImportDecisions, check_records, find_new_records
from ladder.services.imports.settling import settle_import
from ladder.services.ledger import OrderPlace
from ladder.services.ledger.bulk import analyse_tables
from ladder.services.matches.batches import NewMatch, store_matches
from ladder.services.seasons.bringing import store_starting_ratings
from players.models import Player
from players.names import build_name_key
from players.services import find_or_create_players

MANY = 1_000  # rows after which the database should look at its tables anew


class ImportResult(NamedTuple):
    """What an import did; with problems that weren't to be skipped, nothing."""

    added: int = 0
    known: int = 0
    openings: int = 0
    problems: Sequence[FileProblem] = ()
    notes: Sequence[FileProblem] = ()  # matches that were out of range (W-9): they are in all the same


def import_matches(
    *,
    season: Season,
    records: Iterable[MatchRecord],
    people: Sequence[PlayerRow] = (),
    by: User | None = None,
    decided: ImportDecisions = NO_DECISIONS,
    skip_invalid: bool = False,
    dry_run: bool = False,
    file: str = "",
) -> ImportResult:
    """Store the matches that the season doesn't have yet, with what players bring, and settle the ledger.

    `decided` is what was decided about the file called `file`. A dry run tells the same and keeps nothing.
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
    season: Season, rows: Sequence[CheckedRow], people: Sequence[PlayerRow], by: User | None, file: str
) -> tuple[int, list[FileProblem]]:
    """Store the rows and the openings; return how many openings are new, and what is worth a note."""
    names = [name for row in rows for name in row.record.players] + [one.name for one in people]
    newest = Player.objects.aggregate(newest=Max("pk"))["newest"] or 0
    players = find_or_create_players(dict.fromkeys(names))
    openings = store_starting_ratings(season, {players[build_name_key(one.name)].pk: one for one in people})
    made = [one for one in players.values() if one.pk > newest or one.retired_on]
    whole = create_import(season, by, file, made) if rows else None
    since, ids = store_import_matches(season, rows, players, whole, by) if whole else (None, [])
    if not rows and not openings:
        return 0, []
    plan = settle_import(season, None if openings else since, ids, openings=openings, whole=whole, by=by)
    if len(rows) >= MANY:
        analyse_tables(Match, Participant, RatingChange)
    return openings, list(list_range_remarks(plan, rows, ids, players))


def store_import_matches(
    season: Season, rows: Sequence[CheckedRow], players: Mapping[str, Player], whole: Import, by: User | None
) -> tuple[OrderPlace, list[int]]:
    """Write the matches of these rows; return the earliest place in the order, and their keys."""
    now = timezone.now()
    new = [NewMatch(set_player_keys(row.result, players), now, by, row.key, row.record.status) for row in rows]
    return store_matches(season, new, MatchRevision.Verb.IMPORT, whole)


def create_import(season: Season, by: User | None, file: str, players: Sequence[Player]) -> Import:
    """Note an import with the players whom it makes or, of these, brings back after an import was taken back."""
    whole = Import(season=season, by=by, by_name=by.get_username() if by else "", at=timezone.now(), file=file)
    whole.save()
    back = find_unplayed_players(Player.objects.filter(pk__in=[one.pk for one in players if one.retired_on]))
    returned = list(back.values_list("pk", flat=True))
    Player.objects.filter(pk__in=returned).update(retired_on=None)
    whole.players.set([*returned, *(one.pk for one in players if not one.retired_on)])
    return whole


def set_player_keys(result: Result, players: Mapping[str, Player]) -> Result:
    """Return the result with the players' primary keys for their name keys."""
    return result._replace(players=tuple(players[key].pk for key in result.players))


def list_range_remarks(
    plan: ledger.Plan, rows: Sequence[CheckedRow], ids: Sequence[int], players: Mapping[str, Player]
) -> Iterator[FileProblem]:
    """Yield the new matches, stored under these keys, that a board's range rule would not have allowed (W-9)."""
    lines = {match: row.record.line for match, row in zip(ids, rows, strict=True)}
    names = {player.pk: player.name for player in players.values()}
    for one in plan.boards:
        for note in one.notes:
            yield FileProblem(lines[note.match], note.message.text(names.__getitem__))
