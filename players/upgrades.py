"""Whether this version can go on with a database that an older one made."""

from importlib import import_module

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

FIRST_MIGRATIONS = {"players": "0018_all_tables", "ladder": "0046_all_tables"}
"""The first migration of each app, which stands for all that were before version 1.0.0."""
UPGRADE_GAP = (
    "The database stopped at an older version: {} is missing. "
    "Start the last version before 1.0.0 with it once, and then this one."
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
            return UPGRADE_GAP.format(".".join(missing[0]))
    return ""
