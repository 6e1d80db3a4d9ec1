"""Find a player's participations between two matches, and not only all there ever were."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ladder", "0019_say_what_an_import_moved"), ("players", "0012_find_notices_by_their_page")]

    operations = [
        migrations.AddIndex(model_name="participant", index=models.Index(fields=["player", "match"], name="played_by")),
        migrations.AlterField(
            model_name="participant",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="participations",
                to="players.player",
            ),
        ),
    ]
