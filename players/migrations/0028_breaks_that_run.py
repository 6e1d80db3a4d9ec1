"""Whoever sits out has a break."""

from django.db import migrations
from django.utils import timezone


def keep_breaks_that_run(apps, schema_editor):
    """Keep the break of everybody who sits out today; since when is not known, so it begins today."""
    today = timezone.localdate()
    table = apps.get_model("players", "PlayerBreak")
    running = apps.get_model("players", "Player").objects.filter(sits_out_until__gt=today)
    table.objects.bulk_create(table(player=one, since=today, until=one.sits_out_until) for one in running)


class Migration(migrations.Migration):
    dependencies = [("players", "0027_breaks")]

    operations = [migrations.RunPython(keep_breaks_that_run, migrations.RunPython.noop)]
