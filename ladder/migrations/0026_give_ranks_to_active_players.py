"""Let a ladder say after how many days without a match a player loses the rank; 60, as pages called inactive so far."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ladder", "0025_void_reports")]

    operations = [
        migrations.AddField(
            model_name="ladder",
            name="inactive_after",
            field=models.PositiveSmallIntegerField(
                blank=True,
                default=60,
                help_text="After how many days without a match a player loses the rank. Leave empty for never: "
                "then everybody has a rank, retired players too.",
                null=True,
                validators=[MinValueValidator(1), MaxValueValidator(3650)],
                verbose_name="days until a player loses the rank",
            ),
        ),
        migrations.AddConstraint(
            model_name="ladder",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("inactive_after__isnull", True), ("inactive_after__range", (1, 3650)), _connector="OR"
                ),
                name="ladder_inactive_after_in_range",
            ),
        ),
    ]
