"""Let a ladder say in its own words how to report."""

from django.db import migrations, models

HELP = "Shown on the report form, with the standings and on printed sheets: which matches count, and how."


class Migration(migrations.Migration):
    dependencies = [("ladder", "0022_first_steps")]

    operations = [
        migrations.AddField(
            model_name="ladder",
            name="how_to_report",
            field=models.CharField(blank=True, help_text=HELP, max_length=300, verbose_name="how to report"),
        )
    ]
