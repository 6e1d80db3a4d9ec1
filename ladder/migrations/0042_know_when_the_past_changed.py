"""Keep the version with which a ladder's past last changed, so that what was before today is worked out once."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ladder", "0041_large_tasks"),
    ]

    operations = [
        migrations.AddField(
            model_name="ladder",
            name="past_version",
            field=models.PositiveBigIntegerField(db_default=0, default=0, editable=False),
        ),
    ]
