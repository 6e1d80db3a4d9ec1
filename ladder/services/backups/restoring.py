"""Restoring a backup: everything that is there gives way to what is in the file, or nothing is changed."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import OperationalError, connection, transaction
from django.db.models import Max
from django.utils import timezone

from ladder.models import Ladder, Match, Participant, RatingChange, Season
from players import security_log
from players.models import Club
from players.models.club import forget

from .. import ledger
from ..collector import collector_paused
from ..ledger import bulk
from ..locking import lock_all
from ..permissions import Act, check
from .manifest import Unfit
from .reading import Backup
from .tables import columns, emptied, tables

log = logging.getLogger(__name__)
BUSY = "The site is busy. Nothing was changed, so try again."


def restore(*, backup: Backup, by: User | None = None) -> None:
    """Put what is in a backup in the place of everything that is here; the ledger is worked out anew and proved.

    Raises: NotAllowed, for an account that may not; Busy; Unfit with the reason. Then nothing has changed.
    """
    if by is not None:
        check(by, Act.BACKUP)
    zone = timezone.get_current_timezone()
    with collector_paused(), refusals(), transaction.atomic(), timezone.override(zone):  # locking sets it
        lock_all()
        lock_tables()
        newest = newest_version()
        replace(backup)
        keep_zone(backup)
        settle_all()
        prove(backup)
        Ladder.objects.update(version=max(newest, newest_version()) + 1)  # no page relies on what it knew
        transaction.on_commit(forget)
    security_log.write("backup restored", user=by, made_at=str(backup.manifest.made_at))


@contextmanager
def refusals() -> Iterator[None]:
    """Let whatever the data of a file do to the database be a reason why it can't be restored."""
    try:
        yield
    except (ledger.Busy, Unfit):
        raise
    except OperationalError as error:
        raise ledger.Busy(BUSY) from error
    except Exception as error:
        log.exception("A backup was not restored.")
        said = error.messages[0] if isinstance(error, ValidationError) else type(error).__name__
        raise Unfit(f"The data in the backup contradict each other ({said}). Nothing was changed.") from error


def lock_tables() -> None:
    """Keep everybody from writing anything; reading goes on. On SQLite nobody else writes anyway."""
    if connection.vendor == "postgresql":
        names = ", ".join(bulk.table_of(model) for model in emptied())
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '5s'")
            cursor.execute(f"LOCK TABLE {names} IN EXCLUSIVE MODE")


def newest_version() -> int:
    return Ladder.objects.aggregate(newest=Max("version"))["newest"] or 0


def replace(backup: Backup) -> None:
    """Delete every row and insert those of the file, with their keys; what points nowhere is refused."""
    bulk.plan_once()
    for model in emptied():
        every = model._base_manager.all()
        every._raw_delete(every.db)
    for model in tables():
        bulk.insert(model, [field.attname for field in columns(model)], backup.rows(model))
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), emptied()):
            cursor.execute(statement)
    connection.check_constraints()
    bulk.analyse(Match, Participant, RatingChange)


def keep_zone(backup: Backup) -> None:
    """Let the club's days stay those of the file, where this site would read them in another zone."""
    club = Club.stored()
    if club.zone.key != backup.manifest.time_zone:
        club.time_zone = backup.manifest.time_zone
        club.save()
    timezone.activate(club.zone)


def settle_all() -> None:
    for season in Season.objects.select_related("ladder").order_by("ladder", "pk"):
        ledger.settle(season)


def prove(backup: Backup) -> None:
    """Refuse what isn't the ladders that were backed up, or does not follow from its matches."""
    now = {ladder.slug: ladder for ladder in Ladder.objects.all()}
    was = {slug: fingerprint for slug, (_, fingerprint) in backup.manifest.ladders.items()}
    proved = {slug for slug in now.keys() & was.keys() if ledger.has_fingerprint(now[slug], was[slug])}
    differing = sorted((now.keys() | was.keys()) - proved)
    if differing:
        raise Unfit(f"The fingerprint of {differing[0][:50]} isn't that of the file. Nothing was changed.")
    for ladder in Ladder.objects.all():
        if ledger.verify(ladder):
            raise Unfit(f"The ratings of {ladder} don't follow from its matches. Nothing was changed.")
