"""The one lock of each ladder, what is read under it, and the refusal of changes that are out of date."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import ValidationError
from django.db import OperationalError, connection, connections, transaction
from django.db.models import Model
from django.utils import timezone

from ladder.ledger.admission import check_season_open
from ladder.models import Ladder, Match, MatchRevision, Season
from players.models import Club

LOCK_TIMEOUT = "5s"
CHEAP_LOOKUPS = "SET LOCAL random_page_cost = 1.1"
"""Lets PostgreSQL look the rows of one ladder up among those of all, instead of going through them all."""


class Busy(ValidationError):
    """Somebody else is changing this ladder, and the wait for them was too long."""


def lock(ladder_id: int) -> Ladder:
    """Lock a ladder until the end of the transaction, and return it; from now on days are those of the club's zone.

    On SQLite the transaction itself is the lock, since it began IMMEDIATE. The zone is read under the lock, because
    whoever changes it holds the locks of all ladders.
    Raises: Busy, "The ladder is busy. Nothing was saved, so try again."
    """
    try:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'")
                cursor.execute(CHEAP_LOOKUPS)
        locked = Ladder.objects.select_for_update().get(pk=ladder_id)
        timezone.activate(Club.stored().zone)
        return locked
    except OperationalError as error:
        raise Busy("The ladder is busy. Nothing was saved, so try again.") from error


@contextmanager
def one_moment() -> Iterator[None]:
    """Read everything inside as it was at one moment, without a lock, so that nobody waits.

    A replay reads matches, participants and the ledger one after the other; a result that came in between would be in
    some of them only. Inside a transaction nothing is done: whoever began it holds the lock.
    """
    database: Any = connections["default"]
    if database.in_atomic_block:
        yield
        return
    database.ensure_connection()  # this sets how its transactions begin
    usual, database.transaction_mode = getattr(database, "transaction_mode", None), "DEFERRED"  # on SQLite no writer
    try:
        with transaction.atomic():
            database.transaction_mode = usual
            if database.vendor == "postgresql":
                with database.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                    cursor.execute(CHEAP_LOOKUPS)
            yield
    finally:
        database.transaction_mode = usual


class StaleChange(ValidationError):
    """The change would no longer do what its preview showed."""


class MatchChanged(StaleChange):
    """Somebody else changed the match since the page was made."""


class Overtaken(Exception):
    """Somebody else stored other values after these were read; the view is called again and reads them."""


def check_as_read(read: Model, now: Model, names: Iterable[str]) -> None:
    """Refuse to change a row whose fields of these names are no longer as they were read. Raises: Overtaken."""
    if any(getattr(read, name) != getattr(now, name) for name in names):
        raise Overtaken


def check_match_revision(match: Match, revision: int) -> None:
    """Refuse a change that was prepared from an older version of the match.

    Raises: MatchChanged, "vesna corrected this match in the meantime. Check it again first."
    """
    if match.revision == revision:
        return
    latest = MatchRevision.objects.filter(match=match).latest("number")
    who = latest.by_name or "Somebody"
    reason = f" “{latest.reason}”" if latest.reason else ""
    raise MatchChanged(f"{who} {latest.get_verb_display()} this match in the meantime.{reason} Check it again first.")


def lock_season(season: Season) -> Season:
    """Take the lock of a season's ladder, and return the season with the ladder as they are now.

    Raises: Busy, "The ladder is busy. Nothing was saved, so try again."
    """
    lock(season.ladder_id)
    return Season.objects.select_related("ladder").get(pk=season.pk)


def lock_open_season(season: Season) -> Season:
    """Take the lock of a season's ladder, and return the season as it is now, if it is open.

    Raises: Busy; ValidationError, "Autumn is closed. Reopen it first."
    """
    fresh = lock_season(season)
    check_season_open(fresh)
    return fresh


def lock_match(match: Match) -> Match:
    """Take the lock of a match's ladder, and return the match with season, boards and ladder as they are now.

    Raises: Busy, "The ladder is busy. Nothing was saved, so try again."
    """
    lock(match.season.ladder_id)
    return Match.objects.select_related("season__ladder").prefetch_related("season__boards").get(pk=match.pk)


def lock_all_ladders() -> None:
    """Take the locks of all ladders, always in the same order. Raises: Busy."""
    for ladder in Ladder.objects.order_by("pk").values_list("pk", flat=True):
        lock(ladder)
