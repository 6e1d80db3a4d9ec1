"""Names without their accents, by which players are found and put in order."""

from django.db import migrations, models

from players.upgrades import fold_stored_names


def fold_names(apps, schema_editor):
    fold_stored_names(apps.get_model("players", "Player"), apps.get_model("players", "FormerName"))


FOLDED = models.CharField(blank=True, db_default="", default="", editable=False, max_length=240)


class Migration(migrations.Migration):
    dependencies = [("players", "0018_all_tables")]

    operations = [
        migrations.AddField("player", "folded", FOLDED.clone()),
        migrations.AddField("formername", "folded", FOLDED.clone()),
        migrations.AlterModelOptions("player", {"ordering": ("folded", "key")}),
        migrations.AddIndex("player", models.Index(fields=("folded", "key"), name="players_in_order_of_name")),
        migrations.RunPython(fold_names, migrations.RunPython.noop),
    ]
