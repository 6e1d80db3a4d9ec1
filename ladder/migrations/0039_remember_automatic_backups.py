"""Remember when the last automatic backup was made."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ladder", "0038_let_a_system_rate_singles_and_teams"),
    ]

    operations = [
        migrations.CreateModel(
            name="AutomaticBackups",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("busy_until", models.DateTimeField(null=True)),
                ("tried_at", models.DateTimeField(null=True)),
                ("made_at", models.DateTimeField(null=True)),
                ("file_name", models.CharField(blank=True, max_length=80)),
                ("size", models.PositiveBigIntegerField(default=0)),
                ("problem", models.CharField(blank=True, max_length=300)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("id", 1)), name="automatic_backups_are_one_row")
                ],
            },
        ),
    ]
