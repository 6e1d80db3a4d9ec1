"""Write the whole site into one file, and restore it: everything is replaced by what is in the file, or nothing is."""

import hashlib
import json
import logging
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import OperationalError, connection, transaction
from django.db.models import Max
from django.utils import timezone

from ladder import ledger
from ladder.access.permissions import Act, check_permission
from ladder.backups.queries.archive import FORMAT, MANIFEST_NAME, VERSION, Backup, UnfitBackup
from ladder.backups.queries.tables import (
    Model,
    build_file_name,
    list_backup_tables,
    list_emptied_tables,
    list_table_columns,
    read_table_rows,
)
from ladder.ledger.ladder_lock import lock_all_ladders
from ladder.ledger.storage.bulk import analyse_tables, collector_paused, insert_rows, plan_once, quote_table
from ladder.models import Fixture, Ladder, Match, Participant, RatingChange, Season
from ladder.upgrades import date_accepted_challenges, name_fixture_origins
from players.accounts.security_log import log_security_event
from players.models import Club, FormerName, OutboxMessage, Player, PlayerBreak
from players.models.club import forget_club
from players.notices.actions import drop_due_digests
from players.privacy.redaction import use_redaction
from players.upgrades import begin_stored_breaks, fold_stored_names

log = logging.getLogger(__name__)
SITE_BUSY = "The site is busy. Nothing was changed, so try again."


@use_redaction(None)
def write_backup(file: IO[bytes]) -> None:
    """Write the whole site as it is at one moment into a file; nothing is changed, and nobody waits for it."""
    with ledger.one_moment(), zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        club = Club.stored()
        manifest = {
            "format": FORMAT,
            "version": VERSION,
            "made_by": f"Club ladder {settings.VERSION}",
            "made_at": timezone.now().isoformat(),
            "club": str(club),
            "time_zone": club.zone.key,
            "ladders": {
                one.slug: {"name": one.name, "fingerprint": ledger.fingerprint(one)}
                for one in Ladder.objects.order_by("pk")
            },
            "files": {build_file_name(model): add_table(archive, model) for model in list_backup_tables()},
        }
        archive.writestr(MANIFEST_NAME, json.dumps(manifest, ensure_ascii=False, indent=1) + "\n")


def add_table(archive: zipfile.ZipFile, model: Model) -> dict[str, Any]:
    """Add a table to the archive, a row a line; return what the manifest says of it."""
    digest, count, size = hashlib.sha256(), 0, 0
    with archive.open(build_file_name(model), "w") as file:
        for row in read_table_rows(model):
            line = json.dumps(row, ensure_ascii=False, allow_nan=False, default=str).encode() + b"\n"
            file.write(line)
            digest.update(line)
            count, size = count + 1, size + len(line)
    return {"rows": count, "bytes": size, "sha256": digest.hexdigest()}


def restore_backup(*, backup: Backup, by: User | None = None) -> None:
    """Replace everything on the site by what is in a backup; the ledger is replayed and verified.

    Raises: NotAllowed, for an account that may not; Busy; UnfitBackup with the reason. Then nothing has changed.
    """
    if by is not None:
        check_permission(by, Act.BACKUP)
    zone = timezone.get_current_timezone()
    with collector_paused(), refuse_contradictions(), transaction.atomic(), timezone.override(zone):  # locking sets it
        lock_all_ladders()
        lock_all_tables()
        newest = find_newest_version()
        replace_all_rows(backup)
        keep_club_zone(backup)
        for season in Season.objects.select_related("ladder").order_by("ladder", "pk"):
            ledger.settle(season)
        check_restored_ladders(backup)
        newest = max(newest, find_newest_version()) + 1  # no page relies on what it knew
        Ladder.objects.update(version=newest, past_version=newest)
        OutboxMessage.objects.update(due_at=None)  # whoever was written to then may have the mail
        drop_due_digests(timezone.localdate())
        transaction.on_commit(forget_club)
    log_security_event("backup restored", user=by, made_at=str(backup.manifest.made_at))


@contextmanager
def refuse_contradictions() -> Iterator[None]:
    """Turn every error that the data of a file cause in the database into an `UnfitBackup` with the reason."""
    try:
        yield
    except (ledger.Busy, UnfitBackup):
        raise
    except OperationalError as error:
        raise ledger.Busy(SITE_BUSY) from error
    except Exception as error:
        log.exception("A backup was not restored.")
        said = error.messages[0] if isinstance(error, ValidationError) else type(error).__name__
        raise UnfitBackup(f"The data in the backup contradicts itself ({said}). Nothing was changed.") from error


def lock_all_tables() -> None:
    """Keep everybody from writing, but not from reading. On SQLite nobody else can write anyway."""
    if connection.vendor == "postgresql":
        names = ", ".join(quote_table(model) for model in list_emptied_tables())
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '5s'")
            cursor.execute(f"LOCK TABLE {names} IN EXCLUSIVE MODE")


def find_newest_version() -> int:
    """Return the highest version of any ladder; 0 if there is no ladder."""
    return Ladder.objects.aggregate(newest=Max("version"))["newest"] or 0


def replace_all_rows(backup: Backup) -> None:
    """Delete every row and insert those of the file with their keys; references to missing rows are refused."""
    plan_once()
    for model in list_emptied_tables():
        every = model._base_manager.all()
        every._raw_delete(every.db)
    for model in list_backup_tables():
        insert_rows(model, [field.attname for field in list_table_columns(model)], backup.rows(model))
    skip_taken_keys()
    fold_stored_names(Player, FormerName)
    date_accepted_challenges(Fixture)
    name_fixture_origins(Fixture)
    begin_stored_breaks(Player, PlayerBreak)
    connection.check_constraints()
    analyse_tables(Match, Participant, RatingChange)


def skip_taken_keys() -> None:
    """Let PostgreSQL give new rows keys above those of the restored ones, and above all that it gave before.

    A sequence never goes back, since that would outlast a restore that is refused or interrupted: the next reports
    would then get keys of rows that are there.
    """
    if connection.vendor != "postgresql":
        return
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:
        for model in list_emptied_tables():
            for found in connection.introspection.get_sequences(cursor, model._meta.db_table):
                highest = f"SELECT max({quote(found['column'])}) FROM {quote_table(model)}"  # noqa: S608 - our own names
                given = "SELECT setval(%s, greatest(nextval(%s), ({})))"
                cursor.execute(given.format(highest), [quote(found["name"])] * 2)


def keep_club_zone(backup: Backup) -> None:
    """Set the club's time zone to that of the file, if this site would use another."""
    club = Club.stored()
    if club.zone.key != backup.manifest.time_zone:
        club.time_zone = backup.manifest.time_zone
        club.save()
    timezone.activate(club.zone)


def check_restored_ladders(backup: Backup) -> None:
    """Raise UnfitBackup if the ladders aren't those of the file, or a ledger doesn't follow from its matches."""
    now = {ladder.slug: ladder for ladder in Ladder.objects.all()}
    was = {slug: fingerprint for slug, (_, fingerprint) in backup.manifest.ladders.items()}
    proved = {slug for slug in now.keys() & was.keys() if ledger.has_fingerprint(now[slug], was[slug])}
    differing = sorted((now.keys() | was.keys()) - proved)
    if differing:
        raise UnfitBackup(f"The fingerprint of {differing[0][:50]} isn't that of the file. Nothing was changed.")
    for ladder in Ladder.objects.all():
        if ledger.verify(ladder):
            raise UnfitBackup(f"The ratings of {ladder} don't follow from its matches. Nothing was changed.")
