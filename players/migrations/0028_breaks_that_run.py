"""Whoever sits out has a break."""

from django.db import migrations

from players.upgrades import begin_stored_breaks


def keep_breaks_that_run(apps, schema_editor):
    """Keep the break of everybody who sits out today."""
    begin_stored_breaks(apps.get_model("players", "Player"), apps.get_model("players", "PlayerBreak"))


class Migration(migrations.Migration):
    dependencies = [("players", "0027_breaks")]

    operations = [migrations.RunPython(keep_breaks_that_run, migrations.RunPython.noop)]
