"""Importing a match file into a season: every row checked, all stored at once, settled once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from ladder.files import Problem, Record
from ladder.files.players import Newcomer
from ladder.models import Import, Match, MatchRevision, Participant, RatingChange, Season
from ladder.ratings import Result
from ladder.selectors.unplayed import unplayed
from players.models import Player
from players.names import name_key
from players.services import players_named

from .. import ledger
from ..admission import check_open
from ..ledger import Place, bulk
from ..matches import batches
from ..seasons.bringing import bring
from .examining import AS_TOLD, Decided, Row, examined, unknown
from .settling import settle

MANY = 1_000  # rows after which the database should look at its tables anew


class Imported(NamedTuple):
    """What an import did; with problems that weren't to be skipped, nothing."""

    added: int = 0
    known: int = 0
    openings: int = 0
    problems: Sequence[Problem] = ()
    notes: Sequence[Problem] = ()  # matches that were out of range (W-9): they are in all the same


def import_matches(
    *,
    season: Season,
    records: Iterable[Record],
    people: Sequence[Newcomer] = (),
    by: User | None = None,
    decided: Decided = AS_TOLD,
    skip_invalid: bool = False,
    dry_run: bool = False,
    file: str = "",
) -> Imported:
    """Store the matches that the season doesn't have yet, with what players bring, and settle the ledger.

    `decided` is what was decided about the file called `file`. A dry run tells the same and keeps nothing.
    Raises: ValidationError or RatingError with a sentence, such as "Autumn is closed. Reopen it first."
    """
    with transaction.atomic():
        ledger.lock(season.ladder_id)
        season = Season.objects.select_related("ladder").prefetch_related("boards").get(pk=season.pk)
        check_open(season)
        new, known = unknown(season, list(records), decided)
        rows, problems = examined(season, new)
        if problems and not skip_invalid:
            return Imported(known=known, problems=problems)
        openings, notes = stored(season, rows, people, by, file)
        transaction.set_rollback(dry_run)
    return Imported(len(rows), known, openings, problems, notes)


def stored(
    season: Season, rows: Sequence[Row], people: Sequence[Newcomer], by: User | None, file: str
) -> tuple[int, list[Problem]]:
    """Store the rows and the openings; return how many openings are new, and what is worth a note."""
    names = [name for row in rows for name in row.record.players] + [one.name for one in people]
    newest = Player.objects.aggregate(newest=Max("pk"))["newest"] or 0
    players = players_named(dict.fromkeys(names))
    openings = bring(season, {players[name_key(one.name)].pk: one for one in people})
    made = [one for one in players.values() if one.pk > newest or one.retired_on]
    whole = kept(season, by, file, made) if rows else None
    since, ids = written(season, rows, players, whole, by) if whole else (None, [])
    if not rows and not openings:
        return 0, []
    plan = settle(season, None if openings else since, ids, openings=openings, whole=whole, by=by)
    if len(rows) >= MANY:
        bulk.analyse(Match, Participant, RatingChange)
    return openings, list(remarks(plan, rows, ids, players))


def written(
    season: Season, rows: Sequence[Row], players: Mapping[str, Player], whole: Import, by: User | None
) -> tuple[Place, list[int]]:
    """Write the matches of these rows; return the earliest place in the order, and their keys."""
    now = timezone.now()
    new = [batches.New(identified(row.result, players), now, by, row.key, row.record.status) for row in rows]
    return batches.store(season, new, MatchRevision.Verb.IMPORT, whole)


def kept(season: Season, by: User | None, file: str, players: Sequence[Player]) -> Import:
    """Note an import with the players whom it makes or, of these, brings back after an import was taken back."""
    whole = Import(season=season, by=by, by_name=by.get_username() if by else "", at=timezone.now(), file=file)
    whole.save()
    back = unplayed(Player.objects.filter(pk__in=[one.pk for one in players if one.retired_on]))
    returned = list(back.values_list("pk", flat=True))
    Player.objects.filter(pk__in=returned).update(retired_on=None)
    whole.players.set([*returned, *(one.pk for one in players if not one.retired_on)])
    return whole


def identified(result: Result, players: Mapping[str, Player]) -> Result:
    """Return the result with the players' primary keys for their name keys."""
    return result._replace(players=tuple(players[key].pk for key in result.players))


def remarks(
    plan: ledger.Plan, rows: Sequence[Row], ids: Sequence[int], players: Mapping[str, Player]
) -> Iterator[Problem]:
    """Yield the new matches, stored under these keys, that a board's range rule would not have allowed (W-9)."""
    lines = {match: row.record.line for match, row in zip(ids, rows, strict=True)}
    names = {player.pk: player.name for player in players.values()}
    for one in plan.boards:
        for note in one.notes:
            yield Problem(lines[note.match], note.message.text(names.__getitem__))
