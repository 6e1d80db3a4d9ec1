"""Leave room beside each rating change on PostgreSQL, where a rewritten row is a new one.

With half of each page free it finds its place on the page of the old one. Then no index has to be told, and the next
rewriting finds the room that this one leaves.
"""

from django.db import migrations


def leave_room(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE ladder_ratingchange SET (fillfactor = 50)")


def leave_none(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE ladder_ratingchange RESET (fillfactor)")


class Migration(migrations.Migration):
    dependencies = [
        ("ladder", "0014_tell_of_time_zones"),
    ]

    operations = [migrations.RunPython(leave_room, leave_none)]
