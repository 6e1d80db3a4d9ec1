"""The table of the shared cache, so that `migrate` is all a new site needs."""

from django.core.management import call_command
from django.db import migrations


def create(apps, schema_editor):
    call_command("createcachetable", database=schema_editor.connection.alias, verbosity=0)


class Migration(migrations.Migration):
    dependencies = [("players", "0001_first")]
    operations = [migrations.RunPython(create, migrations.RunPython.noop)]
