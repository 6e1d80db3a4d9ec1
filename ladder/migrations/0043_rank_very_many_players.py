"""Keep with each standing when its player was last active, and the standings of a board in order, to rank very many players."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce


def note_last_activity(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Copy the moment of each standing's last match, or else when the player joined."""
    last = apps.get_model("ladder.Match").objects.filter(pk=OuterRef("last_match")).values("played_at")
    joined = apps.get_model("players.Player").objects.filter(pk=OuterRef("player")).values("joined_at")
    apps.get_model("ladder.Standing").objects.update(active_at=Coalesce(Subquery(last), Subquery(joined)))


class Migration(migrations.Migration):
    dependencies = [
        ("ladder", "0042_know_when_the_past_changed"),
        ("players", "0016_try_mail_again"),
    ]

    operations = [
        migrations.AddField(
            model_name="standing",
            name="active_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.RunPython(note_last_activity, migrations.RunPython.noop, elidable=True),
        migrations.AddIndex(
            model_name="standing",
            index=models.Index(fields=["board", "points", "player", "active_at"], name="standings_in_order"),
        ),
    ]
