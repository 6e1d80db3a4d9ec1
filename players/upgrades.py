"""Whether this version can go on with a database that an older one made, and what migrations share."""

from importlib import import_module

from django.apps.registry import Apps
from django.db import connection
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import F, Model
from django.utils import timezone

from players.people.names import fold_name_key

FIRST_MIGRATIONS = {"players": "0018_all_tables", "ladder": "0046_all_tables"}
"""The first migration of each app, which stands for all that were before version 1.0.0."""
LAST_BEFORE_1_0 = "6c1e9f2c"
"""The last commit with the migrations that the first ones stand for."""
UPGRADE_GAP = (
    "The database stopped at an older version: {migration} is missing. In a clone of the project run "
    "“git checkout {commit}” and “make run” once with this database, and then this version again."
)


def find_upgrade_gap() -> str:
    """Return why this version can't go on with the database; an empty text if it can.

    Of the migrations that a first one stands for, all are applied, or none as in an empty database.
    """
    applied = MigrationRecorder(connection).applied_migrations()
    for app, name in FIRST_MIGRATIONS.items():
        replaced = import_module(f"{app}.migrations.{name}").Migration.replaces
        missing = [one for one in replaced if one not in applied]
        if missing and len(missing) < len(replaced):
            return UPGRADE_GAP.format(migration=".".join(missing[0]), commit=LAST_BEFORE_1_0)
    return ""


def begin_stored_breaks(players: type[Model], breaks: type[Model]) -> None:
    """Begin today the breaks of those who sit out: an older version did not store since when they do."""
    today = timezone.localdate()
    running = players._default_manager.filter(sits_out_until__gt=today).exclude(breaks__until__gt=today)
    rows = running.values_list("pk", "sits_out_until")
    breaks._default_manager.bulk_create(breaks(player_id=pk, since=today, until=until) for pk, until in rows)


def fold_stored_names(*models: type[Model]) -> None:
    """Fold the names in these tables, which an older version stored, or one that folds otherwise."""
    for model in models:
        rows = model._default_manager.order_by()
        rows.update(folded=F("key"))
        folded = ((pk, key, fold_name_key(key)) for pk, key in rows.values_list("pk", "key").iterator(chunk_size=2000))
        other = [model(pk=pk, key=key, folded=text) for pk, key, text in folded if text != key]
        rows.bulk_update(other, ["folded"], batch_size=200)


def finish_tables(_: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Run at the end of a migration what Django would run after it, such as indexes and foreign keys.

    Only then is the note that it is applied, with the names of all that it stands for, part of its transaction, so that
    an interrupted start leaves either all of it or nothing.
    """
    for statement in schema_editor.deferred_sql:
        schema_editor.execute(statement, None)
    schema_editor.deferred_sql.clear()
