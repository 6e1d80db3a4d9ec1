"""A dispute may say what the match should say."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ladder", "0016_find_what_was_said_since")]

    operations = [
        migrations.AddField(model_name="matchrevision", name="proposed", field=models.JSONField(blank=True, null=True)),
    ]
