"""The help text says shortly how long a report can be fixed; the column stays as it is."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ladder", "0023_say_how_to_report"),
    ]

    operations = [
        migrations.AlterField(
            model_name="ladder",
            name="fix_minutes",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="Leave empty to allow it until the end of the day. 0 switches it off.",
                null=True,
                validators=[django.core.validators.MaxValueValidator(10080)],
                verbose_name="minutes to fix or undo a report",
            ),
        ),
    ]
